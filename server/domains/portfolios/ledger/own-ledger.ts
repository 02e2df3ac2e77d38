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
  const inSnapshot = <T>(read: (trx: Trx) => Promise<T>) => inTransaction(db, read, "repeatable read");
  /** The answer here if it is light, otherwise from a thread. */
  const lightOr = async <T>(read: (trx: Trx) => Promise<T | undefined>, onThread: () => Promise<T>): Promise<T> =>
    (await inSnapshot(read)) ?? onThread();
  /** The answer here if the account has few entries, otherwise from a thread. */
  const ifShort = async <T>(account: CustodyAccount, read: (trx: Trx) => Promise<T>, onThread: () => Promise<T>) =>
    (await countEntries(db, account)) <= mostEntries ? inSnapshot(read) : onThread();
  const readPortfolio = (account: CustodyAccount) =>
    kept(keyOf("portfolio", account, today), String(version), (left) =>
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
      const key = keyOf("as of", account, day);
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
        keyOf("performance", account, `${range.from} ${range.to}${chosen.picked ? ` ${chosen.ids.join(",")}` : ""}`),
        `${daysStamp} ${stamp}`,
        (left) =>
          lightOr(
            (trx) => getLightPerformance(trx, account, range, today, chosen),
            () => workers.run("performance", { account, range, today, chosen }, work(account, left)),
          ),
      ),
    getSales: (account, query) =>
      kept(keyOf("sales", account, JSON.stringify(query)), `${entriesStamp} ${daysStamp}`, (left) =>
        lightOr(
          (trx) => getLightSales(trx, account, query),
          () => workers.run("sales", { account, query }, work(account, left)),
        ),
      ),
    getResults: (account, range) =>
      kept(keyOf("results", account, `${range.from} ${range.to}`), `${daysStamp} ${entriesStamp}`, (left) =>
        lightOr(
          (trx) => getLightResults(trx, account, range, today),
          () => workers.run("results", { account, range, today }, work(account, left)),
        ),
      ),
    getProof: (account, query) =>
      kept(keyOf("proof", account, JSON.stringify(query)), daysStamp, (left) =>
        lightOr(
          (trx) => getLightProof(trx, account, query, today),
          () => workers.run("proof", { account, query, today }, work(account, left)),
        ),
      ),
    getRisk: (account, range, riskFree) =>
      kept(keyOf("risk", account, `${range.from} ${range.to} ${JSON.stringify(riskFree)}`), daysStamp, (left) => {
        const asked = { range, today, riskFree };
        return lightOr(
          (trx) => getLightRisk(trx, account, asked),
          () => workers.run("risk", { account, asked }, work(account, left)),
        );
      }),
    getMonthlyReturns: (account, { ids: [benchmarkId], stamp }) =>
      kept(keyOf("monthly-returns", account), `${daysStamp} ${stamp}`, (left) =>
        lightOr(
          (trx) => getLightMonthlyReturns(trx, account, today, benchmarkId),
          () => workers.run("monthlyReturns", { account, today, benchmarkId }, work(account, left)),
        ),
      ),
    getAttribution: (account, { by, ...range }, { ids: [benchmarkId], stamp }) =>
      kept(
        keyOf("attribution", account, `${range.from} ${range.to} ${by} ${benchmarkId ?? ""}`),
        `${daysStamp} ${entriesStamp} ${stamp}`,
        (left) => {
          const asked = { range, today, by, benchmarkId };
          return lightOr(
            (trx) => getLightAttribution(trx, account, asked),
            () => workers.run("attribution", { account, asked }, work(account, left)),
          );
        },
      ),
    getIncome: (account, range) =>
      kept(
        keyOf("income", account, `${range.from} ${range.to} ${today}`),
        `${version} ${entriesStamp}`,
        async (left) => {
          const given = { today, portfolio: await readPortfolio(account).read() };
          return ifShort(
            account,
            (trx) => getIncome(trx, account, range, given),
            () => workers.run("income", { account, range, given }, work(account, left)),
          );
        },
      ),
    getCustody: (account) =>
      kept(`custody ${nameOf(account)} ${account.baseCurrency}`, entriesStamp, () =>
        inTransaction(db, (trx) => listCustody(trx, account), "repeatable read"),
      ),
    getMarks: (account, query) =>
      kept(keyOf("marks", account, JSON.stringify(query)), `${entriesStamp} ${daysStamp}`, (left) =>
        ifShort(
          account,
          (trx) => getMarks(trx, account, query),
          () => workers.run("marks", { account, query }, work(account, left)),
        ),
      ),
    getHolding: (account, query) =>
      kept(`holding ${nameOf(account)} ${today} ${JSON.stringify(query)}`, entriesStamp, () =>
        inSnapshot((trx) => getHolding(trx, account, query, today)),
      ),
    getHoldingReturn: (account, query) =>
      kept(keyOf("holding-return", account, JSON.stringify(query)), `${entriesStamp} ${daysStamp}`, (left) =>
        workers.run("holdingReturn", { account, query, today }, work(account, left)),
      ),
    // Not kept: announcements change without the ledger.
    getExpectedIncome: async (account) => {
      const given = { today, portfolio: await readPortfolio(account).read() };
      return ifShort(
        account,
        (trx) => getExpectedIncome(trx, account, given),
        () => workers.run("expectedIncome", { account, given }, { holder: nameOf(account), signal }),
      );
    },
  };
}

const nameOf = ({ holderType, holderId }: CustodyAccount): string => `${holderType}/${holderId}`;
/** What an answer in the account's currency is kept under. */
const keyOf = (name: string, account: CustodyAccount, ...asked: string[]): string =>
  [name, nameOf(account), account.baseCurrency, ...asked].join(" ");
