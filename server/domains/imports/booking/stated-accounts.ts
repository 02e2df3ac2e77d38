/** What a confirmed file states of its clients' accounts, kept for reconciliation. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Tx } from "../../../unit-of-work/transact.ts";
import { reconcileJob } from "../../portfolios/ledger/reconcile.jobs.ts";
import { keyOf } from "../../portfolios/performance/daily-values.jobs.ts";
import { recordStatements, type StatedAccount } from "../../reconciliation/record.ts";
import type { ReadAccount } from "../reading/parsed-file.ts";
import type { Prepared } from "./statement.ts";

/** Null if the account's custodian is not known, or its file states nothing at the end of a day. */
function toStated(prepared: Pick<Prepared, "accounts" | "resolved">, account: ReadAccount): StatedAccount | null {
  const found = prepared.accounts.get(account.account);
  const { to: day, positions, cash, listsPositions = positions.length > 0 } = account;
  if (!found?.custodian || day === undefined || (!listsPositions && cash.length === 0)) return null;
  const { ids, described, names } = prepared.resolved;
  return {
    account: account.account,
    holder: found.holder,
    custodianId: found.custodian.id,
    day,
    whole: account.listsAll ?? true,
    positions: listsPositions
      ? positions.map(({ instrument, quantity }) => {
          const id = ids[instrument];
          const one = described[instrument];
          const name = (id === undefined ? undefined : names.get(id)?.name) ?? one?.name ?? "?";
          return { instrumentId: id ?? null, name, isin: one?.isin ?? null, quantity };
        })
      : null,
    cash: cash.map(({ currency, amount }) => ({ currency, amount })),
  };
}

/** Keeps what the file states, and has the holders' accounts compared once the transaction is over. */
export async function recordStated(
  tx: Tx,
  prepared: Pick<Prepared, "file" | "accounts" | "resolved">,
  importId: number,
): Promise<void> {
  const stated = [...prepared.file.accounts.values()].flatMap((account) => toStated(prepared, account) ?? []);
  const holders: Holder[] = await recordStatements(tx, stated, importId);
  for (const holder of holders) await tx.enqueue(reconcileJob, holder, { key: keyOf(holder) });
}
