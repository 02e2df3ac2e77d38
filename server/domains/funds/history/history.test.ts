/** The history of a definition: stored values of its lines on one list of days, converted, with gaps as gaps. */
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { definitionContent, line, newDefinition, newFund, storeNavs, texts } from "../testing/arranged.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  office = await app.as("office");
});
afterAll(() => app.close());

const historyOf = async (id: number) => (await app.app.inject({ url: `/target/definition/${id}/history` })).json();

test("begins where each line has a value, ends where one has none any more, and fills nothing in", async () => {
  const [one, two, compared] = [
    await newFund(admin),
    await newFund(admin),
    await newFund(admin, { name: "World index" }),
  ];
  await storeNavs(
    office,
    one.id,
    ["2024-01-01", "9"],
    ["2024-01-02", "10"],
    ["2024-01-04", "12"],
    ["2024-02-01", "13"],
  );
  await storeNavs(
    office,
    two.id,
    ["2024-01-02", "20"],
    ["2024-01-03", "21"],
    ["2024-02-01", "23"],
    ["2024-02-02", "24"],
  );
  await storeNavs(office, compared.id, ["2024-01-03", "5"]);
  const { id } = await newDefinition(admin, {
    allocation: [line(one.id, "60"), line(two.id, "40", { label: texts("Second") })],
    benchmark: { fund_id: compared.id, instrument_id: null, label: { bg: "", en: "", pl: "" } },
  });
  expect(await historyOf(id)).toEqual({
    currency: "EUR",
    rebalancing: "yearly",
    fees: { entry: "1", yearly: "0.8", exit: "0" },
    fault: null,
    demo: false,
    days: ["2024-01-02", "2024-01-03", "2024-01-04", "2024-02-01"],
    versions: [{ since: expect.any(String), rebalancing: "yearly", percents: ["60", "40"] }],
    history: [
      {
        fund_id: one.id,
        instrument_id: null,
        label: { bg: one.name, en: one.name, pl: one.name },
        percent: "60",
        currency: "EUR",
        navs: ["10", null, "12", "13"],
      },
      {
        fund_id: two.id,
        instrument_id: null,
        label: texts("Second"),
        percent: "40",
        currency: "EUR",
        navs: ["20", "21", null, "23"],
      },
    ],
    benchmark: {
      label: { bg: "World index", en: "World index", pl: "World index" },
      currency: "EUR",
      navs: [null, "5", null, null],
    },
    // Only two days have a value of each line.
    gaps: [{ from: "2024-01-02", to: "2024-02-01" }],
    sources: ["TEST"],
  });
});

test("converts a fund in another currency at the day's rate, exactly, and leaves days without a recent rate empty", async () => {
  const fund = await newFund(admin, { currency: "USD" });
  await storeNavs(office, fund.id, ["2024-03-01", "110"], ["2024-03-04", "121"], ["2024-03-28", "120"]);
  await sql`insert into fx_rate (currency, day, source, per_euro) values ('USD', '2024-03-01', 'ECB', 1.1), ('USD', '2024-03-04', 'ECB', 1.2)`.execute(
    app.services.db,
  );
  const { id } = await newDefinition(admin, { allocation: [line(fund.id, "100")] });
  const { history, sources } = await historyOf(id);
  expect(history[0]).toMatchObject({ currency: "USD", navs: ["100", "100.83333333", null] });
  expect(sources).toEqual(["TEST", "ECB"]);
});

test("says why there is none: a line that is only a class, funds without values, a currency without rates", async () => {
  const empty = await newFund(admin);
  const foreign = await newFund(admin, { currency: "SEK" });
  await storeNavs(office, foreign.id, ["2024-01-02", "1"]);
  const faultOf = async (allocation: ReturnType<typeof line>[]) => {
    const { fault, days, history } = await historyOf((await newDefinition(admin, { allocation })).id);
    expect([days, history]).toEqual([[], []]);
    return fault;
  };
  expect(await faultOf([line(empty.id, "50"), line(null, "50", { label: texts("Cash") })])).toBe("noSeries");
  expect(await faultOf([line(empty.id, "100")])).toBe("noValues");
  expect(await faultOf([line(foreign.id, "100")])).toBe("rateMissing");
});

test("prices from before a split count in the units of today", async () => {
  const { db } = app.services;
  const { rows } = await sql<{ id: number }>`
    insert into instrument (name, ticker, currency) values ('Split plc', 'SPLIT', 'EUR') returning id`.execute(db);
  const instrument = rows[0]?.id ?? 0;
  await sql`insert into price (instrument_id, currency, day, source, value) values (${instrument}, 'EUR', '2024-01-02', 'X', 100), (${instrument}, 'EUR', '2024-01-03', 'X', 51)`.execute(
    db,
  );
  await sql`insert into instrument_split (instrument_id, day, from_units, into_units) values (${instrument}, '2024-01-03', 1, 2)`.execute(
    db,
  );
  const { id } = await newDefinition(admin, { allocation: [line(null, "100", { instrument_id: instrument })] });
  expect((await historyOf(id)).history[0]).toMatchObject({ navs: ["50", "51"], label: { en: "Split plc" } });
});

/** As if a version had been published on another day. */
async function publishedOn(id: number, version: number, day: string): Promise<void> {
  const owner = new Client(app.database.owner);
  await owner.connect();
  await owner.query("alter table content_version disable trigger keep_published_content");
  await owner.query(
    `update content_version set published_at = $1::date + interval '12 hours'
     where kind = 'definition' and subject = $2 and version = $3`,
    [day, String(id), version],
  );
  await owner.query("alter table content_version enable trigger keep_published_content");
  await owner.end();
}

test("names every version with its weights and its day, also lines that today's no longer has", async () => {
  const [old, kept, young] = [await newFund(admin), await newFund(admin), await newFund(admin)];
  for (const fund of [old, kept]) await storeNavs(office, fund.id, ["2024-01-02", "10"], ["2024-03-01", "11"]);
  await storeNavs(office, young.id, ["2024-02-01", "5"], ["2024-03-01", "6"]);
  const { id } = await newDefinition(admin, { allocation: [line(old.id, "70"), line(kept.id, "30")] });
  const next = definitionContent({ allocation: [line(kept.id, "50"), line(young.id, "50")], rebalancing: "monthly" });
  await admin.client.funds.saveDefinition({ params: { id }, body: { content: next, edit: null } });
  await admin.client.funds.publishDefinition({ params: { id }, body: { version: 2, edit: 1 } });
  await publishedOn(id, 1, "2024-01-02");
  await publishedOn(id, 2, "2024-02-01");

  const { versions, history, days, gaps } = await historyOf(id);
  expect(versions).toEqual([
    { since: "2024-01-02", rebalancing: "yearly", percents: ["30", "0", "70"] },
    { since: "2024-02-01", rebalancing: "monthly", percents: ["50", "50", "0"] },
  ]);
  // From the day of the first version, before today's lines have values.
  expect(days).toEqual(["2024-01-02", "2024-02-01", "2024-03-01"]);
  const shown = history.map((one: { fund_id: number; percent: string; navs: string[] }) => [
    one.fund_id,
    one.percent,
    one.navs,
  ]);
  expect(shown).toEqual([
    [kept.id, "50", ["10", null, "11"]],
    [young.id, "50", [null, "5", "6"]],
    [old.id, "0", ["10", null, "11"]],
  ]);
  expect(gaps).toEqual([]);
});

test("a draft is no version, and nothing before a version without values is known", async () => {
  const fund = await newFund(admin);
  await storeNavs(office, fund.id, ["2024-01-02", "10"], ["2024-01-03", "11"]);
  const { id } = await newDefinition(admin, { allocation: [line(fund.id, "100")] });
  const publish = async (allocation: ReturnType<typeof line>[], version: number) => {
    const content = definitionContent({ allocation });
    await admin.client.funds.saveDefinition({ params: { id }, body: { content, edit: null } });
    if (version > 0) await admin.client.funds.publishDefinition({ params: { id }, body: { version, edit: 1 } });
  };
  await publish([line(fund.id, "50"), line(null, "50", { label: texts("Cash") })], 2);
  await publish([line(fund.id, "100")], 3);
  await publish([line(fund.id, "100")], 0);
  expect((await historyOf(id)).versions).toEqual([expect.objectContaining({ percents: ["100"] })]);
});
