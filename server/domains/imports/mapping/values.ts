/** Values of our columns from a row of a file. */
import {
  isDayColumn,
  isNumberColumn,
  type MappedColumn,
  type Mapping,
  type MappingSource,
  type OurColumn,
} from "@portico/api/imports/mapping.ts";
import type { EntryKind } from "@portico/ledger/entry.ts";
import { findCurrencyUnit } from "../quotes/quotation.ts";
import { absolute, Exact, isZero, negated, sum } from "../reading/values.ts";
import { normalName } from "./columns.ts";
import { createDayReader, type Moment } from "./dates.ts";
import { readNumber } from "./numbers.ts";
import { valueInText } from "./texts.ts";

/** A row of a file. `isPlain`: cells of a workbook that are numbers or dates, whose text needs no format. */
export interface FileRow {
  line: number;
  cells: readonly string[];
  isPlain: (index: number) => boolean;
}

interface Cell {
  text: string;
  name: string;
  isPlain: boolean;
}

/** What columns of a row hold, by the names of the header. */
export interface RowReader {
  /** Undefined if the file has no such column; empty if the cell is. */
  cell: (row: FileRow, name: string) => Cell | undefined;
}

export function rowReader(names: readonly string[]): RowReader {
  const places = new Map<string, number>();
  for (const [index, name] of names.entries()) if (!places.has(normalName(name))) places.set(normalName(name), index);
  // A mapping asks for few names, and for each in every row.
  const known = new Map<string, number | undefined>();
  const placeOf = (name: string): number | undefined => {
    if (!known.has(name)) known.set(name, places.get(normalName(name)));
    return known.get(name);
  };
  return {
    cell(row, name) {
      const index = placeOf(name);
      if (index === undefined) return undefined;
      return { text: (row.cells[index] ?? "").trim(), name: names[index] as string, isPlain: row.isPlain(index) };
    },
  };
}

/** Which sign an entry of the kind has there: 1, -1, or as it is written. */
const signsByKind: Partial<Record<OurColumn, Partial<Record<EntryKind, 1 | -1>>>> = {
  amount: { buy: -1, sell: 1, deposit: 1, withdrawal: -1, dividend: 1, returnOfCapital: 1, fee: -1, tax: -1 },
  quantity: { buy: 1, sell: -1, transferIn: 1, transferOut: -1 },
  accrued_interest: { buy: -1, sell: 1 },
};

/** How a row's values are read with the formats of a mapping. */
export function valueReader(mapping: Mapping, reader: RowReader) {
  const { numbers, dates } = mapping;
  const readDay = createDayReader(dates.formats);

  const cellOf = (row: FileRow, source: MappingSource): Cell | undefined => {
    if (source.from === "constant") return { text: source.value, name: "", isPlain: true };
    if (source.from === "column") {
      const cells = source.names.flatMap((name) => reader.cell(row, name) ?? []);
      return cells.find(({ text }) => text !== "") ?? cells[0];
    }
    if (source.from !== "part" && source.from !== "text") return undefined;
    const cell = reader.cell(row, source.name);
    if (!cell || cell.text === "") return cell;
    const text =
      source.from === "text"
        ? valueInText(cell.text, source.templates, source.take)
        : partOf(cell.text, source.divider, source.part);
    return { text: text ?? "", name: cell.name, isPlain: false };
  };

  const total = (
    row: FileRow,
    source: Extract<MappingSource, { from: "sum" }>,
    currency: string,
  ): string | undefined => {
    const terms = source.terms.flatMap(({ name, minus, currency: unit }) => {
      const cell = reader.cell(row, name);
      if (!cell || cell.text === "") return [];
      const stated = unit === undefined ? "" : (reader.cell(row, unit)?.text ?? "");
      if (stated !== "" && stated !== currency) return [];
      const value = plainNumber(readNumber(cell.text, cell.name, numbers, cell.isPlain));
      return [minus ? negated(value) : value];
    });
    return terms.length === 0 ? undefined : sum(...terms);
  };

  /** The text of one of our columns as our CSV has it; undefined if it is empty. */
  const valueOf = (
    row: FileRow,
    column: OurColumn,
    { source, sign, currency }: MappedColumn,
    { kind, values }: { kind: EntryKind | undefined; values: ReadonlyMap<string, string> },
  ): string | undefined => {
    const own = values.get("currency") ?? "";
    if (currency) {
      const stated = cellOf(row, currency)?.text ?? "";
      if (stated !== "" && stated !== own) return undefined;
    }
    if (source.from === "remainder") return remainder(values);
    if (source.from === "sum") return signed(total(row, source, own), column, sign, kind);
    const cell = cellOf(row, source);
    if (!cell || cell.text === "") return undefined;
    if (column === "time") return timeOf(cell, readDay);
    if (isDayColumn(column))
      return source.from === "constant" ? cell.text : readDay(cell.text, cell.name, cell.isPlain).day;
    if (!isNumberColumn(column)) return cell.text;
    const value = readNumber(cell.text, cell.name || column, numbers, cell.isPlain);
    return signed(value, column, sign, kind);
  };

  /** The text of a column of the file; empty if it has none. */
  const textOf = (row: FileRow, name: string): string => reader.cell(row, name)?.text ?? "";
  return { valueOf, textOf };
}

/** A time of its own column, or of a day with a time; midnight is none. */
function timeOf({ text, name, isPlain }: Cell, readDay: (text: string, column: string, isPlain?: boolean) => Moment) {
  const alone = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/.exec(text);
  const time = alone
    ? [(alone[1] as string).padStart(2, "0"), alone[2], ...(alone[3] === undefined ? [] : [alone[3]])].join(":")
    : readDay(text, name, isPlain).time;
  return time === "00:00:00" || time === "00:00" ? undefined : time;
}

function partOf(text: string, divider: string, part: number): string | undefined {
  const parts = text.split(divider);
  return parts.at(part > 0 ? part - 1 : part)?.trim();
}

/** Without zeros at its end, which sums rely on. */
const plainNumber = (text: string): string => new Exact(text).toFixed();

function signed(
  value: string | undefined,
  column: OurColumn,
  rule: MappedColumn["sign"],
  kind: EntryKind | undefined,
): string | undefined {
  if (value === undefined || rule === "written") return value;
  const plain = plainNumber(value);
  if (rule === "opposite") return negated(plain);
  if (rule === "absolute") return absolute(plain);
  const sign = kind && signsByKind[column]?.[kind];
  if (sign === undefined) return value;
  return sign > 0 ? absolute(plain) : negated(absolute(plain));
}

/** The cost of a trade that only its amount shows; none if units × price make the amount. */
function remainder(values: ReadonlyMap<string, string>): string | undefined {
  const [quantity, price, amount] = ["quantity", "price", "amount"].map((name) => values.get(name));
  if (!quantity || !price || !amount) return undefined;
  const digits = findCurrencyUnit(values.get("currency") ?? "")?.per === 100 ? 4 : 2;
  const cost = new Exact(quantity).times(price).plus(amount).negated().toDecimalPlaces(digits).toFixed();
  return isZero(cost) || cost.startsWith("-") ? undefined : cost;
}
