/**
 * Port to the system that keeps a client's holdings: the portal's own ledger, or a custodian's system over HTTP. Both
 * return the shapes declared in api/portfolios.ts, so pages see no difference.
 */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { PortfolioAsOf } from "@portico/api/portfolio-as-of.ts";
import type { portfolios } from "@portico/api/portfolios.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Stamped } from "../../kernel/stamped.ts";

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
export type SalesQuery = Range & Parsed<Calls["getSales"]>["query"];
export type MarksQuery = Range & Parsed<Calls["getMarks"]>["query"];
export type HoldingQuery = Range & Parsed<Calls["getHolding"]>["query"];
export type ProofQuery = Pick<Parsed<Calls["getProof"]>["params"], "figure"> &
  Omit<Parsed<Calls["getProof"]>["query"], "limit"> & { limit?: number };

export type AttributionQuery = Range & Pick<Parsed<Calls["getAttribution"]>["query"], "by">;

/** A day, and the time of what was known, in ISO 8601; without it, what is known now. */
export interface AsOfQuery {
  day: string;
  known: string | undefined;
}

/** The benchmarks that the portal's own ledger compares a performance with. */
export interface AskedBenchmarks {
  ids: readonly number[];
  /** Whether the reader picked them. */
  picked: boolean;
  /** How many are offered to the reader. */
  offered: number;
  /** Changes with everything that they depend on. */
  stamp: string;
}

/** The portal's own ledger knows from a stamp whether an answer has changed. */
type Read<Name extends keyof Calls> = Promise<Answer<Calls[Name]>> | Stamped<Answer<Calls[Name]>>;

export interface Custodian {
  /** Changes with the figures and is cheap to read; null if it could only be determined from the figures. */
  getVersion(): Promise<Answer<Calls["getVersion"]>>;
  getPortfolio(account: CustodyAccount): Read<"getPortfolio">;
  /** `ledgerElsewhere` from a custodian's system, which does not say what was known when. */
  getPortfolioAsOf(account: CustodyAccount, query: AsOfQuery): Promise<PortfolioAsOf>;
  /** With the stamp of the requests made in the portal, which the portal's own ledger lists with the orders. */
  listOrders(account: CustodyAccount, query: OrdersQuery, requestsStamp: string): Read<"listOrders">;
  listTransactions(account: CustodyAccount, query: TransactionsQuery): Read<"listTransactions">;
  /** With the benchmarks of the portal; another custodian's answer has its own. */
  getPerformance(account: CustodyAccount, range: Range, benchmarks: AskedBenchmarks): Read<"getPerformance">;
  getSales(account: CustodyAccount, query: SalesQuery): Read<"getSales">;
  getResults(account: CustodyAccount, range: Range): Read<"getResults">;
  getProof(account: CustodyAccount, query: ProofQuery): Read<"getProof">;
  /** With the firm's risk-free rate. */
  getRisk(account: CustodyAccount, range: Range, riskFree: SettingValue<"riskFreeRate">): Read<"getRisk">;
  /** Beside the first of the benchmarks. */
  getMonthlyReturns(account: CustodyAccount, benchmarks: AskedBenchmarks): Read<"getMonthlyReturns">;
  /** Against the first of the benchmarks. */
  getAttribution(account: CustodyAccount, query: AttributionQuery, benchmarks: AskedBenchmarks): Read<"getAttribution">;
  getIncome(account: CustodyAccount, range: Range): Read<"getIncome">;
  getCustody(account: CustodyAccount): Read<"getCustody">;
  getMarks(account: CustodyAccount, query: MarksQuery): Read<"getMarks">;
  /** `notFound` for an instrument of which the account has no entry; `ledgerElsewhere` from a custodian's system. */
  getHolding(account: CustodyAccount, query: HoldingQuery): Read<"getHolding">;
  getHoldingReturn(account: CustodyAccount, query: HoldingQuery): Read<"getHoldingReturn">;
  getExpectedIncome(account: CustodyAccount): Read<"getExpectedIncome">;
}
