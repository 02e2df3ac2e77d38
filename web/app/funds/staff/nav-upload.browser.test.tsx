/** A file of NAVs with marked rows and corrections: what has to be done before it is stored, and what is sent. */
import type { NavPreview } from "@portico/api/funds.ts";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { alert } from "../../shell/dialogs/alert.ts";
import { answerCalls, type Call, showPage } from "../../shell/testing/answer-calls.tsx";
import { t } from "../../ui/testing/show.tsx";
import { NavUpload } from "./nav-upload.tsx";

afterEach(() => {
  alert.clear();
  vi.unstubAllGlobals();
});

const row = { line: 2, fund_id: 7, name: "Balkan Bonds", day: "2025-03-04", value: "12.5" };
const previewOf = (more: Partial<NavPreview>): NavPreview => ({
  id: 4,
  fileName: "navs.csv",
  state: "previewed",
  created_at: "2025-03-05T08:00:00.000Z",
  created_by: "Olga Office",
  rows: 3,
  newRows: 1,
  knownRows: 1,
  correctedRows: 0,
  refusedRows: 0,
  markedRows: 0,
  leftOutRows: 0,
  conflicts: [],
  refusals: [],
  funds: [],
  marked: [],
  can: { confirm: true, discard: true },
  ...more,
});

/** Shows the page, and the preview of a file that was chosen. */
async function choose(preview: NavPreview): Promise<() => Pick<Call, "path" | "body">[]> {
  const calls = answerCalls(({ path }) => (path === "/staff/target/navs" ? preview : {}));
  await showPage(<NavUpload fundId={undefined} />);
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("no field for a file");
  await userEvent.upload(input, new File(["isin;date;nav\n"], "navs.csv", { type: "text/csv" }));
  await expect.element(page.getByRole("button", { name: t("admin.funds.dropNavs") })).toBeVisible();
  return () => calls.filter(({ path }) => path.includes("/navs/")).map(({ path, body }) => ({ path, body }));
}
const store = (count: number) => page.getByRole("button", { name: t("admin.funds.storeNavs", { count }) });

test("corrections need a reason, which is sent without the spaces around it", async () => {
  const sent = await choose(previewOf({ correctedRows: 1, conflicts: [{ ...row, stored: "12.4" }] }));
  await expect.element(page.getByRole("table", { name: t("admin.funds.conflicts") })).toBeVisible();
  await expect.element(store(2)).toBeDisabled();
  const reason = page.getByRole("textbox", { name: t("admin.funds.correctionReason") });
  await userEvent.fill(reason, " a ");
  await expect.element(store(2)).toBeDisabled();
  await userEvent.fill(reason, " A digit was lost ");
  await store(2).click();
  await expect
    .poll(sent)
    .toEqual([{ path: "/staff/target/navs/4/confirm", body: { acceptMarked: false, reason: "A digit was lost" } }]);
  // The next file can be chosen.
  await expect.element(page.getByText(t("admin.funds.dropFile"))).toBeVisible();
});

test("marked rows are looked at; corrections are not asked for a reason where there are none", async () => {
  const marked = [{ ...row, before: { day: "2025-03-03", value: "25" }, after: null, marks: ["jump" as const] }];
  const sent = await choose(previewOf({ markedRows: 1, marked }));
  await expect.element(store(1)).toBeDisabled();
  await page.getByRole("checkbox", { name: t("admin.funds.lookedAt", { count: 1 }) }).click();
  await store(1).click();
  await expect.poll(sent).toEqual([{ path: "/staff/target/navs/4/confirm", body: { acceptMarked: true } }]);
});

test("a refused file says why, by line, and is only left", async () => {
  const refusals = [{ line: 3, code: "badDate" as const, detail: "31.02.2025" }];
  const sent = await choose(
    previewOf({ state: "refused", refusedRows: 1, refusals, can: { confirm: false, discard: false } }),
  );
  const table = page.getByRole("table", { name: t("admin.rowFiles.refusals") });
  await expect.element(table.getByText(`${t("admin.funds.refusal.badDate")} 31.02.2025`)).toBeVisible();
  await expect.element(store(1)).not.toBeInTheDocument();
  await page.getByRole("button", { name: t("admin.funds.dropNavs") }).click();
  await expect.element(page.getByText(t("admin.funds.dropFile"))).toBeVisible();
  expect(sent()).toEqual([]);
});
