/** Rows of our CSV that are refused: as they are shown to staff, and read again as what staff decided. */
import type { EntryKind } from "@portico/ledger/entry.ts";
import { type Decisions, followDecision } from "../questions/decisions.ts";
import type { ReadFile, RefusedRow } from "../reading/parsed-file.ts";
import { type CsvRow } from "./records.ts";

/** What a row says that it moves, as written. */
function movedBy({ values }: CsvRow): { amount: string; unit: string }[] {
  const isNumber = (text: string | undefined): text is string =>
    text !== undefined && /^-?\d{1,20}(\.\d{1,12})?$/.test(text);
  const [amount, quantity] = [values.get("amount"), values.get("quantity")];
  return [
    ...(isNumber(amount) ? [{ amount, unit: values.get("currency") ?? "" }] : []),
    ...(isNumber(quantity) ? [{ amount: quantity, unit: values.get("ticker") ?? values.get("isin") ?? "" }] : []),
  ];
}

interface Given {
  file: ReadFile;
  decisions: Decisions;
  /** The kinds that a refused row can be given. */
  kindsOf?: (row: CsvRow, refusal: RefusedRow) => EntryKind[];
  bookAs?: (row: CsvRow, kind: EntryKind) => void;
}

/** For `readRecords`. */
export const followingDecisions =
  ({ file, decisions, kindsOf = () => [], bookAs = () => {} }: Given) =>
  (row: CsvRow, refusal: RefusedRow): boolean =>
    // An instrument that cannot be booked is excluded by name, with all of its rows.
    refusal.code !== "derivative" &&
    followDecision({
      file,
      decisions,
      refusal,
      row: {
        line: row.line,
        account: row.values.get("account") ?? null,
        name:
          row.values.get("kind") ??
          row.values.get("isin") ??
          row.values.get("ticker") ??
          row.values.get("currency") ??
          "?",
        text: row.values.get("description") ?? null,
        moved: movedBy(row),
        kinds: kindsOf(row, refusal),
        fields: row.values,
      },
      bookAs: (kind) => bookAs(row, kind),
    });
