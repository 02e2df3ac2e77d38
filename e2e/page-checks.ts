/** What every visit is watched for: faults in the console, texts without wording, findings of axe. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import type { Language } from "@portico/api/shapes.ts";

/**
 * Collects what must never show in the console of an ordinary visit: errors, refused calls, policy violations, hydration
 * faults. `refusals` are those that the test asks for, as method, path and status. A custodian that is away is no fault.
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

/** The page is alive: clicks before that are lost. */
export const hydrated = (page: Page): Promise<void> =>
  page.locator("html[data-hydrated]").waitFor({ state: "attached" });

/** No key without its wording, which would show itself. */
export async function expectWorded(page: Page): Promise<void> {
  const text = await page.locator("body").innerText();
  expect(
    text.match(
      /\b(shell|users|sessions|portfolios|admin|imports|ui|error|field|dashboard|forms|companies|onboarding|notifications)\.[a-z]\w*\.\w+/,
    ),
  ).toBeNull();
}

/** What other words can break; all else is alike in every language. */
const rulesOfWords = [
  "label-content-name-mismatch",
  "button-name",
  "link-name",
  "label",
  "document-title",
  "html-has-lang",
  "html-lang-valid",
  "valid-lang",
];

/** No finding of axe on what is shown now: in English by every rule, in other languages by those that words can break. */
export const expectAccessible = (page: Page, language: Language = "en"): Promise<void> =>
  language === "en"
    ? expectNoFindings(page, {
        // Off by default in axe: who speaks to the page says what is written there, and whoever touches it hits what they mean.
        rules: { "label-content-name-mismatch": { enabled: true }, "target-size": { enabled: true } },
      })
    : expectNoFindings(page, { runOnly: rulesOfWords });

/** What is shown can be read, in the colours that it has now. */
export const expectContrast = (page: Page): Promise<void> => expectNoFindings(page, { runOnly: ["color-contrast"] });

async function expectNoFindings(
  page: Page,
  { runOnly, rules = {} }: { runOnly?: string[]; rules?: Record<string, { enabled: boolean }> },
): Promise<void> {
  // A page that is just being drawn has neither title nor heading yet.
  await hydrated(page);
  await page.locator("h1").first().waitFor({ state: "attached" });
  // Colours that are on their way, from light to dark say, are no colours of the page's.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== "running" || effect?.getComputedTiming().endTime === Infinity),
  );
  const isThere = await page.evaluate(() => "axe" in window);
  const { violations } = await new AxeBuilder({ page, ...(isThere && { axeSource: "undefined" }) })
    // In the page itself: pages have no frames, and gathering the results in a second page costs more than the check.
    .setLegacyMode()
    .options({
      rules,
      ...(runOnly && { runOnly: { type: "rule", values: runOnly } }),
      resultTypes: ["violations"],
      // Of sound and video alone, which no page has.
      preload: false,
    })
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`),
  ).toEqual([]);
}
