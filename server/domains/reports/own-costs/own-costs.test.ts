/** Own costs of instruments over HTTP: who states them, what history keeps, and files of ours and of fund houses. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf } from "../../../testing/effects.ts";
import { readKnowledgeNow } from "../../market-data/knowledge.ts";
import { makeInstruments } from "../../portfolios/testing/firm.ts";
import { findCostsKnown } from "./own-costs.queries.ts";

let app: TestApp;
let office: TestUser;
let internal: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  internal = await app.as("internal");
});
afterAll(() => app.close());

/** Real check digits: the portal refuses others. */
const isins = ["IE00B4L5Y983", "LU0274208692", "US78462F1030"] as const;

async function makeFund(ticker: string, isin?: string): Promise<number> {
  const { db } = app.services;
  const ids = await makeInstruments(db, { [ticker]: "EUR" });
  const id = ids[ticker] ?? 0;
  await sql`update instrument set asset_class = 'fund', isin = ${isin ?? null} where id = ${id}`.execute(db);
  return id;
}

const costs = { ongoing: "0.75", transactions: "-0.02", incidental: "0", oneOff: "0", thirdParties: "0.3" };
const save = (id: number, body: Partial<typeof costs> & { from?: string; before?: number | null }, who = office) =>
  who.client.reports.saveOwnCosts({ params: { id }, body: { from: "2025-01-01", before: null, ...costs, ...body } });
const list = (id: number) => internal.client.reports.listOwnCosts({ params: { id } });

test("what staff state counts from its day on; a correction replaces it, a withdrawal ends it, and history keeps all", async () => {
  const { db } = app.services;
  const id = await makeFund("KEPT");
  const atFirst = await readKnowledgeNow(db);
  const stated = await save(id, {});
  expect(stated.costs).toMatchObject([
    { ...costs, from: "2025-01-01", counts: true, withdrawn: false, recordedBy: "Olga Office", fileName: null },
  ]);
  const [first] = stated.costs;
  const atSecond = await readKnowledgeNow(db);
  // The same again changes nothing, whatever the page saw; another value of what is not there any more is refused.
  expect((await save(id, {})).costs).toHaveLength(1);
  expect(await codeOf(save(id, { ongoing: "0.8" }))).toBe("stateConflict");
  const corrected = await save(id, { ongoing: "0.8", before: first?.id ?? 0 });
  expect(corrected.costs.map(({ ongoing, counts }) => [ongoing, counts])).toEqual([
    ["0.8", true],
    ["0.75", false],
  ]);
  await save(id, { from: "2026-01-01", ongoing: "0.6" });
  const atThird = await readKnowledgeNow(db);
  const withdraw = (costId: number) => office.client.reports.withdrawOwnCosts({ params: { id, costId }, body: {} });
  expect(await codeOf(withdraw(first?.id ?? 0)), "it does not count any more").toBe("stateConflict");
  const [newest] = (await list(id)).costs;
  await withdraw(newest?.id ?? 0);
  await withdraw(newest?.id ?? 0);
  expect((await list(id)).costs.map(({ from, counts, withdrawn }) => [from, counts, withdrawn])).toEqual([
    ["2026-01-01", false, true],
    ["2026-01-01", false, false],
    ["2025-01-01", true, false],
    ["2025-01-01", false, false],
  ]);
  const known = async (at: string) => (await findCostsKnown(db, [id], at)).map(({ from, ongoing }) => [from, ongoing]);
  expect(await known(atFirst)).toEqual([]);
  expect(await known(atSecond)).toEqual([["2025-01-01", "0.75"]]);
  expect(await known(atThird)).toEqual([
    ["2025-01-01", "0.8"],
    ["2026-01-01", "0.6"],
  ]);
  expect(await known(await readKnowledgeNow(db))).toEqual([["2025-01-01", "0.8"]]);
  expect(await auditOf(app, { type: "instrument", id }, "instrument.costsSaved")).toHaveLength(3);
  expect(await auditOf(app, { type: "instrument", id }, "instrument.costsWithdrawn")).toHaveLength(1);
});

test("of two colleagues who state a day at once the second sees the first's", async () => {
  const id = await makeFund("RACE");
  const codes = await Promise.all(["1", "2", "3"].map((ongoing) => codeOf(save(id, { ongoing }))));
  expect(codes.toSorted()).toEqual(["done", "stateConflict", "stateConflict"]);
  expect((await list(id)).costs).toHaveLength(1);
});

test("what is no percentage is refused: below zero but for transactions, above a hundred, and more paid to us than it costs", async () => {
  const id = await makeFund("WRONG");
  const faults: [Partial<typeof costs>, string][] = [
    [{ ongoing: "-0.1" }, "ongoing"],
    [{ ongoing: "101" }, "ongoing"],
    [{ ongoing: "0,75" }, "ongoing"],
    [{ ongoing: "0.1234567" }, "ongoing"],
    [{ transactions: "-101" }, "transactions"],
    [{ thirdParties: "0.76" }, "thirdParties"],
  ];
  for (const [wrong, path] of faults)
    await expect(save(id, { thirdParties: "0", ...wrong }), JSON.stringify(wrong)).rejects.toMatchObject({
      code: "badInput",
      errors: expect.arrayContaining([expect.objectContaining({ path })]),
    });
  expect((await list(id)).costs).toEqual([]);
  expect(await codeOf(save(id, {}, internal))).toBe("forbidden");
  expect(await codeOf(save(999_999, {}))).toBe("notFound");
});

const preview = (content: string) =>
  office.client.reports.previewOwnCosts({ body: { fileName: "costs.csv", content } });
const store = (content: string, stamp: string) =>
  office.client.reports.importOwnCosts({ body: { fileName: "costs.csv", content, stamp } });

test("a file in our columns: new, corrected and known rows, and refusals with their lines; it is stored whole or not at all", async () => {
  const [one, two] = [await makeFund("FILE1", isins[0]), await makeFund("FILE2", isins[1])];
  await save(two, { ongoing: "1.5", thirdParties: "0" });
  const content = [
    "isin,from,ongoing,transactions,incidental,one_off,third_parties",
    `${isins[0]},2025-01-01,0.2,0.01,,,0.1`,
    `${isins[1]},2025-01-01,1.4,0.05,0.1,2,0.5`,
    `${isins[2]},2025-01-01,0.09,0,,,`,
  ].join("\n");
  const shown = await preview(content);
  expect(shown).toMatchObject({
    rows: 3,
    newRows: 1,
    correctedRows: 1,
    knownRows: 0,
    unknownRows: 1,
    unknown: [isins[2]],
    refusedRows: 0,
  });
  expect(shown.changes.map(({ line, ongoing, stored }) => [line, ongoing, stored?.ongoing ?? null])).toEqual([
    [2, "0.2", null],
    [3, "1.4", "1.5"],
  ]);
  // Stored otherwise meanwhile, it must be looked at again.
  const [counting] = (await list(two)).costs;
  await save(two, { ongoing: "1.6", thirdParties: "0", before: counting?.id ?? 0 });
  expect(await codeOf(store(content, shown.stamp))).toBe("stateConflict");
  expect((await list(one)).costs).toEqual([]);
  const { stamp } = await preview(content);
  await store(content, stamp);
  expect((await list(one)).costs).toMatchObject([
    { ongoing: "0.2", transactions: "0.01", incidental: "0", oneOff: "0", thirdParties: "0.1", fileName: "costs.csv" },
  ]);
  // Sent twice it changes nothing.
  expect(await store(content, stamp)).toMatchObject({ newRows: 0, correctedRows: 0, knownRows: 2 });
  expect((await list(two)).costs).toHaveLength(3);
  const wrong = await preview(
    [
      "isin;from;ongoing;transactions;third_parties",
      `${isins[0]};2025-02-30;0.2;0.01;`,
      `${isins[0]};2025-03-01;0,2;0.01;`,
      `${isins[0]};2025-03-02;-1;0.01;`,
      `${isins[0]};2025-03-03;0.2;0.01;0.3`,
      `IE00B4L5Y984;2025-03-03;0.2;0.01;`,
      `${isins[0]};2025-03-04;;0.01;`,
      `${isins[0]};2025-03-05;0.2;0.01;`,
      `${isins[0]};2025-03-05;0.3;0.01;`,
    ].join("\n"),
  );
  expect(wrong.refusals.map(({ line, code }) => [line, code])).toEqual([
    [2, "badDate"],
    [3, "badNumber"],
    [4, "belowZero"],
    [5, "outOfRange"],
    [6, "unknownInstrument"],
    [7, "missingValue"],
    [9, "repeatedInFile"],
  ]);
  expect(await codeOf(store("isin,from,ongoing,transactions\nX,2025-01-01,1,1", stamp))).toBe("fileRefused");
  expect((await preview("account,kind,amount\n1,2,3")).refusals).toMatchObject([{ code: "otherFile" }]);
});

test("a fund house's template states fractions in many columns; what funds pay to distributors is not what the firm receives", async () => {
  const id = await makeFund("EMT", isins[2]);
  await save(id, { from: "2024-01-01", ongoing: "0.09", thirdParties: "0.04" });
  const columns = {
    "00001_EMT_Version": "V4.2",
    "00005_File_Generation_Date_And_Time": "2026-02-01 10:00:00",
    "00010_Financial_Instrument_Identifying_Data": isins[2],
    "00020_Type_Of_Identification_Code_For_The_Financial_Instrument": "1",
    "00030_Financial_Instrument_Name": "A fund, of shares",
    "07100_Financial_Instrument_Gross_Ongoing_Costs": "0.01",
    "08025_One-off_Cost_Financial_Instrument_Entry_Cost_Acquired": "0.02",
    "08030_Financial_Instrument_Ongoing_Costs_Ex_Post": "0.000945",
    "08050_Financial_Instrument_Management_Fee_Ex_Post": "0.0008",
    "08060_Financial_Instrument_Distribution_Fee_Ex_Post": "0.0005",
    "08070_Financial_Instrument_Transaction_Costs_Ex_Post": "-1.2E-05",
    "08080_Financial_Instrument_Incidental_Costs_Ex_Post": "",
    "08090_Beginning_Of_Reference_Period": "2025-01-01",
    "08100_End_Of_Reference_Period": "2025-12-31",
  };
  const line = (values: readonly string[]) => values.map((value) => `"${value}"`).join(";");
  const content = [line(Object.keys(columns)), line(Object.values(columns))].join("\r\n");
  const shown = await preview(content);
  expect(shown.refusals).toEqual([]);
  expect(shown.changes).toMatchObject([
    {
      from: "2025-01-01",
      ongoing: "0.0945",
      transactions: "-0.0012",
      incidental: "0",
      oneOff: "2",
      thirdParties: "0.04",
    },
  ]);
  await store(content, shown.stamp);
  const stated = await internal.client.portfolios.listInstruments({ query: { search: "EMT plc" } });
  expect(stated.instruments).toMatchObject([{ id, ongoingCosts: "0.0945" }]);
  // Without costs, of another kind of identifier, or in units of currency.
  const rows = [
    {
      ...columns,
      "08030_Financial_Instrument_Ongoing_Costs_Ex_Post": "",
      "08070_Financial_Instrument_Transaction_Costs_Ex_Post": "",
    },
    { ...columns, "00020_Type_Of_Identification_Code_For_The_Financial_Instrument": "9" },
  ];
  const others = await preview([line(Object.keys(columns)), ...rows.map((row) => line(Object.values(row)))].join("\n"));
  expect(others).toMatchObject({ rows: 2, newRows: 0, refusedRows: 0 });
});

test("funds without own costs are found, and those of others are not asked for", async () => {
  const [fund, other] = [
    await makeFund("LACKING"),
    (await makeInstruments(app.services.db, { LACKINGSHARE: "EUR" })).LACKINGSHARE,
  ];
  const missing = async () =>
    (
      await internal.client.portfolios.listInstruments({ query: { search: "LACKING", missing: "costs" } })
    ).instruments.map(({ id }) => id);
  expect(await missing()).toEqual([fund]);
  expect(other).not.toBe(fund);
  const { costs: stated } = await save(fund, {});
  expect(await missing()).toEqual([]);
  await office.client.reports.withdrawOwnCosts({ params: { id: fund, costId: stated[0]?.id ?? 0 }, body: {} });
  expect(await missing()).toEqual([fund]);
});
