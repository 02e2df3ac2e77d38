/** Announcements that come from elsewhere than a file of staff. */
import { Decimal } from "decimal.js";
import type { Trx } from "../../kernel/transaction.ts";
import {
  endAsWithdrawn,
  listOfInstruments,
  lockAnnouncements,
  type NewAnnouncement,
  storeAnnouncements,
} from "./announcements.queries.ts";

/** Stores announcements; throws if one of the instrument, ex-day and kind stands. */
export const recordAnnouncements = (trx: Trx, rows: readonly NewAnnouncement[]): Promise<void> =>
  storeAnnouncements(
    trx,
    rows.map((row) => ({ ...row, corrects: null })),
    null,
  );

const isSame = (one: NewAnnouncement, other: NewAnnouncement): boolean =>
  one.payDay === other.payDay &&
  one.recordDay === other.recordDay &&
  one.currency === other.currency &&
  new Decimal(one.amount).eq(other.amount);

/**
 * Makes an announcement stand, so that its event is told once: one of the instrument, ex-day and kind stays if it says the same, and is
 * corrected otherwise. Returns it, and whether it was there before.
 */
export async function stateAnnouncement(trx: Trx, row: NewAnnouncement): Promise<{ id: number; wasThere: boolean }> {
  await lockAnnouncements(trx);
  const find = async () =>
    (await listOfInstruments(trx, [row.instrumentId])).find(
      (one) => !one.isWithdrawn && one.exDay === row.exDay && one.kind === row.kind,
    );
  const before = await find();
  if (before && isSame(before, row)) return { id: before.id, wasThere: true };
  await storeAnnouncements(trx, [{ ...row, corrects: before?.id ?? null }], null);
  const now = await find();
  if (!now) throw new Error("an announcement that was stored does not stand");
  return { id: now.id, wasThere: before !== undefined };
}

/** Withdraws an announcement, if it stands. */
export const endAnnouncement = async (trx: Trx, id: number, by: { userId: number; reason: string }): Promise<void> => {
  await lockAnnouncements(trx);
  await endAsWithdrawn(trx, id, by);
};
