/** One row of a file as a row of our CSV: its kind by the table of kinds, and our columns. */
import type { MappedColumn, Mapping, OurColumn } from "@portico/api/imports/mapping.ts";
import { type EntryKind, entryKinds } from "@portico/ledger/entry.ts";
import type { CsvRow } from "../csv/records.ts";
import { RefusedRow, UnreadableFile } from "../reading/parsed-file.ts";
import { fits } from "./texts.ts";
import { type FileRow, type RowReader, valueReader } from "./values.ts";

type KindRow = NonNullable<Mapping["kinds"]>["rows"][number];

/** Columns that only some kinds of entries have; files often fill them in for all. */
const onlyOf: Partial<Record<OurColumn, readonly EntryKind[]>> = {
  quantity: ["buy", "sell", "transferIn", "transferOut", "split", "exchange"],
  price: ["buy", "sell"],
  quoted: ["buy", "sell"],
  accrued_interest: ["buy", "sell"],
  settled: ["buy", "sell"],
  venue: ["buy", "sell"],
  order: ["buy", "sell"],
  acquired: ["transferIn"],
  cost: ["transferIn", "exchange"],
  counter_isin: ["exchange"],
  counter_ticker: ["exchange"],
  counter_name: ["exchange"],
  counter_quantity: ["exchange"],
  counter_currency: ["fx", "exchange"],
  counter_amount: ["fx"],
};
const withoutInstrument: readonly EntryKind[] = ["deposit", "withdrawal", "fx"];
const instrumentColumns: readonly OurColumn[] = ["isin", "ticker", "name"];
/** What such an entry is, and not a part of it. */
const withoutCharges: readonly EntryKind[] = ["fee", "tax"];

function hasColumn(kind: EntryKind | undefined, column: OurColumn): boolean {
  if (kind === undefined) return true;
  if (instrumentColumns.includes(column)) return !withoutInstrument.includes(kind);
  if (column === "fee" || column === "tax") return !withoutCharges.includes(kind);
  return onlyOf[column]?.includes(kind) ?? true;
}

/** Others are made of these. */
const firstColumns: readonly OurColumn[] = ["account", "currency", "amount", "quantity", "price"];
const isFirst: ReadonlySet<string> = new Set(firstColumns);

const ownKinds = new Set(entryKinds.map((kind) => kind.toLowerCase()));

export interface MappedRow {
  /** `leaveOut`: nothing is made of the row. */
  result: EntryKind | "leaveOut" | undefined;
  /** What the file calls such a row. */
  name: string;
  row: () => CsvRow;
}

/** Maps rows; `account` is whose they are where the file does not say. */
export function rowMapper(mapping: Mapping, reader: RowReader, account: string | undefined) {
  const { valueOf, textOf } = valueReader(mapping, reader);
  const { kinds } = mapping;
  const isOfAccounts = mapping.makes !== "prices" && mapping.makes !== "rates";

  const build = (row: FileRow, kind: EntryKind | undefined, own: KindRow["columns"]): Map<string, string> => {
    const columns = { ...mapping.columns, ...own } as Partial<Record<OurColumn, MappedColumn>>;
    const values = new Map<string, string>();
    const take = (column: OurColumn): void => {
      const from = columns[column];
      if (!from || !hasColumn(kind, column)) return;
      const value = valueOf(row, column, from, { kind, values });
      if (value !== undefined && value !== "") values.set(column, value);
    };
    for (const column of firstColumns) take(column);
    for (const column in columns) if (!isFirst.has(column)) take(column as OurColumn);
    if (isOfAccounts && !values.has("account")) {
      if (account === undefined) throw new UnreadableFile("accountMissing", null, null);
      values.set("account", account);
    }
    return values;
  };

  /** Whether the amount is on the side of zero that the row of the table wants. */
  const isOnSide = (row: FileRow, side: KindRow["amount"]): boolean => {
    if (side === undefined) return true;
    const { currency, amount } = mapping.columns;
    if (!amount) return false;
    const values = new Map<string, string>();
    const own = currency && valueOf(row, "currency", currency, { kind: undefined, values });
    if (own !== undefined) values.set("currency", own);
    const value = valueOf(row, "amount", { ...amount, sign: "written" }, { kind: undefined, values }) ?? "0";
    return side === "below" ? value.startsWith("-") : !value.startsWith("-") && /[1-9]/.test(value);
  };

  /** What is shown of a row whose values cannot be read. */
  const asWritten = (row: FileRow, name: string): CsvRow => ({
    line: row.line,
    values: new Map([
      ["kind", name],
      ...(account === undefined ? [] : [["account", account] as const]),
      ["description", row.cells.filter((cell) => cell.trim() !== "").join(" · ")],
    ]),
  });

  return (row: FileRow): MappedRow => {
    const texts = (kinds?.columns ?? []).map((name) => textOf(row, name));
    const name = texts.filter((text) => text !== "").join(" · ") || "–";
    const naming = <T>(make: () => T): T => {
      try {
        return make();
      } catch (error) {
        if (!(error instanceof RefusedRow)) throw error;
        throw new RefusedRow(error.code, error.detail, asWritten(row, name));
      }
    };
    if (!kinds)
      return { result: undefined, name, row: () => ({ line: row.line, values: build(row, undefined, undefined) }) };
    const found = naming(() =>
      kinds.rows.find(
        ({ when, amount }) =>
          when.every((pattern, index) => fits(pattern, texts[index] ?? "")) && isOnSide(row, amount),
      ),
    );
    const result = found?.result === "ask" ? undefined : found?.result;
    // By its pattern: texts of rows that nobody needs may all differ.
    if (result === "leaveOut") {
      const pattern = found?.when.filter((one) => one !== "*" && one !== "").join(" · ") || "–";
      return { result, name: pattern, row: () => asWritten(row, name) };
    }
    const as = (kind: EntryKind): CsvRow => ({
      line: row.line,
      values: new Map([...build(row, kind, found?.columns), ["kind", kind]]),
    });
    return {
      result,
      name,
      row: () =>
        naming(() => {
          if (result !== undefined) return as(result);
          // A kind of ours that the mapping wants to be asked about is none of ours.
          const shown = ownKinds.has(name.toLowerCase()) ? `“${name}”` : name;
          return { line: row.line, values: new Map([...build(row, undefined, found?.columns), ["kind", shown]]), as };
        }),
    };
  };
}
