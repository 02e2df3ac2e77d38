/** Checks that a page fits its window, at several widths of one page load. */
import type { Page } from "@playwright/test";
import type { Language } from "@portico/api/shapes.ts";

/**
 * The narrowest window of each layout, where least fits (the breakpoints of the styles and of containers), the widths at
 * which something did not fit before, and a wide screen.
 */
const widths = [320, 360, 390, 481, 640, 768, 820, 900, 960, 993, 1056, 1200, 1280, 1440, 1680, 1920];

/** All widths in Bulgarian, whose words are the longest; none in the other languages, where only the texts differ. */
export const widthsOf = (language: Language): number[] => (language === "bg" ? widths : []);

/** Elements that overflow the window or are cut off by their parent, as short descriptions; runs in the page. */
function misfits(): string[] {
  const found: string[] = [];
  const root = document.documentElement;
  const describe = (element: Element): string =>
    `${element.tagName.toLowerCase()} "${(element.textContent ?? "").trim().slice(0, 40)}"`;
  if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`);
  const scrolling = new Map<Element, boolean>();
  /** Whether the element, or a parent, scrolls sideways. */
  const isScrolled = (element: Element | null): boolean => {
    if (!element) return false;
    const known = scrolling.get(element);
    if (known !== undefined) return known;
    const is = /auto|scroll/.test(getComputedStyle(element).overflowX) || isScrolled(element.parentElement);
    scrolling.set(element, is);
    return is;
  };
  const isHiddenOnPurpose = (element: Element): boolean =>
    element.closest("[aria-hidden=true], [inert], .visually-hidden, svg, select, option") !== null;
  const withText = new Set<Element>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    if (parent && parent !== document.body && texts.currentNode.textContent?.trim()) withText.add(parent);
  }
  const controls = document.body.querySelectorAll("a, button, input, textarea, select");
  for (const element of new Set([...withText, ...controls])) {
    const box = element.getBoundingClientRect();
    const isOutside = box.right > innerWidth + 1 || box.left < -1;
    const isLonger = withText.has(element) && element.scrollWidth > element.clientWidth + 1;
    // Most elements fit, and what follows costs more.
    if (!isOutside && !isLonger) continue;
    if (isHiddenOnPurpose(element) || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue;
    const style = getComputedStyle(element);
    if (box.width <= 1 || box.height <= 1 || style.clipPath !== "none" || box.bottom <= 0) continue;
    if (isOutside && !isScrolled(element.parentElement))
      found.push(`${describe(element)} reaches from ${Math.round(box.left)} to ${Math.round(box.right)}`);
    const clips = /hidden|clip/.test(style.overflowX) && style.textOverflow !== "ellipsis";
    if (clips && isLonger)
      found.push(`${describe(element)} is cut off: ${element.scrollWidth} of ${element.clientWidth} px`);
  }
  return found;
}

/** What does not fit after layout has settled; checked twice, because a busy machine may draw late. */
async function settledMisfits(page: Page): Promise<string[]> {
  const measure = () =>
    page.evaluate(
      `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(${misfits.toString()})`,
    ) as Promise<string[]>;
  if ((await measure()).length === 0) return [];
  await page.waitForTimeout(500);
  return measure();
}

/** 1280 × 1024 at 400 % (WCAG 1.4.10). */
const zoomed = { width: 320, height: 256 };

/** Pixels of the window's height that stay covered while the page is scrolled; dialogs not counted. Runs in the page. */
function pinnedHeight(): number {
  scrollTo(0, document.documentElement.scrollHeight / 2);
  const isPinned = (element: Element | null): boolean =>
    element !== null && (/sticky|fixed/.test(getComputedStyle(element).position) || isPinned(element.parentElement));
  const pinned = [...document.body.querySelectorAll("*")].filter(
    (element) =>
      /sticky|fixed/.test(getComputedStyle(element).position) &&
      !isPinned(element.parentElement) &&
      // A dialog and what dims the page behind it.
      element.closest("[role=dialog], [data-portal]") === null &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
  return pinned.reduce((sum, element) => {
    const { top, bottom, width } = element.getBoundingClientRect();
    return sum + (width <= 1 ? 0 : Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)));
  }, 0);
}

/** What covers more than half of a window that is enlarged to 400 %. */
async function zoomFaults(page: Page): Promise<string[]> {
  const height = (await page.evaluate(`(${pinnedHeight.toString()})()`)) as number;
  await page.evaluate(() => scrollTo(0, 0));
  return height > zoomed.height / 2 ? [`at 400 %: ${Math.round(height)} of ${zoomed.height} px stay covered`] : [];
}

/** Resizes a page: `page.setViewportSize` also resizes the browser's window, at almost twice the processor time. */
async function resizer(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  const mobile = await page.evaluate(() => navigator.maxTouchPoints > 0);
  return (size: { width: number; height: number }) =>
    devTools.send("Emulation.setDeviceMetricsOverride", { ...size, deviceScaleFactor: 1, mobile });
}

/**
 * Every width at which something does not fit, and what; with all widths also what covers a strongly enlarged page. The page
 * has its former size afterwards.
 */
export async function layoutFaults(page: Page, at: readonly number[]): Promise<string[]> {
  if (at.length === 0) return [];
  const faults: string[] = [];
  const size = page.viewportSize();
  if (!size) throw new Error("The page's window has no fixed size");
  const resize = await resizer(page);
  for (const width of at) {
    await resize({ width, height: 900 });
    for (const fault of (await settledMisfits(page)).slice(0, 3)) faults.push(`${width} px: ${fault}`);
  }
  if (at === widths) {
    await resize(zoomed);
    faults.push(...(await zoomFaults(page)));
  }
  await resize(size);
  return faults;
}
