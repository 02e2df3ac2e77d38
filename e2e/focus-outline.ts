/** Checks that a focused element's outline is seen on all sides. */
import type { Page } from "@playwright/test";

/** Elements of `within` whose outline a parent cuts off while they are focused, as short descriptions; runs in the page. */
function cutOutlines(within: string): string[] {
  const found: string[] = [];
  const selector = "a[href], button, input, select, textarea, [tabindex='0']";
  for (const element of document.querySelector(within)?.querySelectorAll<HTMLElement>(selector) ?? []) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    element.focus();
    if (document.activeElement !== element) continue;
    const { outlineStyle, outlineOffset, outlineWidth, boxShadow } = getComputedStyle(element);
    // A field has its border and a shadow of one pixel instead.
    const room =
      outlineStyle !== "none" ? parseFloat(outlineOffset) + parseFloat(outlineWidth) : boxShadow === "none" ? 0 : 1;
    const box = element.getBoundingClientRect();
    for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(parent);
      if (position === "fixed") break;
      if (overflowX === "visible" && overflowY === "visible") continue;
      const frame = parent.getBoundingClientRect();
      const [left, top] = [frame.left + parent.clientLeft, frame.top + parent.clientTop];
      const missing = Math.max(
        left - box.left,
        top - box.top,
        box.right - left - parent.clientWidth,
        box.bottom - top - parent.clientHeight,
      );
      const name = element.getAttribute("aria-label") ?? element.textContent ?? "";
      if (missing + room > 0.6) found.push(`${element.tagName.toLowerCase()} "${name.trim().slice(0, 40)}"`);
    }
  }
  return found;
}

/** By keyboard, so that everything focused has its outline. The focus is somewhere else afterwards. */
export async function outlineFaults(page: Page, within = "main"): Promise<string[]> {
  await page.keyboard.press("Tab");
  return page.evaluate(`(${cutOutlines.toString()})(${JSON.stringify(within)})`);
}
