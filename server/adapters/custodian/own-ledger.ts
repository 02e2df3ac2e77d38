/** The default custodian: the portal's own ledger. */
import type { Db } from "../../database/transaction.ts";
import type { FirmDay } from "../../domains/portfolios/portfolios.days.ts";
import { listOrders, listTransactions } from "../../domains/portfolios/portfolios.history.ts";
import { getPerformance } from "../../domains/portfolios/portfolios.performance.ts";
import { getPortfolio } from "../../domains/portfolios/portfolios.portfolio.ts";
import { getProof } from "../../domains/portfolios/portfolios.proof.ts";
import type { Custodian } from "./custodian.ts";

/** `firm` says which day it is, and in which time zone days begin. */
export const createOwnLedger = (db: Db, { today, timeZone }: FirmDay): Custodian => ({
  getPortfolio: (account) => getPortfolio(db, account, today),
  listOrders: (account, query) => listOrders(db, account, query, timeZone),
  listTransactions: (account, query) => listTransactions(db, account, query),
  getPerformance: (account, range) => getPerformance(db, account, range, today),
  getProof: (account, query) => getProof(db, account, query, today),
});
