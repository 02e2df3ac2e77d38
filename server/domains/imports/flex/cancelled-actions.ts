/** Corporate actions that the custodian cancelled or corrected: which rows are one booking, and what each booking undoes. */

import type { NamelessEntry } from "../reading/identity.ts";
import type { Undoing } from "../reading/parsed-file.ts";
import { isNegative, isZero, negated } from "../reading/values.ts";
import { type FlexRow, marksOf, numberOrZero, textOf } from "./row.ts";

/** Types that only ever bring units: rows that take them are cancellations, marked or not. */
const bringing = new Set(["SO", "RI", "DI", "PI", "SD"]);
const isCancelling = (row: FlexRow): boolean =>
  marksOf(row).includes("Ca") || (bringing.has(textOf(row, "type") ?? "") && isNegative(numberOrZero(row, "quantity")));
const isCorrection = (row: FlexRow): boolean => marksOf(row).includes("Co");

/** What a row moves, and the same moved back. */
const moved = (row: FlexRow, back = false): string =>
  [
    row.attributes["accountId"],
    row.attributes["isin"] || row.attributes["conid"] || row.attributes["symbol"],
    ...["quantity", "proceeds"].map((name) => {
      const value = numberOrZero(row, name);
      return back && !isZero(value) ? negated(value) : value;
    }),
  ].join(" ");

const bookedOn = (row: FlexRow): string => textOf(row, "reportDate")?.replaceAll("-", "") ?? "";
const actionOf = (row: FlexRow): string | undefined => textOf(row, "actionID");

interface Booking {
  rows: FlexRow[];
  /** `corrects`: it replaces what the action was booked with before, which no row of the file takes back. */
  role: "books" | "cancels" | "corrects";
}

/**
 * The rows of a statement as bookings. Rows of one action belong together (`keyOf`), but not what was cancelled with what
 * stands, nor a cancellation with either: they would add up to an action that never was.
 */
export function bookingsOf(rows: readonly FlexRow[], keyOf: (row: FlexRow) => string): Booking[] {
  const cancelling = rows.filter(isCancelling);
  const booking = rows.filter((row) => !isCancelling(row));
  const cancelled = new Map<FlexRow, FlexRow>();
  for (const row of cancelling) {
    const back = moved(row, true);
    const [first] = booking
      .filter(
        (one) => !cancelled.has(one) && moved(one) === back && bookedOn(one) <= bookedOn(row) && isSameAction(one, row),
      )
      .toSorted(inOrder);
    if (first) cancelled.set(first, row);
  }
  const undone = [...cancelled.keys()];
  const isCancelled = new Set([...cancelling, ...cancelled.keys()].map(keyOf));
  const keyOfBooking = (row: FlexRow): string => {
    const by = cancelled.get(row);
    // Cancelled and booked again on one day: rows of one time of cancelling belong together.
    if (by) return `${keyOf(row)}|cancelled ${bookedOn(by)} ${timesBefore(row, undone)}`;
    return isCorrection(row) ? `${keyOf(row)}|corrected` : keyOf(row);
  };
  return [
    ...[...Map.groupBy(booking, keyOfBooking).values()].map((group): Booking => {
      const isOpen = group.every((row) => isCorrection(row) && !isCancelled.has(keyOf(row)));
      return { rows: group, role: isOpen ? "corrects" : "books" };
    }),
    ...[
      ...Map.groupBy(cancelling, (row) => `${keyOf(row)}|${bookedOn(row)}|${timesBefore(row, cancelling)}`).values(),
    ].map((group): Booking => ({ rows: group, role: "cancels" })),
  ];
}

const isSameAction = (one: FlexRow, other: FlexRow): boolean => {
  const [first, second] = [actionOf(one), actionOf(other)];
  return first === undefined || second === undefined || first === second;
};

/** By day, then booking id. */
const inOrder = (one: FlexRow, other: FlexRow): number => {
  const [first, second] = [one, other].map(
    (row) => `${bookedOn(row)} ${(textOf(row, "transactionID") ?? "").padStart(20)}`,
  );
  return first === second ? one.line - other.line : (first ?? "") < (second ?? "") ? -1 : 1;
};

/** How many of the rows are of the same security and come before a row. */
const timesBefore = (row: FlexRow, rows: readonly FlexRow[]): number =>
  rows.filter((one) => inOrder(one, row) < 0 && securityOf(one) === securityOf(row)).length;
const securityOf = ({ attributes }: FlexRow): string =>
  [attributes["accountId"], attributes["actionID"], attributes["isin"] || attributes["symbol"]].join(" ");

/** The cancelled row, from the row that cancels it. */
export function asCancelled(row: FlexRow): FlexRow {
  const attributes: Record<string, string> = { ...row.attributes };
  for (const name of ["quantity", "proceeds"]) {
    const value = numberOrZero(row, name);
    attributes[name] = isZero(value) ? value : negated(value);
  }
  return { ...row, attributes };
}

const content = (
  { kind, instrument, quantity, currency, amount, counter, description }: NamelessEntry,
  figures: Undoing["figures"],
): Undoing => ({
  kind,
  currency,
  amount,
  ...(instrument !== undefined && { instrument }),
  ...(quantity !== undefined && { quantity }),
  ...(counter && { counter }),
  ...(description !== undefined && { description }),
  figures,
  otherwise: "refused",
});

/** Reversals of the entries that the cancelled rows made; which entries these are is found later. */
export const cancellationsOf = (entries: readonly NamelessEntry[]): NamelessEntry[] =>
  entries.flatMap((entry): NamelessEntry[] => {
    // The mark that a split brought only cash moves nothing, and older imports do not have it.
    if (entry.kind === "split" && isZero(entry.quantity ?? "0")) return [];
    const { line, account, id, day, currency, description } = entry;
    const reversal: NamelessEntry = {
      line,
      account,
      ...(id !== undefined && { id }),
      kind: "reversal",
      day,
      currency,
      amount: "0",
      ...(description !== undefined && { description }),
      undoes: content(entry, "same"),
    };
    return [reversal];
  });

/** An entry of a corrected action, which replaces what the action was booked with. */
export const correcting = (entry: NamelessEntry): NamelessEntry => ({ ...entry, corrects: content(entry, "any") });
