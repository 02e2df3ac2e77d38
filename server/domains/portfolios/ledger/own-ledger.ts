/** The default custodian: the portal's own ledger. */

import type { Custodian, CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import type { Services } from "../../../kernel/context.ts";
import { Stamped } from "../../../kernel/stamped.ts";
import { inTransaction, type Trx } from "../../../kernel/transaction.ts";
import { cachedOr } from "../answer-cache.ts";
import type { Custody } from "../custody.ts";
import { listOrders, listTransactions } from "../performance/history.ts";
import { getLightPerformance } from "../performance/performance.ts";
import { getLightProof } from "../proof/proof.ts";
import { getPortfolio } from "../valuation/portfolio.ts";

/**
 * The firm's settings give the day and the time zone in which days begin. Every answer but the version is kept under its key
 * until its stamp changes.
 */
export function createOwnLedger(
  { db, workers, signal }: Pick<Services, "db" | "workers"> & { signal: AbortSignal | undefined },
  { firm: { today, timeZone }, version, daysStamp, entriesStamp }: Custody,
): Custodian {
  const kept = <T extends object>(key: string, stamp: string, make: (left: AbortSignal) => Promise<T>) =>
    new Stamped(`${key} ${stamp}`, () => cachedOr(db, { key, stamp, signal }, make));
  /** What a thread needs to know: whose work it is, and when nobody waits for it. */
  const work = (account: CustodyAccount, left: AbortSignal) => ({ holder: nameOf(account), signal: left });
  return {
    getVersion: async () => ({ version: String(version), valuationDay: today }),
    getPortfolio: (account) =>
      kept(`portfolio ${nameOf(account)} ${account.baseCurrency} ${today}`, String(version), (left) =>
        getPortfolio(db, account, today, () => workers.run("portfolio", { account, today }, work(account, left))),
      ),
    listOrders: (account, query, requestsStamp) =>
      kept(
        `orders ${nameOf(account)} ${timeZone} ${JSON.stringify(query)}`,
        `${entriesStamp} ${requestsStamp}`,
        async () => listOrders(db, account, query, timeZone),
      ),
    listTransactions: (account, query) =>
      kept(`transactions ${nameOf(account)} ${timeZone} ${JSON.stringify(query)}`, entriesStamp, async () =>
        listTransactions(db, account, query, timeZone),
      ),
    getPerformance: (account, range, { stamp, ...chosen }) =>
      kept(
        `performance ${nameOf(account)} ${account.baseCurrency} ${range.from} ${range.to}${chosen.picked ? ` ${chosen.ids.join(",")}` : ""}`,
        `${daysStamp} ${stamp}`,
        async (left) => {
          const read = (trx: Trx) => getLightPerformance(trx, account, range, today, chosen);
          const light = await inTransaction(db, read, "repeatable read");
          return light ?? workers.run("performance", { account, range, today, chosen }, work(account, left));
        },
      ),
    getProof: (account, query) =>
      kept(`proof ${nameOf(account)} ${account.baseCurrency} ${JSON.stringify(query)}`, daysStamp, async (left) => {
        const read = (trx: Trx) => getLightProof(trx, account, query, today);
        const light = await inTransaction(db, read, "repeatable read");
        return light ?? workers.run("proof", { account, query, today }, work(account, left));
      }),
  };
}

const nameOf = ({ holderType, holderId }: CustodyAccount): string => `${holderType}/${holderId}`;
