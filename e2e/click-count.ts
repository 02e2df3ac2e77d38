/**
 * What a person's hand does on a page: a click counts one, a key one, a text typed or pasted one. A field that has no
 * focus costs a click first.
 */
import type { Locator, Page } from "@playwright/test";

export interface Hand {
  click(place: Locator): Promise<void>;
  press(key: string): Promise<void>;
  type(field: Locator, text: string): Promise<void>;
  /** So far. */
  count(): number;
}

export function handOf(page: Page): Hand {
  let done = 0;
  return {
    async click(place) {
      done += 1;
      await place.click();
    },
    async press(key) {
      done += 1;
      await page.keyboard.press(key);
    },
    async type(field, text) {
      await field.waitFor();
      done += (await field.evaluate((one) => one === document.activeElement)) ? 1 : 2;
      await field.fill(text);
    },
    count: () => done,
  };
}
