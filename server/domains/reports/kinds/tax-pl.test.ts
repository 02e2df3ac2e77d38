/** The Polish tax pack through the portal: a statement is imported, the pack asked for, and its fields are those of the worked example. */
import type { Holder } from "@portico/api/shapes.ts";
import type { TaxPLData } from "@portico/reports/tax/poland-data.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { arrangeTaxResidences } from "../../forms/testing/tax-form.ts";
import { imported } from "../../imports/testing/uploads.ts";
import { addInstruments } from "../../market-data/market-data.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { buy, deposit, makeInstruments, sell } from "../../portfolios/testing/firm.ts";
import { makeReport } from "../making.ts";
import { addNbpRates, dollarRates } from "../testing/polish-rates.ts";
import { verifyReports } from "../verification.ts";

let app: TestApp;
let office: TestUser;
let made = 0;
beforeAll(async () => {
  app = await createTestApp();
  app.services.now = () => new Date("2026-11-29T12:00:00Z");
  office = await app.as("office");
  await addNbpRates(app.services.db, dollarRates);
  await addInstruments(app.services.db, [
    { name: "Example Inc", ticker: "EXMP", isin: "US5949181045", currency: "USD", assetClass: "equity", country: null },
  ]);
});
afterAll(() => app.close());

const of = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });
async function makeClient() {
  made += 1;
  const client = await app.as("client", { clientNumber: `PL-${made}`, name: "Anna Nowak" });
  await arrangeTaxResidences(app, of(client), { by: client.id, countries: ["PL"] });
  return client;
}
/** Rates of a few days more. */
const rates = (more: Record<string, string>, currency = "USD") => addNbpRates(app.services.db, more, currency);
const year = (number: number) => ({ from: `${number}-01-01`, to: `${number}-12-31` });
async function make(client: TestUser, period = year(2025), language: "bg" | "en" | "pl" = "pl") {
  const { id } = await client.client.reports.ask({
    params: of(client),
    body: { kind: "taxPL", ...period, language },
  });
  await makeReport(app.services, id);
  return client.client.reports.get({ params: { id } });
}
const dataOf = ({ data }: Awaited<ReturnType<typeof make>>) => data as unknown as TaxPLData;

/** The worked example of 2025 as a custodian's rows, in dollars. */
const example = (account: string): string =>
  [
    "account,date,kind,isin,ticker,name,quantity,currency,amount,tax,settled,venue,custodian",
    `${account},2024-09-01,deposit,,,,,USD,10000,,,,Example Bank`,
    `${account},2024-09-13,buy,US5949181045,EXMP,Example Inc,80,USD,-4160,,2024-09-16,XNAS,Example Bank`,
    `${account},2024-12-13,buy,US5949181045,EXMP,Example Inc,60,USD,-0.00,,2024-12-16,XNAS,Example Bank`,
    `${account},2025-02-18,sell,US5949181045,EXMP,Example Inc,-25,USD,3375,,2025-02-19,XNAS,Example Bank`,
    `${account},2025-03-31,dividend,US5949181045,EXMP,Example Inc,,USD,5.27,0.93,,,Example Bank`,
    `${account},2025-10-10,sell,US5949181045,EXMP,Example Inc,-65,USD,7800,,2025-10-14,XNAS,Example Bank`,
    `${account},2025-11-12,sell,US5949181045,EXMP,Example Inc,-15,USD,1725,,2025-11-13,XNAS,Example Bank`,
    `${account},2025-12-31,dividend,US5949181045,EXMP,Example Inc,,USD,7.39,1.31,,,Example Bank`,
  ].join("\n");

test("the worked example of 2025, from the custodian's file to the fields of the form, to the grosz", async () => {
  const client = await makeClient();
  await imported(office, example(`PL-${made}`));
  const report = await make(client);
  expect(report).toMatchObject({ state: "made", gaps: [] });
  const data = dataOf(report);
  expect(data).toMatchObject({
    "22": "48392.01",
    "23": "16082.14",
    "28": "32309.87",
    "31": "32310",
    "33": "6138.90",
    "35": "6139",
    "47": "10.52",
    "48": "8.32",
    "49": "2.20",
    "51": "6141.20",
    version: "18",
    residences: ["PL"],
    pitZg: [{ country: "US", fields: { "29": "32309.87", "30": "0.00" } }],
  });
  expect(data.sales[1]).toMatchObject({
    traded: "2025-10-10",
    arises: { day: "2025-10-14", basis: "stated" },
    quote: { rate: "3.6763", day: "2025-10-13", source: "NBP of 2025-10-13" },
    incomePln: "28675.14",
  });
});

test("a sale of the last days of a year is income of the year in which it settles, at the rate of the working day before that", async () => {
  const client = await makeClient();
  const { HOLI } = await makeInstruments(app.services.db, { HOLI: "USD" });
  // Bought on Monday, 22 December; sold on Friday, 2 January 2026 at the earliest settled on Monday: and on Wednesday, 31 December.
  await rates({ "2025-12-22": "3.60", "2025-12-31": "3.65", "2026-01-02": "3.70" });
  await bookEntries(app.services.db, of(client), [
    deposit("2025-12-19", "5000", "USD"),
    buy("2025-12-22", HOLI, "10", "-1000", { currency: "USD", venue: "XNAS" }),
    sell("2025-12-30", HOLI, "4", "500", { currency: "USD", venue: "XNAS" }),
    sell("2025-12-31", HOLI, "6", "900", { currency: "USD", venue: "XNAS" }),
  ]);
  const [former, later] = [dataOf(await make(client)), dataOf(await client2026(client))];
  // T+1: 30 December settles on the 31st, 31 December on 2 January; cost settled on 23 December.
  expect(former.sales.map(({ traded, arises, quote }) => [traded, arises, quote?.day])).toEqual([
    ["2025-12-30", { day: "2025-12-31", basis: "calendar" }, "2025-12-30"],
  ]);
  expect(former).toMatchObject({ "22": "1796.80", "23": "1440.00" });
  expect(later.sales.map(({ traded, arises, quote }) => [traded, arises, quote?.day])).toEqual([
    ["2025-12-31", { day: "2026-01-02", basis: "calendar" }, "2025-12-31"],
  ]);
  expect(later).toMatchObject({ "22": "3285.00", "23": "2160.00", provisional: true });
  expect(later.gaps).toContainEqual({ code: "provisionalYear", year: "2026" });
});

async function client2026(client: TestUser) {
  const now = app.services.now;
  app.services.now = () => new Date("2027-02-01T12:00:00Z");
  try {
    return await make(client, year(2026));
  } finally {
    app.services.now = now;
  }
}

test("over a long weekend the rate is of the last working day, also where a Polish holiday meets an American business day", async () => {
  const client = await makeClient();
  const { LONG } = await makeInstruments(app.services.db, { LONG: "USD" });
  await app.database.db.updateTable("instrument").set({ country: "US" }).where("id", "=", LONG).execute();
  // 1 and 3 May 2025 are days off, the 2nd is none; 11 November is off in Poland and not on the exchanges.
  await rates({ "2025-04-30": "3.76", "2025-05-02": "3.77", "2025-11-10": "3.66" });
  await bookEntries(app.services.db, of(client), [
    deposit("2025-04-01", "5000", "USD"),
    buy("2025-04-30", LONG, "2", "-200", { currency: "USD", venue: "XNAS", settledOn: "2025-05-01" }),
    sell("2025-05-02", LONG, "1", "110", { currency: "USD", venue: "XNAS" }),
    sell("2025-11-10", LONG, "1", "120", { currency: "USD", venue: "XNAS" }),
  ]);
  const { sales, gaps } = dataOf(await make(client));
  expect(gaps).toEqual([]);
  expect(sales.map(({ arises, quote, costs }) => [arises?.day, quote?.day, costs[0]?.quote?.day])).toEqual([
    ["2025-05-05", "2025-05-02", "2025-04-30"],
    ["2025-11-12", "2025-11-10", "2025-04-30"],
  ]);
});

test("what is missing is named, and what depends on it is not known: a rate, a lot, a country", async () => {
  const client = await makeClient();
  const { GAPS } = await makeInstruments(app.services.db, { GAPS: "USD" });
  await bookEntries(app.services.db, of(client), [
    deposit("2025-03-01", "5000", "USD"),
    buy("2025-03-31", GAPS, "2", "-200", { currency: "USD", settledOn: "2025-04-02" }),
    sell("2025-10-10", GAPS, "1", "110", { currency: "USD", settledOn: "2025-10-14" }),
  ]);
  const data = dataOf(await make(client));
  expect(data).toMatchObject({ "22": "404.39", "23": null, "28": null, "35": null, pitZg: null });
  expect(data.gaps).toEqual([
    { code: "rateMissing", currency: "USD", day: "2025-04-01" },
    { code: "countryMissing", name: "GAPS plc", day: "2025-10-10" },
  ]);
});

test("a delivery keeps the days and costs of its lots, each at its own rate", async () => {
  const client = await makeClient();
  const { LOTS } = await makeInstruments(app.services.db, { LOTS: "USD" });
  const lots = [
    { acquired: "2024-09-12", quantity: "2", cost: "100" },
    { acquired: "2024-12-12", quantity: "2", cost: "400" },
  ];
  await app.database.db
    .updateTable("instrument")
    .set({ venue: "XNAS", country: "US" })
    .where("id", "=", LOTS)
    .execute();
  await bookEntries(app.services.db, of(client), [
    {
      externalId: "in",
      fingerprint: "in",
      kind: "transferIn",
      day: "2025-01-10",
      instrumentId: LOTS,
      quantity: "4",
      amount: "0",
      currency: "USD",
      cost: "500",
      acquiredOn: "2024-09-12",
      lots,
    },
    sell("2025-10-10", LOTS, "3", "900", { currency: "USD", settledOn: "2025-10-14" }),
  ]);
  await rates({ "2024-09-12": "3.90", "2024-12-12": "4.05" });
  const data = dataOf(await make(client));
  expect(data.gaps).toEqual([]);
  // 100 at the rate of 12 September (settled on the 13th), 200 at that of 12 December.
  expect(data).toMatchObject({ "22": "3308.67", "23": "1200.00" });
});

test("refused: a period that is no calendar year, a company; a year without a template says so", async () => {
  const client = await makeClient();
  await bookEntries(app.services.db, of(client), [deposit("2019-01-05", "1", "USD")]);
  const fieldsOf = (asked: Promise<unknown>) =>
    asked.then(
      () => [],
      ({ errors }: { errors: object[] }) => errors,
    );
  expect(await fieldsOf(make(client, { from: "2025-01-01", to: "2025-06-30" }))).toEqual([
    { path: "to", code: "notCalendarYear" },
  ]);
  expect(await fieldsOf(make(client, { from: "2024-07-01", to: "2025-06-30" }))).toEqual([
    { path: "from", code: "notCalendarYear" },
    { path: "to", code: "notCalendarYear" },
  ]);
  const old = dataOf(await make(client, year(2019)));
  expect(old).toMatchObject({ version: null, fieldNames: [], gaps: [{ code: "templateMissing", year: "2019" }] });
});

test("a pack stays as delivered: what is booked or corrected later is in one that replaces it, and both are made again to the same hash", async () => {
  const client = await makeClient();
  await imported(office, example(`PL-${made}`));
  const before = await make(client);
  expect(await make(client)).toMatchObject({ id: before.id, dataHash: before.dataHash });
  // The bank corrects a rate, and the custodian states a sale late.
  await rates({ "2025-11-12": "3.6571" });
  const after = await make(client);
  expect(after.replaces).toBe(before.id);
  expect(after.changes.map(({ field, row, before: was, after: is }) => [field, row, was, is])).toEqual(
    expect.arrayContaining([["reports.tax.value", "22", "48392.01", "48392.18"]]),
  );
  expect(await client.client.reports.get({ params: { id: before.id } })).toMatchObject({ dataHash: before.dataHash });
  // By another process, which remembers nothing.
  const other = await app.another();
  try {
    expect((await verifyReports(other.services)).faults).toEqual([]);
  } finally {
    await other.close();
  }
  await rates({ "2025-11-12": "3.6570" });
  expect((await verifyReports(app.services)).faults).toEqual([]);
});

test("offered by the countries of the form, in its order; without a form both, and the pack says that none is stated", async () => {
  const kindsOf = async (client: TestUser) =>
    (await client.client.reports.list({ params: of(client), query: {} })).offer.kinds.filter((kind) =>
      kind.startsWith("tax"),
    );
  const both = await makeClient();
  expect(await kindsOf(both)).toEqual(["taxPL"]);
  await arrangeTaxResidences(app, of(both), { by: both.id, countries: ["DE", "BG", "PL"] });
  expect(await kindsOf(both)).toEqual(["taxBG", "taxPL"]);
  const none = await app.as("client", { clientNumber: "PL-none" });
  expect(await kindsOf(none)).toEqual(["taxPL", "taxBG"]);
  await bookEntries(app.services.db, of(none), [deposit("2025-01-05", "1", "USD")]);
  expect(dataOf(await make(none)).gaps).toEqual([{ code: "residenceMissing" }]);
});

test("its files are written in each language with the fields' figures", async () => {
  const client = await makeClient();
  await imported(office, example(`PL-${made}`));
  for (const language of ["bg", "en", "pl"] as const) {
    const { id } = await make(client, year(2025), language);
    const csv = new TextDecoder().decode((await client.client.reports.getCsv({ params: { id } })).content);
    expect(csv).toMatch(/48392[.,]01/);
    expect(csv).not.toMatch(/reports\.tax/);
    for (const call of ["getPdf", "getXlsx"] as const)
      expect((await client.client.reports[call]({ params: { id } })).content.length).toBeGreaterThan(2000);
  }
});
