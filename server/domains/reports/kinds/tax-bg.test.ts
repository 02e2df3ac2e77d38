/** The Bulgarian tax pack through the portal: persons and companies, venues of the EU and the United States, levs and euro. */
import type { Holder } from "@portico/api/shapes.ts";
import type { TaxBGData } from "@portico/reports/tax/bulgaria-data.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { arrangeTaxResidences } from "../../forms/testing/tax-form.ts";
import { imported } from "../../imports/testing/uploads.ts";
import { addInstruments } from "../../market-data/market-data.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { buy, deposit, entry, makeInstruments, rate, sell } from "../../portfolios/testing/firm.ts";
import { makeReport } from "../making.ts";
import { verifyReports } from "../verification.ts";

let app: TestApp;
let office: TestUser;
let made = 0;
beforeAll(async () => {
  app = await createTestApp();
  app.services.now = () => new Date("2027-02-01T12:00:00Z");
  office = await app.as("office");
  const { db } = app.services;
  // 1.95583 ÷ these are the rates of the worked example: 1.90, 1.72 and 1.66 levs a dollar.
  await rate(db, "USD", "2025-02-03", "1.029384");
  await rate(db, "USD", "2025-04-01", "1.137110");
  await rate(db, "USD", "2025-09-10", "1.178211");
  await rate(db, "USD", "2026-03-10", "1.25");
  await addInstruments(db, [
    { name: "Example Inc", ticker: "EXBG", isin: "US5949181045", currency: "USD", assetClass: "equity", country: null },
  ]);
});
afterAll(() => app.close());

const of = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });
async function makeClient() {
  made += 1;
  const client = await app.as("client", { clientNumber: `BG-${made}`, name: "Иван Петров" });
  await arrangeTaxResidences(app, of(client), { by: client.id, countries: ["BG"] });
  return client;
}
async function make(who: TestUser, year = 2025, holder = of(who), language: "bg" | "en" | "pl" = "bg") {
  const body = { kind: "taxBG", from: `${year}-01-01`, to: `${year}-12-31`, language } as const;
  const { id } = await who.client.reports.ask({ params: holder, body });
  await makeReport(app.services, id);
  return who.client.reports.get({ params: { id } });
}
const dataOf = ({ data }: Awaited<ReturnType<typeof make>>) => data as unknown as TaxBGData;

const example = (account: string): string =>
  [
    "account,date,kind,isin,ticker,name,quantity,currency,amount,tax,venue,custodian",
    `${account},2025-02-01,deposit,,,,,USD,10000,,,Foreign Bank`,
    `${account},2025-02-03,buy,US5949181045,EXBG,Example Inc,10,USD,-1000,,XNYS,Foreign Bank`,
    `${account},2025-04-01,buy,US5949181045,EXBG,Example Inc,30,USD,-3600,,XNYS,Foreign Bank`,
    `${account},2025-09-10,sell,US5949181045,EXBG,Example Inc,-25,USD,3250,,XNYS,Foreign Bank`,
    `${account},2025-09-10,dividend,US5949181045,EXBG,Example Inc,,USD,85,15,,Foreign Bank`,
    `${account},2026-03-10,sell,US5949181045,EXBG,Example Inc,-15,USD,2000,,XNYS,Foreign Bank`,
  ].join("\n");

test("the worked example of 2025 from the custodian's file, in levs; the rest in 2026, in euro", async () => {
  const client = await makeClient();
  await imported(office, example(`BG-${made}`));
  const report = await make(client);
  expect(report).toMatchObject({ state: "made", gaps: [] });
  const data = dataOf(report);
  expect(data.annex5?.partII).toMatchObject({
    code: "508",
    salePrice: "5395.00",
    acquisitionPrice: "5057.50",
    profit: "337.50",
    tax: "33.75",
  });
  expect(data).toMatchObject({ currency: "BGN", taxpayer: "person", residences: ["BG"], dividendTax: "0.00" });
  expect(data.annex5?.partII.rows[0]?.quote).toEqual({
    rate: "1.66",
    day: "2025-09-10",
    source: "BNB (1.95583 ÷ ECB)",
  });
  // 100 dollars with 15 of tax at 1.66; 5 % of 166 is credited whole.
  expect(data.annex8?.partIII).toMatchObject([
    {
      code: "8141",
      gross: "166.00",
      foreignTax: "24.90",
      permittedCredit: "8.30",
      recognisedCredit: "8.30",
      due: "0.00",
    },
  ]);
  // 15 of the second purchase are left by the order of purchase.
  expect(data.annex8?.partI).toMatchObject([
    { acquired: "2025-04-01", quantity: "15", cost: "1800", costInTax: "3096.00" },
  ]);
  const next = await make(client, 2026);
  expect(next.gaps.map(({ code }) => code)).toEqual(["provisionalYear"]);
  // 3,034.50 levs of cost ÷ 1.95583; 2,000 ÷ 1.25.
  expect(dataOf(next)).toMatchObject({
    currency: "EUR",
    provisional: true,
    annex5: { partII: { salePrice: "1600.00", acquisitionPrice: "1551.52", profit: "48.48", tax: "4.85" } },
    annex8: { partI: [], partIII: [] },
  });
});

test("venues: a regulated market of the EU is exempt for a person, New York is not; an unknown one leaves the annex unknown", async () => {
  const client = await makeClient();
  const { SOFT } = await makeInstruments(app.services.db, { SOFT: "EUR" });
  const holder = of(client);
  const own = { currency: "EUR" } as const;
  await bookEntries(app.services.db, holder, [
    deposit("2025-01-02", "5000"),
    buy("2025-02-03", SOFT, "30", "-300", own),
    sell("2025-03-03", SOFT, "10", "150", { ...own, venue: "XETR" }),
    sell("2025-03-04", SOFT, "10", "160", { ...own, venue: "XNYS" }),
  ]);
  const data = dataOf(await make(client));
  // 150 and 160 euro at 1.95583, cost 100.
  expect(data.annex13.rows).toMatchObject([{ treatment: "exempt", salePrice: "293.37", profit: "97.79" }]);
  expect(data.annex5?.partII).toMatchObject({ salePrice: "312.93", acquisitionPrice: "195.58", tax: "11.74" });
  await bookEntries(app.services.db, holder, [sell("2025-03-05", SOFT, "10", "170", own)]);
  const later = dataOf(await make(client));
  expect(later).toMatchObject({ annex5: null, undecided: [{ traded: "2025-03-05", treatment: null }] });
  expect(later.gaps).toContainEqual({ code: "marketMissing", name: "SOFT plc", day: "2025-03-05" });
});

test("a company: profits of New York leave its result, losses are not recognised, and it has no annexes", async () => {
  const director = await app.as("client", { name: "Director" });
  const { db } = app.services;
  const holder: Holder = { holderType: "company", holderId: 0 };
  const { id } = await db
    .insertInto("company")
    .values({ creator_id: director.id, name: "Beta EOOD", state: "postKYC" })
    .returning("id")
    .executeTakeFirstOrThrow();
  holder.holderId = id;
  await db
    .insertInto("holder_account")
    .values({ holder_type: "company", holder_id: id, client_number: "BG-C", base_currency: "EUR" })
    .execute();
  await arrangeTaxResidences(app, holder, { by: director.id, countries: ["BG", "PL"] });
  const { COMP } = await makeInstruments(db, { COMP: "EUR" });
  await bookEntries(db, holder, [
    deposit("2025-01-02", "5000"),
    buy("2025-02-03", COMP, "30", "-300"),
    sell("2025-03-03", COMP, "10", "150", { venue: "XNYS" }),
    sell("2025-03-04", COMP, "10", "80", { venue: "XETR" }),
    sell("2025-03-05", COMP, "10", "90", { venue: "XLON" }),
  ]);
  const internal = await app.as("internal");
  const data = dataOf(await make(internal, 2025, holder));
  expect(data).toMatchObject({
    taxpayer: "company",
    annex5: null,
    annex8: null,
    company: { excludedProfit: "97.79", unrecognisedLoss: "39.11" },
  });
  expect(data.company?.rows.map(({ treatment }) => treatment)).toEqual(["excluded", "excluded", "inResult"]);
  // Poland's form is of persons.
  const { offer } = await internal.client.reports.list({ params: holder, query: {} });
  expect(offer.kinds.filter((kind) => kind.startsWith("tax"))).toEqual(["taxBG"]);
  const refused = internal.client.reports.ask({
    params: holder,
    body: { kind: "taxPL", from: "2025-01-01", to: "2025-12-31", language: "pl" },
  });
  await expect(refused).rejects.toMatchObject({ errors: [{ path: "kind", code: "notAllowed" }] });
});

test("form SPB-8 by the country of the custodians, as the firm stated it when the pack was asked for", async () => {
  const client = await makeClient();
  await imported(office, example(`BG-${made}`));
  const before = await make(client);
  expect(dataOf(before).spb8).toBeNull();
  const admin = await app.as("admin");
  const content = {
    name: "FOREIGN BANK",
    kind: "bank" as const,
    other_names: [],
    formats: [],
    day_basis: "trade" as const,
    confirmations: "custodian" as const,
    quantity_tolerance: "0",
    cash_tolerance: "0",
    automatic: false as const,
  };
  const { id } = await admin.client.custodians.create({ body: { ...content, country: "IE" } });
  expect(dataOf(await make(client)).spb8).toBe(true);
  await admin.client.custodians.save({ params: { id }, body: { ...content, country: "BG", version: 1 } });
  expect(dataOf(await make(client)).spb8).toBe(false);
  expect((await verifyReports(app.services)).faults).toEqual([]);
});

test("interest has a payer, and is told apart; tax of another year's payment is named and in no figure", async () => {
  const client = await makeClient();
  const { PAID } = await makeInstruments(app.services.db, { PAID: "EUR" });
  await bookEntries(app.services.db, of(client), [
    deposit("2024-01-02", "5000"),
    entry({ kind: "dividend", day: "2024-12-30", instrumentId: PAID, amount: "10", currency: "EUR" }),
    entry({ kind: "tax", day: "2025-01-03", instrumentId: PAID, amount: "-1", currency: "EUR" }),
    entry({ kind: "interest", day: "2025-06-02", amount: "4", currency: "EUR" }),
  ]);
  const data = dataOf(await make(client));
  expect(data.otherIncome).toMatchObject([{ name: "Portico", gross: "4", currency: "EUR" }]);
  expect(data.corrections).toMatchObject([
    { name: "PAID plc", day: "2025-01-03", paidOn: "2024-12-30", tax: "1", currency: "EUR" },
  ]);
  expect(data.annex8?.partIII).toEqual([]);
  for (const language of ["bg", "en", "pl"] as const) {
    const { id } = await make(client, 2025, of(client), language);
    const csv = new TextDecoder().decode((await client.client.reports.getCsv({ params: { id } })).content);
    expect(csv).toContain("PAID plc");
    expect(csv).not.toMatch(/reports\.tax/);
    expect((await client.client.reports.getPdf({ params: { id } })).content.length).toBeGreaterThan(2000);
  }
});
