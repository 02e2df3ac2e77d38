/** Short ways to write the mappings of known brokers. */
import { type MappingSource, mapping, type NamedMapping, type WrittenMapping } from "@portico/api/imports/mapping.ts";

export type Column = NonNullable<WrittenMapping["columns"]["date"]>;
export type KindRow = NonNullable<WrittenMapping["kinds"]>["rows"][number];

export const fromColumn = (...names: string[]): MappingSource => ({ from: "column", names });
/** The first of these columns that is not empty. */
export const column = (...names: string[]): Column => ({ source: fromColumn(...names) });
export const constant = (value: string): Column => ({ source: { from: "constant", value } });
/** With the sign that the kind of entry has. */
export const signed = (one: Column): Column => ({ ...one, sign: "byKind" });
export const absolute = (one: Column): Column => ({ ...one, sign: "absolute" });
/** Only some exports have it. */
export const optional = (one: Column): Column => ({ ...one, optional: true });
/** A value inside a text. */
export const inText = (name: string, take: string, templates: readonly string[]): Column => ({
  source: { from: "text", name, templates: [...templates], take },
});

/** Rows of the table of kinds for its first column; the others may hold anything. */
export const kinds = (result: KindRow["result"], values: readonly string[], columns = 1): KindRow[] =>
  values.map((value) => ({ when: [value, ...Array.from({ length: columns - 1 }, () => "*")], result }));

export const ready = (key: string, name: string, written: WrittenMapping): NamedMapping => ({
  key: `ready/${key}`,
  name,
  version: 1,
  mapping: mapping.parse(written),
});
