/** Cancelled trades whose commission the custodian keeps: the reversal undoes the trade whole, and a fee says what stays paid. */
import type { DecimalString } from "@portico/ledger/entry.ts";
import type { FileEntry } from "./imports.file.ts";
import { entryBook } from "./imports.identity.ts";
import { isRounding, sum } from "./imports.values.ts";

/** What is known of a trade that is undone. */
export interface Original {
  currency: string;
  /** Signed change of cash, commission inside. */
  amount: DecimalString;
  instrument?: number | undefined;
}

/**
 * The fees that cancellations leave behind, by what the file says that they moved of cash. `originalOf` finds a cancelled
 * trade, of the file or of the ledger. A reversal without stated cash undoes all of its trade.
 */
export function keptCommissions(
  entries: readonly FileEntry[],
  originalOf: (account: string, externalId: string) => Original | undefined,
): FileEntry[] {
  const fees: FileEntry[] = [];
  const told = new Set(entries.flatMap(({ account, keptOf }) => (keptOf === undefined ? [] : `${account} ${keptOf}`)));
  const book = entryBook(fees, []);
  for (const { kind, account, line, day, currency, statedCash, reversesExternalId } of entries) {
    if (kind !== "reversal" || statedCash === undefined || reversesExternalId === undefined) continue;
    const original = originalOf(account, reversesExternalId);
    if (original?.currency !== currency || told.has(`${account} ${reversesExternalId}`)) continue;
    const kept = sum(statedCash, original.amount);
    if (isRounding(kept)) continue;
    book.add({
      line,
      account,
      id: `${reversesExternalId}:kept`,
      kind: "fee",
      day,
      currency,
      amount: kept,
      named: reversesExternalId,
      keptOf: reversesExternalId,
      ...(original.instrument !== undefined && { instrument: original.instrument }),
      description: "Commission kept on a cancelled trade",
    });
  }
  return fees;
}
