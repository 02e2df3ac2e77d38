/**
 * Trades that a file books again under the id of one that an earlier file cancelled, and cancellations of what was booked
 * again: custodians send the bookings of one trade on different days.
 */

import { hashEntry } from "../reading/identity.ts";
import type { FileEntry } from "../reading/parsed-file.ts";

/** The id of a trade's booking after its first. */
export const bookedAgainAs = (trade: string, booking: string): string => `${trade}:${booking}`;
/** The id of the reversal of an entry. */
export const undoneAs = (externalId: string): string => `${externalId}:undone`;

/** An entry of the ledger; `reversal` is the fingerprint of what reverses it. */
interface Booking {
  externalId: string;
  fingerprint: string;
  reversal: string | null;
}

/** What the ledger has of an account's reversed trade, in the order in which it was booked. */
export type BookingsOf = (account: string, trade: string) => readonly Booking[];

/** Gives each trade the ids that it has in a file with all of its rows. */
export function renameRebooked(entries: readonly FileEntry[], bookingsOf: BookingsOf): void {
  const keyOf = (account: string, trade: string): string => `${account} ${trade}`;
  // With the same content it is the cancelled trade itself, imported again.
  const again = new Set(
    entries.flatMap(({ account, externalId, fingerprint, rebooking }) => {
      if (rebooking?.trade !== externalId) return [];
      const cancelled = bookingsOf(account, externalId).find((booked) => booked.externalId === externalId);
      return cancelled && cancelled.reversal !== null && cancelled.fingerprint !== fingerprint
        ? [keyOf(account, externalId)]
        : [];
    }),
  );
  for (const entry of entries)
    if (entry.rebooking && again.has(keyOf(entry.account, entry.rebooking.trade)))
      entry.externalId = entry.rebooking.externalId;
}

/** The same reversal of another entry. */
function aimedAt(entry: FileEntry, target: string): FileEntry {
  const aimed = { ...entry, externalId: undoneAs(target), reversesExternalId: target };
  return { ...aimed, fingerprint: hashEntry(aimed) };
}

/** The booking that a cancellation means without naming it, if an earlier file cancelled the trade's first one. */
function unnamedTarget(entry: FileEntry, booked: readonly Booking[]): string | undefined {
  const first = booked.find(({ externalId }) => externalId === entry.reversesExternalId);
  if (!first || first.reversal === null || first.reversal === entry.fingerprint) return undefined;
  const known = booked.find(({ externalId, reversal }) => reversal === aimedAt(entry, externalId).fingerprint);
  return (known ?? booked.findLast(({ reversal }) => reversal === null))?.externalId;
}

/** Has each cancellation reverse the booking that it means, if that is not the trade's first. Call it after `renameRebooked`. */
export function aimCancellations(entries: readonly FileEntry[], bookingsOf: BookingsOf): void {
  const inFile = new Set(entries.map(({ account, externalId }) => `${account} ${externalId}`));
  for (const entry of entries) {
    const { account, cancels, reversesExternalId = "" } = entry;
    if (!cancels) continue;
    // A commission apart is an entry of its own.
    const part = reversesExternalId.slice(cancels.trade.length);
    const booked = bookingsOf(account, cancels.trade).filter(({ externalId }) =>
      part === "" ? !externalId.endsWith(":fee") : externalId.endsWith(part),
    );
    const named = cancels.booking === undefined ? undefined : bookedAgainAs(cancels.trade, cancels.booking) + part;
    const isThere = inFile.has(`${account} ${named}`) || booked.some(({ externalId }) => externalId === named);
    const target = named === undefined ? unnamedTarget(entry, booked) : isThere ? named : undefined;
    if (target !== undefined) Object.assign(entry, aimedAt(entry, target));
  }
}
