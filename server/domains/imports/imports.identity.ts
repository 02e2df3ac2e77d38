/** By what a row is known when it comes again: the custodian's id, or a fingerprint of its fields. */
import { hash } from "node:crypto";
import type { ImportRefusal } from "@portico/api/imports.ts";
import { type FileEntry, RefusedRow, shortened } from "./imports.file.ts";
import { atMostDigits, priceDigits, quantityDigits } from "./imports.values.ts";

/** An entry before its identity is settled. */
export interface NamelessEntry extends Omit<FileEntry, "externalId" | "fingerprint"> {
  /** The custodian's id, where it has one. */
  id?: string;
  /** Names of the instruments as this very row has them: what the rest of a file tells must not change a fingerprint. */
  named?: string;
  counterNamed?: string;
}

/** Separates fields: no file that was read can hold it, since control characters are refused. */
const separator = "\u001f";

/** Longest texts that are kept of an entry, under their columns' names: an index, a list and a sentence have to hold them. */
const longest = [
  ["account", "account", 40],
  ["id", "id", 200],
  ["reversesExternalId", "reverses", 200],
  ["orderId", "order", 200],
  ["description", "description", 1000],
] as const;

/** Refuses what no custodian writes and no column or index holds. */
function checkSizes(entry: NamelessEntry): void {
  for (const [field, column, most] of longest) {
    const text = entry[field];
    if (text !== undefined && text.length > most) throw new RefusedRow("tooLong", `${column}: ${text}`);
  }
  atMostDigits(quantityDigits, "quantity", entry.quantity);
  atMostDigits(quantityDigits, "quantity", entry.counter?.quantity);
  atMostDigits(priceDigits, "price", entry.price);
}

/** All fields of the row in one order, numbers already in one spelling. */
function fieldsOf(entry: NamelessEntry): string {
  const { counter } = entry;
  return [
    entry.kind,
    entry.day,
    entry.time ?? "",
    entry.named ?? "",
    entry.quantity ?? "",
    entry.price ?? "",
    entry.currency,
    entry.amount,
    entry.fee ?? "",
    entry.tax ?? "",
    entry.cost ?? "",
    counter?.currency ?? "",
    counter?.amount ?? "",
    entry.counterNamed ?? "",
    counter?.quantity ?? "",
    entry.reversesExternalId ?? "",
    entry.orderId ?? "",
    entry.description ?? "",
    // Told only where there is some, so that rows of files without the column keep their fingerprint.
    ...(entry.accruedInterest === undefined ? [] : [entry.accruedInterest]),
  ].join(separator);
}

interface EntryBook {
  readonly entries: FileEntry[];
  add(entry: NamelessEntry): void;
}

/**
 * Takes entries and settles the identity of each within its account. Rows without an id that are alike are numbered, so
 * that two genuine ones are both booked and both known when the statement comes again. An id that stands twice in the
 * file is refused.
 */
export function entryBook(entries: FileEntry[], refusals: ImportRefusal[]): EntryBook {
  const seen = new Set<string>();
  const alike = new Map<string, number>();
  return {
    entries,
    add(row) {
      checkSizes(row);
      const { id, named: _named, counterNamed: _counterNamed, ...entry } = row;
      const fingerprint = hash("sha256", fieldsOf(row), "hex");
      if (id === undefined) {
        const key = entry.account + separator + fingerprint;
        const number = (alike.get(key) ?? 0) + 1;
        alike.set(key, number);
        const externalId = `row:${fingerprint.slice(0, 40)}${number > 1 ? `:${number}` : ""}`;
        entries.push(Object.assign(entry, { externalId, fingerprint }));
        return;
      }
      const key = entry.account + separator + id;
      if (seen.has(key)) {
        const detail = shortened(id.replace(/^ib:\w+:|^csv:/, ""));
        refusals.push({ line: entry.line, code: "repeatedInFile", detail, account: entry.account });
        return;
      }
      seen.add(key);
      entries.push(Object.assign(entry, { externalId: id, fingerprint }));
    },
  };
}
