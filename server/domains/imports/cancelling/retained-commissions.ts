/**
 * Cancelled trades whose commission the custodian keeps: the reversal undoes the whole trade, and a fee books the
 * commission.
 */
import type { DecimalString } from "@portico/ledger/entry.ts";
import { entryBook } from "../reading/identity.ts";
import type { FileEntry } from "../reading/parsed-file.ts";
import { isRounding, sum } from "../reading/values.ts";

/** Data of a cancelled trade. */
export interface Original {
  currency: string;
  /** Signed change of cash, including commission. */
  amount: DecimalString;
  instrument?: number | undefined;
}

/**
 * Fees that remain after cancellations, from the cash moved according to the file. `originalOf` finds a cancelled
 * trade, in the file or the ledger. A reversal without stated cash undoes the whole trade.
 */
export function retainedCommissions(
  entries: readonly FileEntry[],
  originalOf: (account: string, externalId: string) => Original | undefined,
): FileEntry[] {
  const fees: FileEntry[] = [];
  const reported = new Set(
    entries.flatMap(({ account, retainedFrom }) => (retainedFrom === undefined ? [] : `${account} ${retainedFrom}`)),
  );
  // A commission is kept once for each trade.
  const book = entryBook(fees, () => undefined);
  for (const { kind, account, line, day, currency, statedCash, reversesExternalId } of entries) {
    if (kind !== "reversal" || statedCash === undefined || reversesExternalId === undefined) continue;
    const original = originalOf(account, reversesExternalId);
    if (original?.currency !== currency || reported.has(`${account} ${reversesExternalId}`)) continue;
    const retained = sum(statedCash, original.amount);
    if (isRounding(retained)) continue;
    book.add({
      line,
      account,
      id: `${reversesExternalId}:kept`,
      kind: "fee",
      day,
      currency,
      amount: retained,
      named: reversesExternalId,
      retainedFrom: reversesExternalId,
      ...(original.instrument !== undefined && { instrument: original.instrument }),
      description: "Commission kept on a cancelled trade",
    });
  }
  return fees;
}
