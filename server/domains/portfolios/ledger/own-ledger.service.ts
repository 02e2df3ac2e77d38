/** The default custodian: the portal's own ledger. */

import type { Custodian } from "../../../adapters/custodian/custodian.ts";
import type { Services } from "../../../kernel/context.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import { listOrders, listTransactions, requestsStamp } from "../performance/history.service.ts";
import { getLightPerformance } from "../performance/performance.service.ts";
import { cachedOr } from "../portfolios.cache.service.ts";
import type { Custody } from "../portfolios.custody.service.ts";
import { getPortfolio } from "../portfolios.portfolio.service.ts";
import { getLightProof } from "../proof/proof.service.ts";

/** The firm's settings give the day and the time zone in which days begin. */
export const createOwnLedger = (
  { db, workers, signal }: Pick<Services, "db" | "workers"> & { signal: AbortSignal | undefined },
  { firm: { today, timeZone }, version, daysStamp, entriesStamp }: Custody,
): Custodian => ({
  getVersion: async () => ({ version: String(version), valuationDay: today }),
  getPortfolio: (account) =>
    getPortfolio(db, account, today, {
      version,
      signal,
      replay: (left) =>
        workers.run(
          "portfolio",
          { account, today },
          { holder: `${account.holderType}/${account.holderId}`, signal: left },
        ),
    }),
  listOrders: async (account, query) => {
    const key = `orders ${account.holderType}/${account.holderId} ${timeZone} ${JSON.stringify(query)}`;
    const requests = await requestsStamp(db, account);
    return cachedOr(db, { key, stamp: `${entriesStamp} ${requests}` }, () => listOrders(db, account, query, timeZone));
  },
  listTransactions: (account, query) => {
    const key = `transactions ${account.holderType}/${account.holderId} ${timeZone} ${JSON.stringify(query)}`;
    return cachedOr(db, { key, stamp: entriesStamp }, () => listTransactions(db, account, query, timeZone));
  },
  getPerformance: (account, range) => {
    const holder = `${account.holderType}/${account.holderId}`;
    const key = `performance ${holder} ${account.baseCurrency} ${range.from} ${range.to}`;
    return cachedOr(db, { key, stamp: daysStamp, signal }, async (left) => {
      const light = await inTransaction(
        db,
        (trx) => getLightPerformance(trx, account, range, today),
        "repeatable read",
      );
      return light ?? workers.run("performance", { account, range, today }, { holder, signal: left });
    });
  },
  getProof: (account, query) => {
    const holder = `${account.holderType}/${account.holderId}`;
    const key = `proof ${holder} ${account.baseCurrency} ${JSON.stringify(query)}`;
    return cachedOr(db, { key, stamp: daysStamp, signal }, async (left) => {
      const light = await inTransaction(db, (trx) => getLightProof(trx, account, query, today), "repeatable read");
      return light ?? workers.run("proof", { account, query, today }, { holder, signal: left });
    });
  },
});
