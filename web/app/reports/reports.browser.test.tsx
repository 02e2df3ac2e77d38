/** The client's reports: asked for, listed, and what one says in each of its states. */
import type { ReportDetail, ReportRow } from "@portico/api/reports.ts";
import type { ReportKind } from "@portico/api/rules/reports.ts";
import { assetsData } from "@portico/reports/assets.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { answerCalls, type Call, showPage } from "../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../shell/testing/signed-in.ts";
import { t } from "../ui/testing/show.tsx";
import { ReportView } from "./report-view.tsx";
import ReportsPage from "./reports.page.tsx";

const about = {
  id: 7,
  state: "made",
  kind: "assets",
  from: "2026-01-01",
  to: "2026-03-31",
  language: "en",
  knownAt: "2026-04-02T08:00:00.000Z",
  askedAt: "2026-04-02T08:00:00.000Z",
  madeAt: "2026-04-02T08:00:01.000Z",
  failure: null,
  dataHash: "a".repeat(64),
  replaces: null,
  replacedBy: null,
} as const satisfies Omit<ReportRow, "gaps" | "openedAt">;
const data = assetsData({
  given: { firm: "Portico", timeZone: "Europe/Sofia", holder: { type: "user", name: "Anna", account: "A-1" } },
  period: { from: "2026-01-01", to: "2026-03-31" },
  currency: "EUR",
  instruments: [
    {
      name: "ACME plc",
      isin: "US0000000001",
      ticker: "ACME",
      assetClass: "equity",
      currency: "USD",
      quantity: "12",
      price: { value: "100.5", currency: "USD", day: "2026-03-31", source: "exchange" },
      rate: { value: "0.8", day: "2026-03-30", source: "ECB" },
      value: "964.8",
      gaps: [],
    },
  ],
  cash: [],
  excluded: [],
});
const detail = (more: Partial<ReportDetail> = {}): ReportDetail => ({
  ...about,
  holderType: "user",
  holderId: 1,
  data: data as unknown as Record<string, unknown>,
  gaps: [],
  changes: [],
  ...more,
});

let rows: ReportRow[];
let kinds: ReportKind[];
let calls: Call[];
beforeEach(async () => {
  await signedIn();
  rows = [];
  kinds = ["assets", "management"];
  calls = answerCalls(({ method }) =>
    method === "POST" ? { id: 8 } : { reports: rows, offer: { kinds }, nextCursor: null },
  );
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

test("reports are listed with their state; a failed one, and one that was corrected, say so", async () => {
  const row = (id: number, more: Partial<ReportRow>): ReportRow => ({ ...about, id, gaps: 0, openedAt: null, ...more });
  rows = [
    row(1, { state: "making", madeAt: null }),
    row(2, { gaps: 3 }),
    row(3, { replacedBy: 2 }),
    row(4, { state: "failed", failure: "beforeFirstEntry" }),
  ];
  await showPage(<ReportsPage />);
  for (const state of ["making", "made", "corrected", "failed"] as const)
    await expect.element(page.getByText(t(`reports.state.${state}`), { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: t("reports.kind.assets") }).first())
    .toHaveAttribute("href", "/en/reports/1");
});

test("a period that ends before it begins, or is not over, is said before anything is sent", async () => {
  await showPage(<ReportsPage />);
  await expect.element(page.getByText(t("reports.list.none"))).toBeVisible();
  await page.getByLabelText(t("reports.ask.period")).selectOptions("own");
  const send = page.getByRole("button", { name: t("reports.ask.send") });
  await page.getByLabelText(t("reports.ask.from"), { exact: true }).fill("2026-03-31");
  await page.getByLabelText(t("reports.ask.to")).fill("2026-01-01");
  await send.click();
  await expect.element(page.getByText(t("reports.ask.reversed"))).toBeVisible();
  await page.getByLabelText(t("reports.ask.to")).fill("2999-01-01");
  await send.click();
  await expect.element(page.getByText(t("reports.ask.notOver"))).toBeVisible();
  expect(calls.filter(({ method }) => method === "POST")).toEqual([]);
  await page.getByLabelText(t("reports.ask.from"), { exact: true }).fill("2026-01-01");
  await page.getByLabelText(t("reports.ask.to")).fill("2026-03-31");
  await page
    .getByRole("form", { name: t("reports.ask.title") })
    .getByLabelText(t("reports.ask.kind"))
    .selectOptions("management");
  await send.click();
  await vi.waitFor(() => expect(calls.filter(({ method }) => method === "POST")).toHaveLength(1));
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
    kind: "management",
    from: "2026-01-01",
    to: "2026-03-31",
    language: "en",
  });
});

test("a tax pack is asked of a whole year", async () => {
  kinds = ["assets", "taxPL"];
  await showPage(<ReportsPage />);
  await page.getByLabelText(t("reports.ask.period")).selectOptions("own");
  await page
    .getByRole("form", { name: t("reports.ask.title") })
    .getByLabelText(t("reports.ask.kind"))
    .selectOptions("taxPL");
  await expect.element(page.getByLabelText(t("reports.ask.from"), { exact: true })).not.toBeInTheDocument();
  await page.getByRole("button", { name: t("reports.ask.send") }).click();
  await vi.waitFor(() => expect(calls.filter(({ method }) => method === "POST")).toHaveLength(1));
  const body = calls.find(({ method }) => method === "POST")?.body as { from: string; to: string };
  expect(body).toMatchObject({
    kind: "taxPL",
    from: `${body.from.slice(0, 4)}-01-01`,
    to: `${body.from.slice(0, 4)}-12-31`,
  });
});

test("a made report shows its figures with day and source, and what changed since the one it replaces", async () => {
  const change = {
    part: "reports.assets.instruments",
    row: "ACME plc",
    field: "reports.assets.quantity",
    currency: null,
  };
  await showPage(
    <ReportView
      report={detail({ replaces: 6, changes: [{ ...change, as: "quantity", before: "10", after: "12" }] })}
      readOnly={false}
    />,
  );
  const acme = page.getByRole("row").filter({ hasText: "US0000000001" });
  await expect.element(acme).toMatchTextContent("100.50");
  await expect.element(acme).toMatchTextContent("2026-03-31 · exchange");
  await expect.element(acme).toMatchTextContent("2026-03-30 · ECB");
  await expect.element(acme).toMatchTextContent("964.80");
  await expect.element(page.getByText(t("reports.assets.noCash"))).toBeVisible();
  const changed = page.getByRole("row").filter({ hasText: "Financial instruments · ACME plc · Quantity" });
  await expect.element(changed).toMatchTextContent("10");
  await expect
    .element(page.getByRole("link", { name: t("reports.toFormer") }))
    .toHaveAttribute("href", "/en/reports/6");
  await expect.element(page.getByText("a".repeat(64))).toBeVisible();
});

const figure = { amount: "1.00", percent: null };
const booked = {
  entryId: 4711,
  day: "2026-02-03",
  part: "service",
  kind: "ongoing",
  entryKind: "fee",
  instrument: null,
  isin: null,
  currency: "EUR",
  charged: "1",
  amount: "1.00",
};
const costs = {
  kind: "costs",
  template: 1,
  given: { firm: "Portico", timeZone: "Europe/Sofia", holder: { type: "user", name: "Iva Ivanova", account: "A-1" } },
  period: { from: "2026-01-01", to: "2026-03-31" },
  currency: "EUR",
  base: "dailyAverage",
  days: 90,
  averageValue: "0.00",
  service: figure,
  instruments: figure,
  total: figure,
  thirdParties: figure,
  taxes: figure,
  kinds: [],
  returns: { before: null, after: null, effect: null },
  effects: [],
  booked: [booked],
  own: [],
  withoutOwn: [],
  nothingHeld: true,
  gaps: [],
};

test("a booked charge leads to the ledger's entries of its day", async () => {
  await showPage(<ReportView report={detail({ kind: "costs", data: costs })} readOnly={false} />);
  await expect
    .element(page.getByRole("link", { name: /4711/ }).first())
    .toHaveAttribute("href", "/en/portfolio?part=transactions&from=2026-02-03&to=2026-02-03");
});

test("a delegate, who has no page of the ledger, reads the number of its entry", async () => {
  await showPage(<ReportView report={detail({ kind: "costs", data: costs })} readOnly isShared />);
  await expect.element(page.getByText("4711").first()).toBeVisible();
  await expect.element(page.getByRole("link", { name: /4711/ })).not.toBeInTheDocument();
});

test("a failed report says why, and asks again", async () => {
  await showPage(
    <ReportView
      report={detail({ state: "failed", failure: "unavailable", data: null, dataHash: null })}
      readOnly={false}
    />,
  );
  await expect.element(page.getByText(t("reports.failure.unavailable"))).toBeVisible();
  await page.getByRole("button", { name: t("ui.action.retry") }).click();
  await vi.waitFor(() => expect(calls.filter(({ method }) => method === "POST")).toHaveLength(1));
});

test("who may only look is not offered to ask", async () => {
  await showPage(
    <ReportView report={detail({ state: "failed", failure: "unavailable", data: null, dataHash: null })} readOnly />,
  );
  await expect.element(page.getByText(t("reports.failure.unavailable"))).toBeVisible();
  await expect.element(page.getByRole("button", { name: t("ui.action.retry") })).not.toBeInTheDocument();
});

test("statements of single days are asked for apart, a long list is narrowed, and all are shown again", async () => {
  rows = [];
  await showPage(<ReportsPage />);
  await page.getByRole("button", { name: t("reports.filter.toDaily") }).click();
  await vi.waitFor(() => expect(calls.some(({ search }) => search.includes("daily=yes"))).toBe(true));
  await expect.element(page.getByText(t("reports.filter.none"))).toBeVisible();
  await page.getByLabelText(t("reports.filter.year")).selectOptions(`${new Date().getFullYear()}`);
  await vi.waitFor(() => expect(calls.some(({ search }) => /year=\d{4}/.test(search))).toBe(true));
  await page.getByRole("button", { name: t("reports.filter.clear") }).click();
  await expect.element(page.getByText(t("reports.list.none"))).toBeVisible();
});
