/** The default custodian: the portal's own ledger. */

import type { Custodian, CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import type { Services } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { Stamped } from "../../../kernel/stamped.ts";
import { inTransaction, type Trx } from "../../../kernel/transaction.ts";
import { readKnowledgeNow } from "../../market-data/knowledge.ts";
import { cachedOr } from "../answer-cache.ts";
import { getLightAttribution } from "../attribution/attribution.ts";
import type { Custody } from "../custody.ts";
import { listCustody } from "../holding/custody.ts";
import { getHolding } from "../holding/holding.ts";
import { getMarks } from "../holding/marks.ts";
import { getExpectedIncome } from "../income/expected.ts";
import { getIncome } from "../income/received.ts";
import { listOrders, listTransactions } from "../performance/history.ts";
import { getLightPerformance } from "../performance/performance.ts";
import { getLightProof } from "../proof/proof.ts";
import { getLightResults } from "../results/results.ts";
import { getLightMonthlyReturns } from "../risk/monthly-returns.ts";
import { getLightRisk } from "../risk/risk.ts";
import { getLightSales } from "../sales/sales.ts";
import { getPortfolio } from "../valuation/portfolio.ts";
import { countEntries } from "./entries.queries.ts";

/** Income of more entries is calculated on a thread: other calls would wait for it. */
const mostEntries = 1500;

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
  const isShort = async (account: CustodyAccount) => (await countEntries(db, account)) <= mostEntries;
  const readPortfolio = (account: CustodyAccount) =>
    kept(`portfolio ${nameOf(account)} ${account.baseCurrency} ${today}`, String(version), (left) =>
      getPortfolio(db, account, today, () => workers.run("portfolio", { account, today }, work(account, left))),
    );
  return {
    getVersion: async () => ({ version: String(version), valuationDay: today }),
    getPortfolio: readPortfolio,
    async getPortfolioAsOf(account, { day, known }) {
      // Waits for what is just committing, also for a given time: whatever commits later is known later.
      const now = await readKnowledgeNow(db);
      const at = known === undefined ? now : new Date(known).toISOString();
      if (at > now) throw new Refusal("badInput", { fields: [{ path: "known", code: "inFuture" }] });
      const key = `as of ${nameOf(account)} ${account.baseCurrency} ${day}`;
      return cachedOr(db, { key, stamp: at, signal }, (left) =>
        workers.run("portfolioAsOf", { account, asOf: { day, known: at } }, work(account, left)),
      );
    },
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
    getSales: (account, query) =>
      kept(
        `sales ${nameOf(account)} ${account.baseCurrency} ${JSON.stringify(query)}`,
        `${entriesStamp} ${daysStamp}`,
        async (left) => {
          const read = (trx: Trx) => getLightSales(trx, account, query);
          const light = await inTransaction(db, read, "repeatable read");
          return light ?? workers.run("sales", { account, query }, work(account, left));
        },
      ),
    getResults: (account, range) =>
      kept(
        `results ${nameOf(account)} ${account.baseCurrency} ${range.from} ${range.to}`,
        `${daysStamp} ${entriesStamp}`,
        async (left) => {
          const read = (trx: Trx) => getLightResults(trx, account, range, today);
          const light = await inTransaction(db, read, "repeatable read");
          return light ?? workers.run("results", { account, range, today }, work(account, left));
        },
      ),
    getProof: (account, query) =>
      kept(`proof ${nameOf(account)} ${account.baseCurrency} ${JSON.stringify(query)}`, daysStamp, async (left) => {
        const read = (trx: Trx) => getLightProof(trx, account, query, today);
        const light = await inTransaction(db, read, "repeatable read");
        return light ?? workers.run("proof", { account, query, today }, work(account, left));
      }),
    getRisk: (account, range, riskFree) =>
      kept(
        `risk ${nameOf(account)} ${account.baseCurrency} ${range.from} ${range.to} ${JSON.stringify(riskFree)}`,
        daysStamp,
        async (left) => {
          const asked = { range, today, riskFree };
          const read = (trx: Trx) => getLightRisk(trx, account, asked);
          const light = await inTransaction(db, read, "repeatable read");
          return light ?? workers.run("risk", { account, asked }, work(account, left));
        },
      ),
    getMonthlyReturns: (account, { ids: [benchmarkId], stamp }) =>
      kept(`monthly-returns ${nameOf(account)} ${account.baseCurrency}`, `${daysStamp} ${stamp}`, async (left) => {
        const read = (trx: Trx) => getLightMonthlyReturns(trx, account, today, benchmarkId);
        const light = await inTransaction(db, read, "repeatable read");
        return light ?? workers.run("monthlyReturns", { account, today, benchmarkId }, work(account, left));
      }),
    getAttribution: (account, { by, ...range }, { ids: [benchmarkId], stamp }) =>
      kept(
        `attribution ${nameOf(account)} ${account.baseCurrency} ${range.from} ${range.to} ${by} ${benchmarkId ?? ""}`,
        `${daysStamp} ${entriesStamp} ${stamp}`,
        async (left) => {
          const asked = { range, today, by, benchmarkId };
          const read = (trx: Trx) => getLightAttribution(trx, account, asked);
          const light = await inTransaction(db, read, "repeatable read");
          return light ?? workers.run("attribution", { account, asked }, work(account, left));
        },
      ),
    getIncome: (account, range) =>
      kept(
        `income ${nameOf(account)} ${account.baseCurrency} ${range.from} ${range.to} ${today}`,
        `${version} ${entriesStamp}`,
        async (left) => {
          const given = { today, portfolio: await readPortfolio(account).read() };
          const read = (trx: Trx) => getIncome(trx, account, range, given);
          return (await isShort(account))
            ? inTransaction(db, read, "repeatable read")
            : workers.run("income", { account, range, given }, work(account, left));
        },
      ),
    getCustody: (account) =>
      kept(`custody ${nameOf(account)} ${account.baseCurrency}`, entriesStamp, () =>
        inTransaction(db, (trx) => listCustody(trx, account), "repeatable read"),
      ),
    getMarks: (account, query) =>
      kept(
        `marks ${nameOf(account)} ${account.baseCurrency} ${JSON.stringify(query)}`,
        `${entriesStamp} ${daysStamp}`,
        async (left) => {
          const read = (trx: Trx) => getMarks(trx, account, query);
          return (await isShort(account))
            ? inTransaction(db, read, "repeatable read")
            : workers.run("marks", { account, query }, work(account, left));
        },
      ),
    getHolding: (account, query) =>
      kept(`holding ${nameOf(account)} ${today} ${JSON.stringify(query)}`, entriesStamp, () =>
        inTransaction(db, (trx) => getHolding(trx, account, query, today), "repeatable read"),
      ),
    getHoldingReturn: (account, query) =>
      kept(
        `holding-return ${nameOf(account)} ${account.baseCurrency} ${JSON.stringify(query)}`,
        `${entriesStamp} ${daysStamp}`,
        (left) => workers.run("holdingReturn", { account, query, today }, work(account, left)),
      ),
    // Not kept: announcements change without the ledger.
    getExpectedIncome: async (account) => {
      const given = { today, portfolio: await readPortfolio(account).read() };
      const read = (trx: Trx) => getExpectedIncome(trx, account, given);
      return (await isShort(account))
        ? inTransaction(db, read, "repeatable read")
        : workers.run("expectedIncome", { account, given }, { holder: nameOf(account), signal });
    },
  };
}

const nameOf = ({ holderType, holderId }: CustodyAccount): string => `${holderType}/${holderId}`;
