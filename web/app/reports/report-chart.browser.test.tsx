/** A chart of a report: what it draws is said in words, and its figures are a table. */
import type { Chart } from "@portico/reports/layout.ts";
import type { Writing } from "@portico/reports/written.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show, t } from "../ui/testing/show.tsx";
import { ReportChart } from "./report-chart.tsx";

const chart = (form: Chart["form"], rows: Chart["table"]["rows"]): Chart => ({
  kind: "chart",
  form,
  title: "reports.assets.all",
  table: {
    kind: "table",
    title: "reports.assets.all",
    columns: [
      { label: "reports.assets.priceDay", fields: [{ label: "reports.assets.priceDay", as: "day" }] },
      {
        label: "reports.assets.value",
        numeric: true,
        fields: [{ label: "reports.assets.value", as: "amount", currency: "EUR" }],
      },
    ],
    rows,
    totals: [],
    empty: "reports.assets.noCash",
  },
});
const writing: Writing = {
  language: "en",
  text: (key, params) => (t as (key: string, params?: Record<string, string>) => string)(key, params),
  day: (day) => day,
  time: (instant) => instant,
};
const rows = [
  ["2026-01-31", "1000.50"],
  ["2026-02-28", null],
  ["2026-03-31", "-40"],
  ["2026-04-30", "1200.25"],
] as const;

test.each(["line", "bars"] as const)("a chart of %s says what it draws, and its figures are a table", async (form) => {
  await show(<ReportChart chart={chart(form, rows)} writing={writing} />);
  const picture = page.getByRole("figure");
  await expect.element(picture).toBeVisible();
  for (const figure of ["1,000.50", "1,200.25"])
    expect(picture.element().querySelector("figcaption")?.textContent).toContain(figure);
  const table = page.getByRole("table", { name: t("reports.assets.all") });
  await expect.element(table).not.toBeInTheDocument();
  await page.getByText(t("reports.chart.table")).click();
  await expect.element(table).toBeVisible();
  await expect.element(table.getByText("−40.00")).toBeVisible();
  // The unknown value is a gap: two strokes, or no bar.
  const drawn = picture.element().querySelectorAll(form === "bars" ? "rect" : "path");
  expect(drawn).toHaveLength(form === "bars" ? 3 : 1);
  if (form === "line") expect(drawn[0]?.getAttribute("d")?.match(/M/g)).toHaveLength(2);
});

test("without any known value the table alone is shown", async () => {
  await show(<ReportChart chart={chart("line", [["2026-01-31", null]])} writing={writing} />);
  await expect.element(page.getByRole("table", { name: t("reports.assets.all") })).toBeVisible();
  expect(page.getByRole("figure").elements()).toEqual([]);
});
