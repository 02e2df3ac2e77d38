/**
 * Port to the system that keeps a client's holdings: the portal's own ledger, or a custodian's system over HTTP. Both
 * return the shapes declared in api/portfolios.ts, so pages see no difference.
 */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { portfolios } from "@portico/api/portfolios.ts";
import type { Holder } from "@portico/api/shapes.ts";

type Calls = typeof portfolios;

/** A holder as known to a custodian. */
export interface CustodyAccount extends Holder {
  clientNumber: string;
  /** The holder's contract currency. */
  baseCurrency: string;
}

export type Range = Pick<Parsed<Calls["listOrders"]>["params"], "from" | "to">;
export type OrdersQuery = Range & Parsed<Calls["listOrders"]>["query"];
export type TransactionsQuery = Range & Parsed<Calls["listTransactions"]>["query"];
export type ProofQuery = Pick<Parsed<Calls["getProof"]>["params"], "figure"> &
  Omit<Parsed<Calls["getProof"]>["query"], "limit"> & { limit?: number };

export interface Custodian {
  /** Changes with the figures and is cheap to read; null if it could only be determined from the figures. */
  getVersion(): Promise<Answer<Calls["getVersion"]>>;
  getPortfolio(account: CustodyAccount): Promise<Answer<Calls["getPortfolio"]>>;
  listOrders(account: CustodyAccount, query: OrdersQuery): Promise<Answer<Calls["listOrders"]>>;
  listTransactions(account: CustodyAccount, query: TransactionsQuery): Promise<Answer<Calls["listTransactions"]>>;
  getPerformance(account: CustodyAccount, range: Range): Promise<Answer<Calls["getPerformance"]>>;
  getProof(account: CustodyAccount, query: ProofQuery): Promise<Answer<Calls["getProof"]>>;
}
