/** Checks of every visit: console errors, missing texts, axe findings. */
import { expect, type Page } from "@playwright/test";
import type { Language } from "@portico/api/shapes.ts";
import { textKeys } from "@portico/messages/server-text.ts";
import axe from "axe-core";

/**
 * Collects what must never appear in the console of a normal visit: errors, failed calls, policy violations, hydration
 * errors. `refusals` are those that the test expects, as method, path and status. An unavailable custodian is not an
 * error.
 */
export function watchFaults(page: Page, refusals: readonly RegExp[] = []): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("response", (answer) => {
    const said = `${answer.request().method()} ${new URL(answer.url()).pathname} ${answer.status()}`;
    const isRefusal = answer.status() >= 400 && answer.status() < 500;
    if (isRefusal && !refusals.some((expected) => expected.test(said))) faults.push(said);
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of (4\d\d|503|504)/.test(message.text())) faults.push(message.text());
  });
  return faults;
}

/** The page is hydrated: earlier clicks are lost. */
export const hydrated = (page: Page): Promise<void> =>
  page.locator("html[data-hydrated]").waitFor({ state: "attached" });

const keys = new Set(textKeys);

/** No text key is shown instead of its wording. */
export async function expectTranslated(page: Page): Promise<void> {
  const text = await page.locator("body").innerText();
  expect((text.match(/\b[a-z]\w*(?:\.\w+)+/gi) ?? []).filter((word) => keys.has(word))).toEqual([]);
}

/** Rules that other texts can break; all others do not depend on the language. */
const textRules = [
  "label-content-name-mismatch",
  "button-name",
  "link-name",
  "label",
  "document-title",
  "html-has-lang",
  "html-lang-valid",
  "valid-lang",
];

/** No axe finding on the current page: all rules in English, those that texts can break in other languages. */
export const expectAccessible = (page: Page, language: Language = "en"): Promise<void> =>
  language === "en"
    ? expectNoFindings(page, {
        // Off by default in axe: spoken commands match the visible label, and touch targets are large enough.
        rules: { "label-content-name-mismatch": { enabled: true }, "target-size": { enabled: true } },
      })
    : expectNoFindings(page, { runOnly: textRules });

/** Current colours have enough contrast. */
export const expectContrast = (page: Page): Promise<void> => expectNoFindings(page, { runOnly: ["color-contrast"] });

async function expectNoFindings(
  page: Page,
  { runOnly, rules = {} }: { runOnly?: string[]; rules?: Record<string, { enabled: boolean }> },
): Promise<void> {
  // A page still being drawn has neither title nor heading.
  await hydrated(page);
  await page.locator("h1").first().waitFor({ state: "attached" });
  // Waits for colour transitions, such as from light to dark.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== "running" || effect?.getComputedTiming().endTime === Infinity),
  );
  // Once per document: axe is 600 KB of script.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(`${axe.source}; undefined`);
  const findings = await page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
    },
    {
      rules,
      ...(runOnly && { runOnly: { type: "rule" as const, values: runOnly } }),
      resultTypes: ["violations" as const],
      // Pages have neither frames nor sound and video.
      iframes: false,
      preload: false,
    },
  );
  expect(findings).toEqual([]);
}
