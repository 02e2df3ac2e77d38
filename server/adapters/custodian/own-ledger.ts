/** The default custodian: the portal's own ledger. */
import type { Db } from "../../database/transaction.ts";
import type { Custody } from "../../domains/portfolios/portfolios.custody.ts";
import { listOrders, listTransactions } from "../../domains/portfolios/portfolios.history.ts";
import { getPerformance } from "../../domains/portfolios/portfolios.performance.ts";
import { getPortfolio } from "../../domains/portfolios/portfolios.portfolio.ts";
import { getProof } from "../../domains/portfolios/portfolios.proof.ts";
import type { Custodian } from "./custodian.ts";

/** The firm says which day it is, and in which time zone days begin. */
export const createOwnLedger = (
  db: Db,
  { firm: { today, timeZone }, version }: Pick<Custody, "firm" | "version">,
): Custodian => ({
  getVersion: async () => ({ version: String(version), valuationDay: today }),
  getPortfolio: (account) => getPortfolio(db, account, today, version),
  listOrders: (account, query) => listOrders(db, account, query, timeZone),
  listTransactions: (account, query) => listTransactions(db, account, query),
  getPerformance: (account, range) => getPerformance(db, account, range, today),
  getProof: (account, query) => getProof(db, account, query, today),
});
