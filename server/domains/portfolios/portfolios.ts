/** A holder's portfolio data, from any custodian. */
import type { asOfCalls } from "@portico/api/portfolio-as-of.ts";
import type { portfolios } from "@portico/api/portfolios.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { AskedBenchmarks, Custodian, CustodyAccount } from "../../adapters/custodian/custodian.ts";
import { createHttpCustodian } from "../../adapters/custodian/http-custodian.ts";
import type { Received } from "../../http/handlers.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { answerOf, type Stamped } from "../../kernel/stamped.ts";
import { parseSetting } from "../settings/settings.ts";
import { cashByCurrency, sumOf } from "./custodian-cash.ts";
import type { CustodyRow, WithBenchmarks } from "./custody.queries.ts";
import { type Custody, custodyOf, getCustody, usesOwnLedger } from "./custody.ts";
import { createOwnLedger } from "./ledger/own-ledger.ts";
import { askedBenchmarks, offeredIds } from "./performance/asked-benchmarks.ts";

export { type CustodyRow, custodyRow, custodyWithBenchmarks } from "./custody.queries.ts";
export { linkCustodian } from "./ledger/custodian-links.ts";
export { ofFlex } from "./ledger/entries.queries.ts";

type Calls = typeof portfolios;

/** One linked to the holder, otherwise the configured one, otherwise our own ledger. */
function createCustodian({ db, config, log, workers, caller }: Context, custody: Custody): Custodian {
  const baseUrl = custody.baseUrl ?? config.custodianUrl;
  if (baseUrl === undefined) return createOwnLedger({ db, workers, signal: caller.signal }, custody);
  return createHttpCustodian({
    baseUrl,
    timeoutMs: config.custodianTimeoutMs,
    report: (problem) => log.warn(problem, "the custodian answered wrongly"),
  });
}

type Question<Read> = (custodian: Custodian, account: CustodyAccount) => Read;

const askCustodian = <Read>(context: Context, custody: Custody, question: Question<Read>): Read =>
  question(createCustodian(context, custody), custody.account);

/** Asks the holder's custodian; `noClientNumber` for a holder without an account there. */
const ask = <Read>(context: Context, { holder, row }: Begun, question: Question<Read>): Read =>
  askCustodian(context, custodyOf(row, holder, context.now()), question);

/** The holder that a call names, and the row that it begins with. */
interface Begun<Row = CustodyRow> {
  holder: Holder;
  row: Row | undefined;
}
type Input<Name extends keyof Calls> = Omit<Received<Calls[Name]>, "body"> & Begun;

export const readPortfolio = (context: Context, begun: Begun) =>
  ask(context, begun, (custodian, account) => custodian.getPortfolio(account));

/** The portfolio on a day; `badInput` for a day, or a time of knowledge, that has not come yet. */
export const readAsOf = (
  context: Context,
  { holder, row, params, query }: Omit<Received<(typeof asOfCalls)["getAsOf"]>, "body"> & Begun,
) => {
  const custody = custodyOf(row, holder, context.now());
  if (params.day > custody.firm.today) throw new Refusal("badInput", { fields: [{ path: "day", code: "inFuture" }] });
  return askCustodian(context, custody, (custodian, account) =>
    custodian.getPortfolioAsOf(account, { day: params.day, known: query.known }),
  );
};

export const readVersion = (context: Context, begun: Begun) =>
  ask(context, begun, (custodian) => custodian.getVersion());

export const readOrders = (
  context: Context,
  { holder, row, params, query }: Input<"listOrders"> & Begun<CustodyRow & { requestsStamp: string }>,
) => {
  const custody = custodyOf(row, holder, context.now());
  const asked = { ...checkRange(params), ...query };
  return askCustodian(context, custody, (custodian, account) =>
    custodian.listOrders(account, asked, row?.requestsStamp ?? ""),
  );
};

export const readTransactions = (context: Context, { params, query, ...begun }: Input<"listTransactions">) =>
  ask(context, begun, (custodian, account) => custodian.listTransactions(account, { ...checkRange(params), ...query }));

export const readPerformance = (
  context: Context,
  { holder, row, params, query }: Input<"getPerformance"> & Begun<WithBenchmarks>,
) => {
  const custody = custodyOf(row, holder, context.now());
  const range = checkRange(params);
  const benchmarks = benchmarksOf(context, { custody, row }, query.benchmarks);
  return askCustodian(context, custody, (custodian, account) => custodian.getPerformance(account, range, benchmarks));
};

/** The benchmarks that the query names, or else the nearest; of a custodian's system the portal has none. */
function benchmarksOf(
  context: Context,
  { custody, row }: { custody: Custody; row: WithBenchmarks | undefined },
  query?: string,
  path?: string,
): AskedBenchmarks {
  const isOwn = isOwnLedger(context, custody);
  const offer = { benchmarks: [], benchmarkVersion: 0, marketVersion: 0, ...(isOwn && row) };
  return askedBenchmarks(offer, custody.hasFirmsBenchmark && isOwn, query, path);
}

/** The ids of the benchmarks offered to a holder, the nearest first: none if a custodian's system has the portfolio. */
export function listOfferedIds(context: Context, { holder, row }: Begun<WithBenchmarks>): number[] {
  const custody = custodyOf(row, holder, context.now());
  return row && isOwnLedger(context, custody) ? offeredIds(row, custody.hasFirmsBenchmark) : [];
}

const isOwnLedger = ({ config }: Context, { baseUrl }: Custody): boolean =>
  (baseUrl ?? config.custodianUrl) === undefined;

export const readSales = (context: Context, { params, query, ...begun }: Input<"getSales">) =>
  ask(context, begun, (custodian, account) => custodian.getSales(account, { ...checkRange(params), ...query }));
export const readResults = (context: Context, { params, ...begun }: Input<"getResults">) =>
  ask(context, begun, (custodian, account) => custodian.getResults(account, checkRange(params)));

export const readProof = (context: Context, { params, query, ...begun }: Input<"getProof">) =>
  ask(context, begun, (custodian, account) => custodian.getProof(account, { figure: params.figure, ...query }));

export const readRisk = (
  context: Context,
  { params, ...begun }: Input<"getRisk"> & Begun<CustodyRow & { riskFree: unknown }>,
) => {
  const riskFree = parseSetting("riskFreeRate", begun.row?.riskFree);
  return ask(context, begun, (custodian, account) => custodian.getRisk(account, checkRange(params), riskFree));
};

export function readMonthlyReturns(context: Context, { holder, row }: Begun<WithBenchmarks>) {
  const custody = custodyOf(row, holder, context.now());
  const benchmarks = benchmarksOf(context, { custody, row });
  return askCustodian(context, custody, (custodian, account) => custodian.getMonthlyReturns(account, benchmarks));
}

export function readAttribution(
  context: Context,
  { holder, row, params, query }: Input<"getAttribution"> & Begun<WithBenchmarks>,
) {
  const custody = custodyOf(row, holder, context.now());
  const asked = { ...checkRange(params), by: query.by };
  const picked = query.benchmark === undefined ? undefined : String(query.benchmark);
  const benchmarks = benchmarksOf(context, { custody, row }, picked, "benchmark");
  return askCustodian(context, custody, (custodian, account) => custodian.getAttribution(account, asked, benchmarks));
}

export const readIncome = (context: Context, { params, ...begun }: Input<"getIncome">) =>
  ask(context, begun, (custodian, account) => custodian.getIncome(account, checkRange(params)));

export const readCustody = (context: Context, begun: Begun) =>
  ask(context, begun, (custodian, account) => custodian.getCustody(account));

export const readMarks = (context: Context, { params, query, ...begun }: Input<"getMarks">) =>
  ask(context, begun, (custodian, account) => custodian.getMarks(account, { ...checkRange(params), ...query }));

export const readHolding = (context: Context, { params, query, ...begun }: Input<"getHolding">) =>
  ask(context, begun, (custodian, account) => custodian.getHolding(account, { ...checkRange(params), ...query }));

export const readHoldingReturn = (context: Context, { params, query, ...begun }: Input<"getHoldingReturn">) =>
  ask(context, begun, (custodian, account) => custodian.getHoldingReturn(account, { ...checkRange(params), ...query }));

export const readExpectedIncome = (context: Context, begun: Begun) =>
  ask(context, begun, (custodian, account) => custodian.getExpectedIncome(account));

/** Asks the holder's custodian, for other domains. */
export async function readFromCustodian<Answer>(
  context: Context,
  holder: Holder,
  question: Question<Promise<Answer> | Stamped<Answer>>,
): Promise<Answer> {
  const custody = await getCustody(context.db, holder, context.now());
  return answerOf(await askCustodian(context, custody, question));
}

/**
 * The holder's cash in a currency at a custodian's system; null if the portal keeps the ledger. Throws `timedout` if
 * the system does not answer.
 */
export async function readCustodianCash(context: Context, holder: Holder, currency: string): Promise<string | null> {
  if (await usesOwnLedger(context.db, context.config, holder)) return null;
  const { instruments } = await readFromCustodian(context, holder, (custodian, account) =>
    custodian.getPortfolio(account),
  );
  const rows = cashByCurrency(instruments).get(currency) ?? [];
  return sumOf(rows.map(({ ownedShares }) => ownedShares)).toFixed();
}

/** A range that ends before it starts is refused, instead of returning nothing. */
function checkRange({ from, to }: { from: string; to: string }) {
  if (from > to) throw new Refusal("badInput", { fields: [{ path: "to", code: "tooSmall" }] });
  return { from, to };
}
