/** The table of months and years: what a cell says and where it leads, beside the benchmark, and why a month is unknown. */
import { catalogue as portfolios } from "@portico/messages/generated/portfolios.en.ts";
import { catalogue as returns } from "@portico/messages/generated/returns.en.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "../../ui/testing/show.tsx";
import { MoreTexts } from "../../ui/text.tsx";
import { MonthsTable } from "./months-table.tsx";
import type { Shown, Year } from "./periods.ts";

const catalogue = { ...portfolios, ...returns };
const period = (from: string, to: string, more: Partial<Year> = {}) => ({
  from,
  to,
  isPartial: false,
  percent: null,
  reason: null,
  gap: null,
  benchmark: null,
  excess: null,
  ...more,
});
const noMonths: Year["months"] = Array.from({ length: 12 }, () => null);
const gap = { code: "priceMissing", name: "Acme", day: "2024-02-10" } as const;
const years: Year[] = [
  {
    ...period("2024-01-16", "2024-03-31", { isPartial: true, gap }),
    year: 2024,
    months: noMonths
      .with(0, period("2024-01-16", "2024-01-31", { isPartial: true, percent: 5, benchmark: 6.5, excess: -1.5 }))
      .with(1, period("2024-02-01", "2024-02-29", { gap }))
      .with(2, period("2024-03-01", "2024-03-31", { percent: -2.25, benchmark: -3, excess: 0.75 })),
  },
];
const shown = (what: Shown) =>
  show(
    <MoreTexts catalogue={catalogue}>
      <MonthsTable years={years} shown={what} benchmarkName="World" />
    </MoreTexts>,
  );

test("a month leads to its bridge, is marked if it is a part, and says gain or loss in words", async () => {
  await shown("own");
  const january = page.getByRole("link", { name: /^January 2024: gain \+5\.00%.*\(not the whole period\)$/ });
  await expect.element(january).toHaveAttribute("href", "/?part=overview&from=2024-01-16&to=2024-01-31#bridge");
  await expect.element(page.getByRole("link", { name: /^March 2024: loss −2\.25%$/ })).toBeVisible();
  // Months that are not there are no links.
  expect(page.getByRole("link").elements()).toHaveLength(4);
  expect(page.getByRole("cell").elements()).toHaveLength(13);
});

test("a month without a return says why below the table", async () => {
  await shown("own");
  await expect.element(page.getByRole("link", { name: "February 2024: n/a" })).toBeVisible();
  await expect
    .element(page.getByRole("listitem"))
    .toHaveTextContent("February 2024: there is no price for Acme on 10 February 2024");
});

test("the difference from the benchmark is in percentage points, with its sign", async () => {
  await shown("excess");
  await expect.element(page.getByRole("table", { name: "Compared with World" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: /^January 2024: −1\.50\s*pp/ })).toBeVisible();
  await expect.element(page.getByRole("link", { name: /^March 2024: \+0\.75\s*pp$/ })).toBeVisible();
});
