/** A holder's portfolio data, from any custodian. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { portfolios } from "@portico/api/portfolios.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Custodian, CustodyAccount } from "../../adapters/custodian/custodian.ts";
import { createHttpCustodian } from "../../adapters/custodian/http-custodian.ts";
import type { Received } from "../../http/handlers.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { createOwnLedger } from "./ledger/own-ledger.service.ts";
import { cashByCurrency, sumOf } from "./portfolios.custodian-cash.ts";
import { type Custody, getCustody, usesOwnLedger } from "./portfolios.custody.service.ts";

export { linkCustodian } from "./ledger/links.service.ts";

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

/** Asks the holder's custodian; `noClientNumber` for a holder without an account there. */
async function ask<T>(
  context: Context,
  holder: Holder,
  question: (custodian: Custodian, account: CustodyAccount) => Promise<T>,
): Promise<T> {
  const custody = await getCustody(context.db, holder, context.now());
  return question(createCustodian(context, custody), custody.account);
}

type Input<Name extends keyof Calls> = Omit<Received<Calls[Name]>, "body">;

export const readPortfolio = (
  context: Context,
  { holder }: { holder: Holder },
): Promise<Answer<Calls["getPortfolio"]>> =>
  ask(context, holder, (custodian, account) => custodian.getPortfolio(account));

export const readVersion = (context: Context, { holder }: { holder: Holder }): Promise<Answer<Calls["getVersion"]>> =>
  ask(context, holder, (custodian) => custodian.getVersion());

export const readOrders = (
  context: Context,
  { holder, params, query }: Input<"listOrders">,
): Promise<Answer<Calls["listOrders"]>> =>
  ask(context, holder, (custodian, account) => custodian.listOrders(account, { ...checkRange(params), ...query }));

export const readTransactions = (
  context: Context,
  { holder, params, query }: Input<"listTransactions">,
): Promise<Answer<Calls["listTransactions"]>> =>
  ask(context, holder, (custodian, account) =>
    custodian.listTransactions(account, { ...checkRange(params), ...query }),
  );

export const readPerformance = (
  context: Context,
  { holder, params }: Input<"getPerformance">,
): Promise<Answer<Calls["getPerformance"]>> =>
  ask(context, holder, (custodian, account) => custodian.getPerformance(account, checkRange(params)));

export const readProof = (
  context: Context,
  { holder, params, query }: Input<"getProof">,
): Promise<Answer<Calls["getProof"]>> =>
  ask(context, holder, (custodian, account) => custodian.getProof(account, { figure: params.figure, ...query }));

/**
 * The holder's cash in a currency at a custodian's system; null if the portal keeps the ledger. Throws `timedout` if
 * the system does not answer.
 */
export async function readCustodianCash(context: Context, holder: Holder, currency: string): Promise<string | null> {
  if (await usesOwnLedger(context.db, context.config, holder)) return null;
  const { instruments } = await ask(context, holder, (custodian, account) => custodian.getPortfolio(account));
  const rows = cashByCurrency(instruments).get(currency) ?? [];
  return sumOf(rows.map(({ ownedShares }) => ownedShares)).toFixed();
}

/** A range that ends before it starts is refused, instead of returning nothing. */
function checkRange({ from, to }: { from: string; to: string }) {
  if (from > to) throw new Refusal("badInput", { fields: [{ path: "to", code: "tooSmall" }] });
  return { from, to };
}
