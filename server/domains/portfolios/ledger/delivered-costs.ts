/** What securities cost that a holder transferred out: their new holder keeps the cost and the day of acquisition. */
import { mostLots } from "@portico/api/imports.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import type { DeliveredLot } from "@portico/ledger/entry.ts";
import { activeEntries } from "@portico/ledger/entry-parts.ts";
import { LotBook } from "@portico/ledger/lot-book.ts";
import type { Lot } from "@portico/ledger/lots.ts";
import { Replayer } from "@portico/ledger/replay.ts";
import { startState } from "@portico/ledger/state.ts";
import { fromUnits } from "@portico/ledger/units.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { dayStarts } from "../../settings/firm-day.ts";
import { getSetting } from "../../settings/settings.ts";
import { loadMaths } from "./calculation-data.ts";
import { findTransfersOut, listEntries, type TransferOut } from "./entries.queries.ts";
import type { BookedEntry, NewEntry } from "./entries.ts";
import { inOrder } from "./replay.ts";

export type { TransferOut };

/** Units as they left a holder. */
export interface DeliveredCost {
  /** In the instrument's currency, at the average cost of the holding; null if unknown. */
  cost: string | null;
  currency: string;
  /** The first day on which units of the holding were acquired. */
  acquiredOn: string;
  /**
   * The lots that left, first in, first out, their cost together and the first of their days; null if the cost of one is unknown, or
   * if they are too many to be confirmed.
   */
  lots: { lots: DeliveredLot[]; cost: string; acquired: string | null } | null;
}

/** Custodians book the two sides of a transfer some days apart. */
const nearDays = 10;
/** Decimals of an average cost. */
const costDecimals = 8;
/** Most decimals of a quantity in a file. */
const quantityDecimals = 12;
/** Above every existing id, for entries that are not booked yet. */
const firstFreshId = 2 ** 52;

/** Transfers out of other holders with the same instrument, quantity and nearly the same day. */
export const findMatchingTransfers = (
  db: Db,
  transferIn: { instrumentId: number; quantity: string; day: string },
  except: Holder,
): Promise<TransferOut[]> => findTransfersOut(db, { ...transferIn, nearDays }, except);

/** True if the days of the two sides of a transfer can belong together. */
export const isNear = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) <= nearDays * 86_400_000;

/**
 * The cost with which units left a holder; `fresh` are entries of the holder that are not booked yet. Undefined if the
 * transfer is not in the ledger or nothing was held.
 */
export async function findDeliveredCost(
  db: Db,
  holder: Holder,
  externalOrId: { id: number } | { externalId: string },
  fresh: readonly NewEntry[] = [],
): Promise<DeliveredCost | undefined> {
  // What a reversal leaves is known once it is booked.
  if (fresh.some(({ kind }) => kind === "reversal")) return undefined;
  const startOf = dayStarts((await getSetting(db, "portalRules")).timeZone);
  const added = fresh.map((entry, index): BookedEntry & { externalId: string } => ({
    ...entry,
    id: firstFreshId + index,
    bookedAt: entry.time ?? startOf(entry.day),
  }));
  const entries = [...activeEntries(await listEntries(db, holder)), ...added].toSorted(inOrder);
  const wanted =
    "id" in externalOrId ? externalOrId.id : added.find((one) => one.externalId === externalOrId.externalId)?.id;
  const place = entries.findIndex(({ id }) => id === wanted);
  const leaving = entries[place];
  if (!leaving?.instrumentId) return undefined;
  const before = entries.slice(0, place);
  const range = { from: entries[0]?.day ?? leaving.day, to: leaving.day };
  const { options } = await loadMaths(db, holder, [...before, leaving], range);
  const book = new LotBook(leaving.day);
  const replayer = new Replayer(options, startState(), book);
  for (const entry of before) replayer.apply(entry);
  const held = replayer.toJSON().positions[leaving.instrumentId];
  if (!held || held.heldSince === null) return undefined;
  const share = new Decimal(leaving.quantity ?? 0).neg().div(held.quantity);
  const acquired = before.flatMap(({ instrumentId, counter, day, acquiredOn }) =>
    (instrumentId === leaving.instrumentId || counter?.instrumentId === leaving.instrumentId) &&
    day >= (held.heldSince ?? "")
      ? (acquiredOn ?? day)
      : [],
  );
  return {
    cost: held.cost === null ? null : new Decimal(held.cost).times(share).toDecimalPlaces(costDecimals).toFixed(),
    currency: options.instrumentCurrency(leaving.instrumentId),
    acquiredOn: acquired.reduce((first, day) => (day < first ? day : first), held.heldSince),
    lots: deliveredLots(book.takeOut(leaving, leaving.instrumentId, new Decimal(leaving.quantity ?? 0).neg())),
  };
}

function deliveredLots(taken: readonly Lot[]): DeliveredCost["lots"] {
  const lots = taken.flatMap(({ quantity, own, acquired }) => {
    if (own === null || own < 0n) return [];
    const cost = new Decimal(fromUnits(own)).toDecimalPlaces(costDecimals).toFixed();
    return [{ acquired, quantity: new Decimal(fromUnits(quantity)).toFixed(), cost }];
  });
  const isWritten = lots.every(({ quantity }) => new Decimal(quantity).decimalPlaces() <= quantityDecimals);
  if (lots.length < taken.length || lots.length === 0 || lots.length > mostLots || !isWritten) return null;
  const days = lots.flatMap(({ acquired }) => acquired ?? []);
  return {
    lots,
    cost: lots.reduce((sum, { cost }) => sum.plus(cost), new Decimal(0)).toFixed(),
    acquired: days.length < lots.length ? null : (days.toSorted()[0] ?? null),
  };
}
