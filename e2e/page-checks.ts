/** Checks of every visit: console errors, missing texts, axe findings. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { Language } from "@portico/api/shapes.ts";
import { textKeys } from "@portico/messages/server-text.ts";
import type axe from "axe-core";

const axeScript = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

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
    // While a trace is recorded, each frame gets a script of the recorder; that of a mail's preview allows none.
    if (/^Blocked script execution in '(about:blank|blob:)/.test(message.text())) return;
    if (message.type() === "error" && !/status of (4\d\d|503|504)/.test(message.text())) faults.push(message.text());
  });
  return faults;
}

/**
 * What a screen reader says of the page's log from now on: what is added to it, as it stands in the next frame, without
 * what is not live. The returned function hands over what came since it was last called.
 */
export async function watchAnnounced(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const isLive = (element: Element | null): boolean => {
      const nearest = element?.closest("[aria-live], [role=log]");
      return nearest?.closest("[role=log]") != null && nearest.getAttribute("aria-live") !== "off";
    };
    const hear = (added: Node): void => {
      if (!(added instanceof Element) || !added.isConnected || !added.parentElement?.closest("[role=log]")) return;
      const texts = document.createTreeWalker(added, NodeFilter.SHOW_TEXT);
      let all = "";
      while (texts.nextNode()) if (isLive(texts.currentNode.parentElement)) all += texts.currentNode.textContent;
      if (all !== "") said.push(all);
    };
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      requestAnimationFrame(() => added.forEach(hear));
    }).observe(document, { subtree: true, childList: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0));
}

/** The page is hydrated, or is a loaded document without the application. */
export const ready = (page: Page): Promise<void> =>
  page.locator("html[data-hydrated], html:not(:has(script[type=module]))").waitFor({ state: "attached" });

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

/** No axe finding on the current page: all rules in English, in Bulgarian those that texts can break; in Polish none. */
export async function expectAccessible(page: Page, language: Language = "en"): Promise<void> {
  if (language === "pl") return;
  if (language !== "en") return expectNoFindings(page, { runOnly: textRules });
  await expectNoFindings(page, {
    rules: {
      // Off by default in axe: spoken commands match the visible label, and touch targets are large enough.
      "label-content-name-mismatch": { enabled: true },
      "target-size": { enabled: true },
      "color-contrast": { enabled: false },
    },
  });
  await expectContrast(page);
}

/** Current colours have enough contrast. */
export const expectContrast = (page: Page): Promise<void> =>
  expectNoFindings(page, { runOnly: ["color-contrast"] }, distinctTexts);

/**
 * Of the visible texts that share colour, size, weight and backgrounds the first and the last: rows of a list repeat
 * them. Runs in the page.
 */
function distinctTexts(): Element[] {
  const backdrops = new Map<Element, string>();
  const backdropOf = (element: Element | null): string => {
    if (!element) return "";
    let backdrop = backdrops.get(element);
    if (backdrop === undefined) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
      const own = `${backgroundColor} ${backgroundImage} ${opacity} ${position}`;
      backdrop = `${backdropOf(element.parentElement)}${own === "rgba(0, 0, 0, 0) none 1 static" ? "" : `|${own}`}`;
      backdrops.set(element, backdrop);
    }
    return backdrop;
  };
  const looks = new Map<string, Element[]>();
  for (const element of document.body.querySelectorAll("*")) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (!hasText && !element.matches("input, textarea, select")) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.getBoundingClientRect().width <= 1) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    // axe skips what is disabled or hidden from readers, so it must not stand for others.
    const skipped = element.closest(":disabled, [aria-disabled=true], [aria-hidden=true], label") ? looks.size : "";
    const look = `${color} ${fontSize} ${fontWeight} ${backdropOf(element)} ${skipped}`;
    const [first = element] = looks.get(look) ?? [];
    looks.set(look, [first, element]);
  }
  return [...looks.values()].flat();
}

async function expectNoFindings(
  page: Page,
  { runOnly, rules = {} }: { runOnly?: string[]; rules?: Record<string, { enabled: boolean }> },
  elements?: () => Element[],
): Promise<void> {
  // A page still being drawn has neither title nor heading.
  await ready(page);
  await page.locator("h1").first().waitFor({ state: "attached" });
  // Waits for colour transitions, such as from light to dark.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== "running" || effect?.getComputedTiming().endTime === Infinity),
  );
  // Once per document: axe is 600 KB of script.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(`${axeScript}; undefined`);
  const checked = await page.evaluateHandle(elements ?? (() => [document.documentElement]));
  const findings = await checked.evaluate(
    async (include, options) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({ include }, options);
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

/** Measures how much moved on the open page since it was opened, without anybody doing anything. Before a page is opened. */
export async function watchShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift);
}
