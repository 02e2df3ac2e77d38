/** The report on tickets and its file, as a spreadsheet of the language reads it. */
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { formatMinutes } from "../web/app/ui/durations.ts";
import { hydrated } from "./page-checks.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

/** The cells of a file's lines, as spreadsheets read them (RFC 4180). */
const cellsOf = (text: string, separator: string): string[][] =>
  text
    .trimEnd()
    .split("\r\n")
    .map((line) =>
      [...line.matchAll(new RegExp(`(?:^|${separator})(?:"((?:[^"]|"")*)"|([^${separator}]*))`, "g"))].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
      ),
    );
const figureIn = (text: string): number | null =>
  /\d/.test(text) ? Number(/\d+(?:[.,]\d+)?/.exec(text)?.[0].replace(",", ".")) : null;

test("the report's file has the figures of the page, as a spreadsheet of the language reads them", async ({ page }) => {
  await signInByCalls(page, { email: "admin@portico.example" });
  let reports = 0;
  page.on("request", (request) => (reports += request.url().includes("/staff/ticket-report?") ? 1 : 0));
  for (const [language, separator] of [
    ["en", ","],
    ["bg", ";"],
  ] as const) {
    const words = textIn(language);
    await page.goto(`/${language}/admin/tickets/report?by=topic`);
    await hydrated(page);
    const rows = page.getByRole("table", { name: words("admin.ticketReport.title") }).locator("tbody tr");
    await expect(rows.first()).toBeVisible();
    const read = () =>
      rows.evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll("th, td")].map((cell) => (cell as HTMLElement).innerText.trim())),
      );
    const shown = await read();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: words("ui.action.exportCsv") }).click();
    const text = await readFile(await (await download).path(), "utf8");
    expect(await read()).toEqual(shown);
    expect(text.startsWith("\ufeff")).toBe(true);
    const [header = [], ...lines] = cellsOf(text.slice(1), separator);
    const firstAnswer = words("tickets.clock.firstAnswer");
    expect(header.slice(0, 6)).toEqual([
      words("admin.ticketReport.by.topic"),
      words("admin.ticketReport.keptInFile", { what: firstAnswer }),
      ...(["inTime", "late", "open", "medianInFile"] as const).map((name) =>
        words(`admin.ticketReport.${name}`, { what: firstAnswer }),
      ),
    ]);
    expect(lines).toHaveLength(shown.length);
    for (const [place, line] of lines.entries()) {
      const cells = shown[place] ?? [];
      expect(line[0]).toBe(cells[0]);
      for (const first of [1, 6]) {
        for (const at of [first, first + 1, first + 2, first + 3])
          expect(figureIn(line[at] ?? "")).toBe(figureIn(cells[at] ?? ""));
        const median = figureIn(line[first + 4] ?? "");
        const told = median === null ? "–" : formatMinutes(language, median);
        expect(cells[first + 4]?.replaceAll(/\s/g, " ")).toBe(told.replaceAll(/\s/g, " "));
      }
    }
    const share = lines.map((line) => line[1] ?? "").find((cell) => /[.,]/.test(cell)) ?? "";
    if (share !== "") expect(share).toMatch(language === "en" ? /^\d+\.\d$/ : /^\d+,\d$/);
    expect(lines.some((line) => line[5] !== "")).toBe(true);
  }
  expect(reports, "once for each page: what takes seconds for a year is not repeated").toBe(2);

  // Weeks are sorted by their days, not by their names.
  const bg = textIn("bg");
  await page.getByRole("link", { name: bg("admin.ticketReport.by.week"), exact: true }).click();
  const weeks = page.getByRole("table").locator("tbody td:first-child");
  await expect(weeks.first()).toHaveText(/^\d{4}-\d{2}-\d{2}$/);
  const newestFirst = await weeks.allInnerTexts();
  await page.getByRole("button", { name: bg("admin.ticketReport.by.week"), exact: true }).click();
  await expect(weeks).toHaveText(newestFirst.toReversed());

  // Until the figures of another period are there, those of the former are shown as such.
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/staff/ticket-report?*", async (route) => {
    await held;
    await route.continue();
  });
  const busy = page.locator('[aria-busy="true"]');
  await page.getByLabel(textIn("bg")("admin.ticketReport.period"), { exact: true }).selectOption("365");
  await expect(busy).toHaveCSS("opacity", "0.6");
  answer();
  await expect(busy).toHaveCount(0);
});
