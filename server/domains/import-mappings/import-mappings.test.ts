/** Mappings of files: saved in versions, recognised, tried without storing, and kept by what was read with them. */
import type { WrittenMapping } from "@portico/api/imports/mapping.ts";
import { expect, test } from "vitest";
import { auditOf, codeOf } from "../../testing/effects.ts";
import { createFirm } from "../imports/testing/firm.ts";
import { confirm, refused } from "../imports/testing/uploads.ts";

const firm = createFirm("M");

/** A bank's own columns; each test has names of its own, so that no other test's mapping fits its files. */
const written = (word: string, more: Partial<WrittenMapping> = {}): WrittenMapping => ({
  makes: "statement",
  numbers: { decimal: ",", thousands: "." },
  dates: { formats: ["DD.MM.YYYY"] },
  columns: {
    date: { source: { from: "column", names: [`Datum ${word}`] } },
    currency: { source: { from: "constant", value: "EUR" } },
    amount: {
      source: {
        from: "sum",
        terms: [{ name: "Haben" }, { name: "Soll", minus: true }],
      },
    },
  },
  kinds: {
    columns: ["Art"],
    rows: [
      { when: ["Einzahlung"], result: "deposit" },
      { when: ["Spesen*"], result: "fee" },
      { when: ["Vormerkung"], result: "leaveOut" },
    ],
  },
  ...more,
});
const file = (word: string, ...rows: string[]): string =>
  ["Kontoauszug;;;", `Datum ${word};Art;Soll;Haben`, ...rows].join("\n");
const usual = ["31.12.2025;Einzahlung;;1.000,50", "02.01.2026;Spesen Depot;2,50;", "03.01.2026;Vormerkung;9,00;"];

const create = (name: string, mapping: WrittenMapping) =>
  firm.staff.client.importMappings.create({ body: { name, mapping } });
const preview = (content: string, more: object = {}) =>
  firm.staff.client.imports.preview({ body: { fileName: "bank.csv", content, ...more } });

test("a saved mapping reads files with its columns; whose they are is typed once and kept", async () => {
  const { account, id: client } = await firm.client();
  expect(refused(await preview(file("A", ...usual), { account }))).toEqual(["1 unknownFormat"]);
  const { id, key } = await create("Bank A", written("A"));
  expect(refused(await preview(file("A", ...usual)))).toEqual(["file accountMissing"]);
  const read = await preview(file("A", ...usual), { account });
  expect(read).toMatchObject({
    kind: "statement",
    format: "mapped",
    message: "Bank A",
    state: "previewed",
    account,
    mapping: { key, name: "Bank A", version: 1 },
    newRows: 2,
    leftOut: [{ name: "Vormerkung", rows: 1 }],
  });
  // Another version reads the sign otherwise; the preview is confirmed as it was shown.
  await firm.staff.client.importMappings.change({
    params: { id },
    body: { name: "Bank A", version: 1, mapping: written("A", { dates: { formats: ["MM.DD.YYYY"] } }) },
  });
  expect((await confirm(firm.staff, read)).state).toBe("confirmed");
  expect((await firm.held(client)).cash).toEqual({ EUR: "998" });
  const { versions, usedBy } = await firm.staff.client.importMappings.get({ params: { id } });
  expect([usedBy, versions.map(({ version, usedBy: by }) => [version, by])]).toEqual([
    1,
    [
      [2, 0],
      [1, 1],
    ],
  ]);
  expect(refused(await preview(file("A", ...usual), { account }))[0]).toBe("3 badDate Datum A: 31.12.2025");
});

test("names are unique, a version that is no longer the last is not overwritten, faults are named", async () => {
  const { id } = await create("Bank B", written("B"));
  expect(await codeOf(create("BANK B", written("B")))).toBe("nameInUse");
  const change = (version: number) =>
    firm.staff.client.importMappings.change({
      params: { id },
      body: { name: "Bank B", version, mapping: written("B") },
    });
  const codes = await Promise.all([1, 1, 1].map((version) => codeOf(change(version))));
  expect(codes.toSorted()).toEqual(["done", "textChanged", "textChanged"]);
  await expect(create("Bank C", written("C", { dates: { formats: ["DD.MM"] } }))).rejects.toMatchObject({
    code: "badInput",
    errors: [{ path: "mapping.dates.formats.0", code: "unknown" }],
  });
  const { kinds: _kinds, ...withoutKinds } = written("C");
  expect(await codeOf(create("Bank C", withoutKinds))).toBe("badInput");
  expect(await auditOf(firm.portal, { type: "importMapping", id }, "importMapping.changed")).toMatchObject([
    { before: { version: 1 }, after: { version: 2, name: "Bank B" } },
  ]);
});

test("a retired mapping reads nothing; what was previewed with it can be confirmed", async () => {
  const { account } = await firm.client();
  const { id, key } = await create("Bank D", written("D"));
  const read = await preview(file("D", ...usual), { account });
  const { retire, restore, list, change } = firm.staff.client.importMappings;
  await retire({ params: { id }, body: {} });
  await retire({ params: { id }, body: {} });
  expect(refused(await preview(file("D", ...usual), { account }))).toEqual(["1 unknownFormat"]);
  expect(await codeOf(preview(file("D", ...usual), { account, mapping: key }))).toBe("badInput");
  expect(await codeOf(change({ params: { id }, body: { name: "Bank D", version: 1, mapping: written("D") } }))).toBe(
    "stateConflict",
  );
  expect((await list()).mappings.at(-1)).toMatchObject({ name: "Bank D", usedBy: 1 });
  expect((await confirm(firm.staff, read)).newRows).toBe(2);
  expect(await auditOf(firm.portal, { type: "importMapping", id }, "importMapping.retired")).toHaveLength(1);
  await restore({ params: { id }, body: {} });
  expect((await preview(file("D", ...usual), { account })).knownRows).toBe(2);
});

test("two that fit are a person's choice, and a chosen one whose columns vanished is refused by their name", async () => {
  const { account } = await firm.client();
  await create("Bank E, one", written("E"));
  const { key } = await create("Bank E, two", written("E"));
  expect(refused(await preview(file("E", ...usual), { account }))).toEqual([
    "file severalMappings Bank E, one / Bank E, two",
  ]);
  expect((await preview(file("E", ...usual), { account, mapping: key })).mapping?.name).toBe("Bank E, two");
  expect(refused(await preview("Datum E;Art;Soll\n31.12.2025;Einzahlung;5", { account, mapping: key }))).toEqual([
    "1 missingColumn Haben (Bank E, two)",
  ]);
});

test("a trial shows tables, values and rows, and stores nothing", async () => {
  const count = async () =>
    (
      await firm.portal.services.db
        .selectFrom("import")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow()
    ).count;
  const before = await count();
  const content = file("F", ...usual, "x;Einzahlung;;1,00", "05.01.2026;Zins;;1,00");
  const run = (more: object) =>
    firm.staff.client.importMappings.try({ body: { fileName: "bank.csv", content, ...more } });
  const { tables, values, trial } = await run({ valuesOf: ["Art"] });
  expect(tables[0]).toMatchObject({ delimiter: ";", header: 2, columns: ["Datum F", "Art", "Soll", "Haben"] });
  expect(values).toEqual([
    { values: ["Einzahlung"], rows: 2 },
    { values: ["Spesen Depot"], rows: 1 },
    { values: ["Vormerkung"], rows: 1 },
    { values: ["Zins"], rows: 1 },
  ]);
  expect(trial).toBeNull();
  const tried = await run({ mapping: written("F") });
  expect(tried.trial).toMatchObject({
    made: 2,
    refusedRows: 2,
    refusals: [
      { line: 6, code: "badDate", detail: "Datum F: x" },
      { line: 7, code: "unknownKind", detail: "Zins" },
    ],
    leftOut: [{ name: "Vormerkung", rows: 1 }],
  });
  expect(tried.trial?.sample[0]).toEqual({
    line: 3,
    values: expect.arrayContaining([
      { column: "kind", value: "deposit" },
      { column: "amount", value: "1000.5" },
    ]),
  });
  const without = await run({ mapping: written("G") });
  expect(without.trial?.refusals).toMatchObject([{ code: "missingColumn", detail: "Datum G ()" }]);
  expect(await run({ content: "no table" })).toMatchObject({ tables: [], trial: null });
  expect(await count()).toBe(before);
});

test("a file without names of columns is read by their place", async () => {
  const content = "Bank H;;\n31.12.2025;Einzahlung;5,00\n02.01.2026;Spesen;-1,00\n";
  const run = (more: object) =>
    firm.staff.client.importMappings.try({ body: { fileName: "bank.csv", content, ...more } });
  const byPlace = written("H", {
    table: { header: "none", skip: 1 },
    columns: {
      date: { source: { from: "column", names: ["#1"] } },
      currency: { source: { from: "constant", value: "EUR" } },
      amount: { source: { from: "column", names: ["#3"] } },
    },
    kinds: { columns: ["#2"], rows: [{ when: ["Einzahlung"], result: "deposit" }] },
  });
  const { values, trial } = await run({ mapping: byPlace, valuesOf: ["#2"] });
  expect(values.toSorted((one, other) => (one.values[0] ?? "").localeCompare(other.values[0] ?? ""))).toEqual([
    { values: ["Einzahlung"], rows: 1 },
    { values: ["Spesen"], rows: 1 },
  ]);
  expect(trial).toMatchObject({ made: 1, refusals: [{ line: 3, code: "unknownKind", detail: "Spesen" }] });
  // Before the mapping is whole, values are offered all the same.
  expect((await run({ valuesOf: ["#2"] })).values).toContainEqual({ values: ["Einzahlung"], rows: 1 });
});

test("internal staff see mappings and change none", async () => {
  const internal = await firm.portal.as("internal");
  const { can, ready } = await internal.client.importMappings.list();
  expect(can).toEqual({ create: false });
  expect(ready.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["Swissquote", "Saxo", "Trading 212", "Degiro", "Revolut"]),
  );
  expect(await codeOf(internal.client.importMappings.create({ body: { name: "Mine", mapping: written("H") } }))).toBe(
    "forbidden",
  );
});
