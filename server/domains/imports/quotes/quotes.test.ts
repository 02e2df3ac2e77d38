/** Prices and rates are reviewed before confirmation: every row with the previous quote, suspicious ones accepted first. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf } from "../../../testing/effects.ts";
import { addInstruments } from "../../market-data/market-data.ts";
import { flex, fund, position } from "../testing/flex-fixtures.ts";
import { acceptAll, confirm, imported, refused, type TestApp, upload } from "../testing/uploads.ts";

let portal: TestApp;
let staff: TestUser;
let colleague: TestUser;
beforeAll(async () => {
  portal = await createTestApp();
  staff = await portal.as("office");
  colleague = await portal.as("office", { name: "Clara Colleague" });
});
afterAll(() => portal.close());

let made = 0;
/** A new security, by its ticker. */
async function paper(): Promise<string> {
  const ticker = `PAPER${++made}`;
  const more = { isin: null, currency: "EUR", assetClass: "equity", country: null } as const;
  await addInstruments(portal.services.db, [{ name: `Paper ${made}`, ticker, ...more }]);
  return ticker;
}
const prices = (ticker: string, ...rows: (readonly [day: string, value: string])[]) =>
  ["ticker,currency,date,price,source", ...rows.map(([day, value]) => `${ticker},EUR,${day},${value},TEST`)].join("\n");
const rowsOf = async ({ id }: { id: number }, show: "all" | "marked" = "all", who = staff) =>
  who.client.imports.listQuotes({ params: { id }, query: { show, limit: 200 } });

test("each row stands beside the value before it, in the portal or in the file, with what looks wrong", async () => {
  const ticker = await paper();
  await imported(staff, prices(ticker, ["2024-01-02", "100"]), { kind: "prices" });
  const preview = await upload(
    staff,
    prices(
      ticker,
      ["2024-01-03", "101"],
      ["2024-01-04", "1.01"],
      ["2024-01-05", "150"],
      ["2024-01-06", "151"],
      ["2024-01-01", "99"],
    ),
    { kind: "prices" },
  );
  const { quotes, ...counts } = await rowsOf(preview);
  expect(quotes.map(({ line, day, value, before, marks }) => [line, day, value, before?.value ?? null, marks])).toEqual(
    [
      [2, "2024-01-03", "101", "100", []],
      [3, "2024-01-04", "1.01", "101", ["digits"]],
      [4, "2024-01-05", "150", "1.01", ["jump"]],
      [5, "2024-01-06", "151", "150", ["weekend"]],
      // No earlier quote: the next later one.
      [6, "2024-01-01", "99", "100", []],
    ],
  );
  expect(quotes[0]).toMatchObject({ name: `Paper ${made}`, ticker, currency: "EUR", before: { day: "2024-01-02" } });
  expect(counts).toMatchObject({ marked: 3, open: 3, openWeekend: 1, nextCursor: null });
});

test("a file with marked rows is written only once each is accepted, and the record says by whom", async () => {
  const ticker = await paper();
  await imported(staff, prices(ticker, ["2024-01-02", "100"]), { kind: "prices" });
  const preview = await upload(staff, prices(ticker, ["2024-01-04", "10"], ["2024-01-05", "300"]), { kind: "prices" });
  const params = { id: preview.id };
  expect(await codeOf(confirm(staff, preview))).toBe("quotesNotAccepted");
  await colleague.client.imports.acceptQuotes({ params, body: { places: [1] } });
  expect(await codeOf(confirm(staff, preview)), "one is left").toBe("quotesNotAccepted");
  // Accepted twice, the first acceptance is kept.
  await staff.client.imports.acceptQuotes({ params, body: { places: [1, 2] } });
  expect((await rowsOf(preview, "marked")).quotes.map(({ accepted_by }) => accepted_by)).toEqual([
    "Clara Colleague",
    expect.not.stringMatching("Clara"),
  ]);
  expect((await confirm(staff, preview)).state).toBe("confirmed");
  expect(await codeOf(staff.client.imports.acceptQuotes({ params, body: { places: [1] } }))).toBe("stateConflict");
  expect((await auditOf(portal, { type: "import", id: preview.id })).map(({ action }) => action)).toEqual([
    "import.previewed",
    "import.quotesAccepted",
    "import.quotesAccepted",
    "import.confirmed",
  ]);
});

test("what another file wrote meanwhile is shown anew, and what was accepted before it no longer counts", async () => {
  const ticker = await paper();
  await imported(staff, prices(ticker, ["2024-01-02", "100"]), { kind: "prices" });
  const preview = await upload(staff, prices(ticker, ["2024-01-09", "200"]), { kind: "prices" });
  await staff.client.imports.acceptQuotes({ params: { id: preview.id }, body: { places: [1] } });
  await imported(colleague, prices(ticker, ["2024-01-08", "20"]), { kind: "prices" });
  expect(await codeOf(confirm(staff, preview))).toBe("stateConflict");
  expect((await rowsOf(preview)).quotes).toMatchObject([
    { before: { value: "20" }, marks: ["digits"], accepted_by: null },
  ]);
  expect(await codeOf(confirm(staff, preview))).toBe("quotesNotAccepted");
});

test("a price of nothing is marked until a colleague accepts it; then it repeats, and a price after it is a jump", async () => {
  const ticker = await paper();
  await imported(staff, prices(ticker, ["2024-01-02", "100"]), { kind: "prices" });
  const preview = await upload(
    staff,
    prices(
      ticker,
      ["2024-01-03", "0"],
      ["2024-01-04", "0"],
      ["2024-01-06", "0"],
      ["2024-01-08", ""],
      ["2024-01-09", "2"],
    ),
    { kind: "prices" },
  );
  expect(preview.leftOut).toEqual([{ name: "price –", rows: 1 }]);
  expect((await rowsOf(preview)).quotes.map(({ value, marks }) => [value, marks])).toEqual([
    ["0", ["zero"]],
    ["0", []],
    ["0", ["weekend"]],
    ["2", ["jump"]],
  ]);
  expect(await codeOf(confirm(staff, preview))).toBe("quotesNotAccepted");
  await acceptAll(colleague, preview);
  expect(await confirm(staff, preview)).toMatchObject({ state: "confirmed", newRows: 4 });
  const next = await upload(staff, prices(ticker, ["2024-01-07", "0"], ["2024-01-10", "0"]), { kind: "prices" });
  expect((await rowsOf(next)).quotes.map(({ marks }) => marks)).toEqual([["weekend"], ["zero"]]);
});

test("a first price of nothing is marked, and values the holding at nothing", async () => {
  const { id } = await portal.as("client", { clientNumber: "ZERO-1" });
  const ticker = `GONE${++made}`;
  await imported(
    staff,
    `account,date,kind,ticker,quantity,price,currency,amount\nZERO-1,2024-01-02,deposit,,,,EUR,100\nZERO-1,2024-01-03,buy,${ticker},10,10,EUR,-100`,
  );
  const preview = await upload(staff, prices(ticker, ["2024-01-04", "0"]), { kind: "prices" });
  expect((await rowsOf(preview)).quotes).toMatchObject([{ before: null, marks: ["zero"] }]);
  await acceptAll(staff, preview);
  await confirm(staff, preview);
  const params = { holderType: "user" as const, holderId: id };
  expect(await staff.client.portfolios.getPortfolio({ params })).toMatchObject({ currentValue: 0, totalInvested: 100 });
  const { points, bridge } = await staff.client.portfolios.getPerformance({
    params: { ...params, from: "2024-01-02", to: "2024-01-05" },
    query: {},
  });
  expect(points.map(({ value }) => value)).toEqual([100, 100, 0, 0]);
  expect(bridge).toMatchObject({ closing: "0.00", price: "-100.00" });
});

test("rates are marked too, and rows of a weekend alone are accepted together", async () => {
  const rates = (...rows: (readonly [day: string, rate: string])[]) =>
    ["currency,date,rate,source", ...rows.map(([day, rate]) => `NOK,${day},${rate},TEST`)].join("\n");
  await imported(staff, rates(["2024-02-01", "11.4"]), { kind: "rates" });
  const preview = await upload(staff, rates(["2024-02-03", "11.5"], ["2024-02-04", "11.6"], ["2024-02-05", "1.16"]), {
    kind: "rates",
  });
  expect(await rowsOf(preview, "marked")).toMatchObject({ marked: 3, open: 3, openWeekend: 2 });
  const params = { id: preview.id };
  expect(await staff.client.imports.acceptQuotes({ params, body: { all: "weekend" } })).toMatchObject({ open: 1 });
  expect(await codeOf(confirm(staff, preview))).toBe("quotesNotAccepted");
  expect(await codeOf(staff.client.imports.acceptQuotes({ params, body: {} }))).toBe("badInput");
});

test("a price in a currency without a rate is marked, unless the rate is known by then or in the same file", async () => {
  const ticker = await paper();
  const file = (...rows: string[]) =>
    ["ticker,isin,currency,date,price,source", ...rows.map((row) => `${row},TEST`)].join("\n");
  const isin = "IE00B4ND3602";
  await addInstruments(portal.services.db, [
    { name: "Quoted twice", ticker, isin, currency: "EUR", assetClass: "fund", country: null },
  ]);
  const rates = ["currency,date,rate,source", "TND,2024-01-04,3.4,TEST"].join("\n");
  await imported(staff, rates, { kind: "rates" });
  const preview = await upload(
    staff,
    file(
      `${ticker},${isin},EUR,2024-01-02,10`,
      `${ticker},${isin},TND,2024-01-03,34`,
      `${ticker},${isin},TND,2024-01-05,34`,
      `${ticker},${isin},HRK,2024-01-05,75`,
    ),
    { kind: "prices" },
  );
  const { quotes } = await rowsOf(preview);
  expect(quotes.map(({ currency, day, marks }) => [currency, day, marks])).toEqual([
    ["EUR", "2024-01-02", []],
    ["TND", "2024-01-03", ["noRate"]],
    ["TND", "2024-01-05", []],
    ["HRK", "2024-01-05", []],
  ]);
  expect(await codeOf(confirm(staff, preview))).toBe("quotesNotAccepted");
});

test("marks of a statement are seen the same way", async () => {
  const statement = (markPrice: string, date: string) =>
    flex({
      account: "U1",
      OpenPositions: [position({ ...fund, currency: "EUR", position: 10, markPrice, reportDate: date })],
    });
  await addInstruments(portal.services.db, [
    {
      name: "Fund",
      ticker: fund.symbol,
      isin: fund.isin,
      currency: "EUR",
      assetClass: "fund",
      country: null,
    },
  ]);
  const first = await upload(staff, statement("100", "20240103"), { kind: "prices" });
  expect((await rowsOf(first)).quotes).toMatchObject([{ value: "100", before: null, marks: [] }]);
  await confirm(staff, first);
  const second = await upload(staff, statement("10000", "20240104"), { kind: "prices" });
  expect((await rowsOf(second)).quotes).toMatchObject([
    { value: "10000", before: { value: "100" }, marks: ["digits"] },
  ]);
  expect(await codeOf(confirm(staff, second))).toBe("quotesNotAccepted");
});

test("ten thousand rows are read page by page, each once", async () => {
  const ticker = await paper();
  const start = Date.UTC(1990, 0, 1);
  const days = Array.from({ length: 10_000 }, (_, index) =>
    new Date(start + index * 86_400_000).toISOString().slice(0, 10),
  );
  const preview = await upload(staff, prices(ticker, ...days.map((day) => [day, "100"] as const)), { kind: "prices" });
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof rowsOf>> = await staff.client.imports.listQuotes({
      params: { id: preview.id },
      query: { limit: 200, ...(cursor && { cursor }) },
    });
    seen.push(...page.quotes.map(({ place }) => place));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(Array.from({ length: 10_000 }, (_, index) => index + 1));
});

test("a bond's price says in a CSV how it is quoted, or its line is refused: a guess would be wrong by a hundred times", async () => {
  const ticker = `BOND${++made}`;
  const bond = { isin: null, currency: "EUR", assetClass: "bond", country: null } as const;
  await addInstruments(portal.services.db, [{ name: `Bond ${made}`, ticker, ...bond }]);
  const share = await paper();
  const file = (...rows: string[]) =>
    ["ticker,currency,date,price,quoted,source", ...rows.map((row) => `${row},TEST`)].join("\n");
  const unsaid = file(`${ticker},EUR,2024-01-02,98.562,`, `${share},EUR,2024-01-02,98.562,`);
  expect(refused(await upload(staff, unsaid, { kind: "prices" }))).toEqual([`2 quotationMissing ${ticker}`]);
  const said = file(`${ticker},EUR,2024-01-02,98.562,percent`, `${ticker},EUR,2024-01-03,0.986,unit`);
  const preview = await upload(staff, said, { kind: "prices" });
  const { quotes } = await rowsOf(preview);
  expect(quotes.map(({ day, value }) => [day, value])).toEqual([
    ["2024-01-02", "0.98562"],
    ["2024-01-03", "0.986"],
  ]);
});

test("with four eyes on, marked rows are a colleague's to accept", async () => {
  const ticker = await paper();
  const [admin] = [await portal.as("admin"), await portal.as("admin")];
  const save = (on: boolean) =>
    admin.client.settings.save({ params: { name: "fourEyes" }, body: { data: { on }, reason: "Policy" } });
  await imported(staff, prices(ticker, ["2024-01-02", "100"]), { kind: "prices" });
  await save(true);
  const preview = await upload(staff, prices(ticker, ["2024-01-03", "1"]), { kind: "prices" });
  expect(preview.can.acceptQuotes).toBe(false);
  const accept = (who: TestUser) =>
    codeOf(who.client.imports.acceptQuotes({ params: { id: preview.id }, body: { places: [1] } }));
  expect(await accept(staff)).toBe("fourEyes");
  expect((await colleague.client.imports.get({ params: { id: preview.id } })).can.acceptQuotes).toBe(true);
  expect(await accept(colleague)).toBe("done");
  expect((await confirm(staff, preview)).state).toBe("confirmed");
});
