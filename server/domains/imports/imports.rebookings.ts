/**
 * Trades that a file books again under the id of one that an earlier file cancelled: custodians send the cancellation and
 * the new booking on different days.
 */
import type { FileEntry } from "./imports.file.ts";

/** Gives each the ids that it has in a file with all of its rows; `cancelledIn` are the ids and fingerprints of an account. */
export function renameRebooked(
  entries: readonly FileEntry[],
  cancelledIn: (account: string) => ReadonlyMap<string, string>,
): void {
  const keyOf = (account: string, trade: string): string => `${account} ${trade}`;
  // With the same content it is the cancelled trade itself, imported again.
  const again = new Set(
    entries.flatMap(({ account, externalId, fingerprint, rebooking }) => {
      const cancelled = rebooking?.trade === externalId ? cancelledIn(account).get(externalId) : undefined;
      return cancelled !== undefined && cancelled !== fingerprint ? [keyOf(account, externalId)] : [];
    }),
  );
  for (const entry of entries)
    if (entry.rebooking && again.has(keyOf(entry.account, entry.rebooking.trade)))
      entry.externalId = entry.rebooking.externalId;
}
