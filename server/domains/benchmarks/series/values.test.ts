/** Files of values of a series: previewed, refused row by row, stored whole or not at all; corrections beside the former. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf } from "../../../testing/effects.ts";
import { makeBlend, makeSeries, storeValues, valueFile } from "../testing/arranged.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
let internal: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  office = await app.as("office", { name: "Olga Office" });
  internal = await app.as("internal");
});
afterAll(() => app.close());

const preview = (id: number, content: string, source = "Provider", who = office) =>
  who.client.benchmarks.previewValues({ params: { id }, body: { fileName: "values.csv", content, source } });
const confirm = (id: number, uploadId: number, acceptMarked = false) =>
  office.client.benchmarks.confirmValues({ params: { id, uploadId }, body: { acceptMarked } });
const discard = (id: number, uploadId: number) =>
  office.client.benchmarks.discardValues({ params: { id, uploadId }, body: {} });
const valuesOf = async (id: number) =>
  (await internal.client.benchmarks.listValues({ params: { id }, query: {} })).values.map(
    ({ day, value, source, counts }) => `${day} ${value} ${source}${counts ? "" : " replaced"}`,
  );

test("a file is shown before anything is stored, and stored whole when confirmed; a second time everything is known", async () => {
  const id = await makeSeries(admin, { currency: "USD" });
  const file = "day;value;currency;source\n2024-01-02;100.10;USD;\n2024-01-03;100.2;;Index house\n2024-01-04;;;\n";
  const shown = await preview(id, file);
  expect(shown).toMatchObject({
    state: "previewed",
    rows: 3,
    newRows: 2,
    knownRows: 0,
    correctedRows: 0,
    markedRows: 0,
  });
  expect(shown).toMatchObject({ currency: "USD", from: "2024-01-02", to: "2024-01-03" });
  expect(await valuesOf(id)).toEqual([]);
  expect(await confirm(id, shown.id)).toMatchObject({ state: "confirmed", can: { confirm: false, discard: false } });
  expect((await confirm(id, shown.id)).state).toBe("confirmed");
  expect(await valuesOf(id)).toEqual(["2024-01-03 100.2 Index house", "2024-01-02 100.1 Provider"]);
  const again = await preview(id, file);
  expect(again).toMatchObject({ newRows: 0, knownRows: 2, can: { confirm: false } });
  expect(await internal.client.benchmarks.open({ params: { id } })).toMatchObject({
    from: "2024-01-02",
    to: "2024-01-03",
    days: 2,
  });
  const log = await auditOf(app, { type: "benchmark", id });
  expect(log.map(({ action }) => action)).toEqual([
    "benchmark.created",
    "benchmark.valuesPreviewed",
    "benchmark.valuesConfirmed",
    "benchmark.valuesPreviewed",
  ]);
  const { uploads } = await internal.client.benchmarks.listUploads({ params: { id }, query: {} });
  expect(uploads.map(({ state }) => state)).toEqual(["previewed", "confirmed"]);
});

test("another value for a stored day needs a source of its own; then it counts, and the former stays with when it was known", async () => {
  const id = await makeSeries(admin);
  await storeValues(office, id, ["2024-01-02", 100], ["2024-01-03", 101]);
  const same = await preview(id, valueFile(["2024-01-03", 102]));
  expect(same).toMatchObject({ state: "refused", refusals: [{ line: 2, code: "otherValue" }] });
  expect(await codeOf(confirm(id, same.id, true))).toBe("fileRefused");
  const other = await preview(id, valueFile(["2024-01-02", 100], ["2024-01-03", 102]), "Provider, corrected");
  expect(other).toMatchObject({
    newRows: 0,
    knownRows: 1,
    correctedRows: 1,
    corrections: [{ line: 3, day: "2024-01-03", stored: "101", storedSource: "Provider", value: "102" }],
  });
  expect(await codeOf(confirm(id, other.id))).toBe("quotesNotAccepted");
  await confirm(id, other.id, true);
  expect(await valuesOf(id)).toEqual([
    "2024-01-03 102 Provider, corrected",
    "2024-01-03 101 Provider replaced",
    "2024-01-02 100 Provider",
  ]);
  for (const statement of [sql`update benchmark_value set value = 1`, sql`delete from benchmark_value`])
    await expect(statement.execute(app.services.db)).rejects.toThrow("permission denied");
});

test("each bad row is refused with its line and reason, and nothing of the file is stored", async () => {
  const id = await makeSeries(admin);
  await storeValues(office, id, ["2024-01-02", 10]);
  const tomorrow = addDays(new Date().toISOString().slice(0, 10), 2);
  const rows = [
    ["2024-02-30", "10", "EUR"],
    ["01.02.2024", "10", "EUR"],
    [tomorrow, "10", "EUR"],
    ["2024-02-01", "0", "EUR"],
    ["2024-02-02", "-3", "EUR"],
    ["2024-02-05", "10,25", "EUR"],
    ["2024-02-08", "10", "USD"],
    ["2024-02-09", "10", "EUR"],
    ["2024-02-09", "10.01", "EUR"],
    ["2024-02-12", "1e3", "EUR"],
    ["2024-02-13", "10", "QQQ"],
  ];
  const shown = await preview(id, ["day;value;currency", ...rows.map((row) => row.join(";"))].join("\n"));
  expect(shown.refusals.map(({ line, code }) => `${line} ${code}`)).toEqual([
    "2 badDate",
    "3 badDate",
    "4 futureDate",
    "5 notPositive",
    "6 notPositive",
    "7 badNumber",
    "8 currencyMismatch",
    "10 repeatedInFile",
    "11 badNumber",
    "12 unknownCurrency",
  ]);
  expect(shown).toMatchObject({ state: "refused", can: { confirm: false } });
  expect(await valuesOf(id)).toEqual(["2024-01-02 10 Provider"]);
});

test.each([
  ["nothing", "", "emptyFile"],
  ["a header alone", "day,value", "emptyFile"],
  ["no column with the values", "day,price\n2024-01-02,1", "unknownColumn"],
  ["a missing column", "day\n2024-01-02", "missingColumn"],
  ["NAVs", "date,nav\n2024-01-10,12.5", "otherFile"],
  ["a spreadsheet", "PK\u0003\u0004rest", "malformedFile"],
])("a file with %s is refused as a whole", async (_, content, code) => {
  expect((await preview(await makeSeries(admin), content)).refusals.map((one) => one.code)).toEqual([code]);
});

test("jumps, slips, weekends, gaps and days before the first must be looked at; one lone early day is refused", async () => {
  const id = await makeSeries(admin);
  await storeValues(office, id, ["2024-01-02", 100]);
  const shown = await preview(
    id,
    valueFile(["2024-01-03", 130], ["2024-01-04", 13.1], ["2024-01-06", 13.2], ["2024-01-22", 13.3]),
  );
  expect(shown.marked.map(({ day, before, marks }) => [day, before?.value, marks.join()])).toEqual([
    ["2024-01-03", "100", "jump"],
    ["2024-01-04", "130", "digits"],
    ["2024-01-06", "13.1", "weekend"],
    ["2024-01-22", "13.2", "gap"],
  ]);
  expect(await codeOf(confirm(id, shown.id))).toBe("quotesNotAccepted");
  await confirm(id, shown.id, true);
  expect((await preview(id, valueFile(["1924-01-02", 100]))).refusals).toMatchObject([{ code: "tooEarly" }]);
  expect((await preview(id, valueFile(["2023-12-29", 100]))).marked).toMatchObject([{ marks: ["early"] }]);
});

test("of two files that say different things one is stored, and a dropped one is not", async () => {
  const id = await makeSeries(admin);
  const files = await Promise.all(
    ["A", "B", "C"].map((source, place) => preview(id, valueFile(["2024-01-02", 10 + place]), source)),
  );
  const codes = await Promise.all(files.map((file) => codeOf(confirm(id, file.id))));
  expect(codes.toSorted()).toEqual(["done", "stateConflict", "stateConflict"]);
  expect(await valuesOf(id)).toHaveLength(1);
  const shown = await preview(id, valueFile(["2024-01-03", 10]));
  for (let count = 0; count < 2; count += 1) await discard(id, shown.id);
  expect(await codeOf(confirm(id, shown.id))).toBe("stateConflict");
  const stored = files[codes.indexOf("done")];
  expect(await codeOf(discard(id, stored?.id ?? 0))).toBe("stateConflict");
});

test("only a series takes values, by office; its currency stays once it has some; another's file is not found", async () => {
  const [id, other] = [await makeSeries(admin), await makeSeries(admin)];
  const blend = await makeBlend(admin, { [id]: "50", [other]: "50" });
  expect(await codeOf(preview(blend, valueFile(["2024-01-02", 1])))).toBe("stateConflict");
  expect(await codeOf(preview(999_999, valueFile(["2024-01-02", 1])))).toBe("notFound");
  expect(await codeOf(preview(id, valueFile(["2024-01-02", 1]), "X", internal))).toBe("forbidden");
  const waiting = await preview(id, valueFile(["2024-01-02", 1]));
  expect(await codeOf(confirm(other, waiting.id))).toBe("notFound");
  const save = async (currency: string) => {
    const { saved_at: since, name } = await admin.client.benchmarks.open({ params: { id } });
    const content = { kind: "series", name, currency, return_kind: "price" } as const;
    return codeOf(admin.client.benchmarks.save({ params: { id }, body: { content, since } }));
  };
  expect(await save("USD")).toBe("done");
  // It was read as euro.
  expect(await codeOf(confirm(id, waiting.id))).toBe("stateConflict");
  await storeValues(office, id, ["2024-01-02", 1]);
  expect([await save("EUR"), await save("USD")]).toEqual(["inUse", "done"]);
});
