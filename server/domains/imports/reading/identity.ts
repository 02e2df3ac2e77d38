/** Identifies a row that is imported again: by the custodian's id, or by a fingerprint of its fields. */
import { hash } from "node:crypto";
import { type FileEntry, RefusedRow } from "./parsed-file.ts";
import { shownId } from "./sources.ts";
import { atMostDigits, priceDigits, quantityDigits } from "./values.ts";

/** An entry before it is identified. */
export interface NamelessEntry extends Omit<FileEntry, "externalId" | "fingerprint"> {
  /** The custodian's id, if any. */
  id?: string;
  /** Instrument names as in this row: other rows of the file must not change a fingerprint. */
  named?: string;
  counterNamed?: string;
}

/** Separates fields: no file can contain it, because control characters are refused. */
const separator = "\u001f";

/** Maximum lengths of an entry's texts by column: an index, a list and a sentence must fit them. */
const longest = [
  ["account", "account", 40],
  ["id", "id", 200],
  ["reversesExternalId", "reverses", 200],
  ["orderId", "order", 200],
  ["description", "description", 1000],
  ["custodian", "custodian", 100],
] as const;

/** Refuses values that no custodian writes and no column or index can hold. */
function checkSizes(entry: NamelessEntry): void {
  for (const [field, column, most] of longest) {
    const text = entry[field];
    if (text !== undefined && text.length > most) throw new RefusedRow("tooLong", `${column}: ${text}`);
  }
  atMostDigits(quantityDigits, "quantity", entry.quantity);
  atMostDigits(quantityDigits, "quantity", entry.counter?.quantity);
  atMostDigits(priceDigits, "price", entry.price);
}

/** All fields of the row in a fixed order, numbers normalised. */
function encodeFields(entry: NamelessEntry): string {
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
    // Included only if present, so that rows of files without the column keep their fingerprint.
    ...(entry.accruedInterest === undefined ? [] : [entry.accruedInterest]),
    ...(entry.acquiredOn === undefined ? [] : ["acquired", entry.acquiredOn]),
    ...(entry.lots === undefined
      ? []
      : ["lots", ...entry.lots.map(({ acquired, quantity, cost }) => `${acquired ?? ""} ${quantity} ${cost}`)]),
    // Equal rows of two custodians are two entries; whatever the case of the letters, a custodian is one.
    ...(entry.custodian === undefined ? [] : ["custodian", entry.custodian.toLowerCase()]),
  ].join(separator);
}

export const hashEntry = (entry: NamelessEntry): string => hash("sha256", encodeFields(entry), "hex");

interface EntryBook {
  readonly entries: FileEntry[];
  add(entry: NamelessEntry): void;
}

/**
 * Collects entries and identifies each within its account. Identical rows without an id are numbered, so that two
 * genuine ones are both booked and both recognised when the statement is imported again. An entry whose id occurred before
 * in the file is not added, but given to `repeated` with the refusal.
 */
export function entryBook(entries: FileEntry[], repeated: (entry: FileEntry, refusal: RefusedRow) => void): EntryBook {
  const seen = new Set<string>();
  const alike = new Map<string, number>();
  return {
    entries,
    add(row) {
      checkSizes(row);
      const { id, named: _named, counterNamed: _counterNamed, ...entry } = row;
      const fingerprint = hashEntry(row);
      if (id === undefined) {
        const key = entry.account + separator + fingerprint;
        const number = (alike.get(key) ?? 0) + 1;
        alike.set(key, number);
        const externalId = `row:${fingerprint.slice(0, 40)}${number > 1 ? `:${number}` : ""}`;
        entries.push(Object.assign(entry, { externalId, fingerprint }));
        return;
      }
      const key = entry.account + separator + id;
      const identified = Object.assign(entry, { externalId: id, fingerprint });
      if (seen.has(key)) return repeated(identified, new RefusedRow("repeatedInFile", shownId(id)));
      seen.add(key);
      entries.push(identified);
    },
  };
}
