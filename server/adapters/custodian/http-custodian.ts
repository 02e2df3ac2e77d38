/**
 * A custodian's system over HTTP. The protocol is the portal's portfolio calls by account number, read-only:
 *
 *   GET {base}/accounts/{clientNumber}/portfolio
 *   GET {base}/accounts/{clientNumber}/orders?from&to&cursor&limit&search
 *   GET {base}/accounts/{clientNumber}/transactions?from&to&cursor&limit&instrumentId&search
 *   GET {base}/accounts/{clientNumber}/performance?from&to
 *   GET {base}/accounts/{clientNumber}/proof/{figure}?key&from&to&cursor&limit
 *
 * Each answers 200 with the JSON declared in api/portfolios.ts for the call, and 404 for an unknown account.
 */
import { fillPath } from "@portico/api/client.ts";
import { isCurrency } from "@portico/api/currencies.ts";
import { portfolios } from "@portico/api/portfolios.ts";
import type { z } from "zod";
import { Refusal } from "../../kernel/refusal.ts";
import { readLimited } from "../limited-answer.ts";
import type { Custodian, CustodyAccount } from "./custodian.ts";

/** Larger answers are refused. */
const maxBytes = 8 * 1024 * 1024;

interface HttpCustodianOptions {
  /** Without a trailing slash. */
  baseUrl: string;
  timeoutMs: number;
  /** Receives the reason why an answer was refused; the client gets only the code. */
  report: (problem: { url: string; reason: string }) => void;
}

/** Figures in a currency unknown to the portal cannot be displayed as money. */
const inKnownCurrency = <Shape extends z.ZodType<{ contractCurrency: string }>>(shape: Shape) =>
  shape.refine(({ contractCurrency }) => isCurrency(contractCurrency), { path: ["contractCurrency"] });

const nothingKnown = { priceGain: null, currencyGain: null, income: null, fees: null, tax: null, total: null };
const noResults = {
  holdings: [],
  total: { ...nothingKnown, returnPercent: null, returnReason: null },
  gaps: [],
  reason: "notProvided" as const,
};
const unknownSums = { gross: null, tax: null, net: null };

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === "TimeoutError";

/**
 * Throws `timedout` if the custodian is too slow, `noClientNumber` if it does not know the account, otherwise
 * `badGateway`.
 */
export function createHttpCustodian({ baseUrl, timeoutMs, report }: HttpCustodianOptions): Custodian {
  async function ask<Shape extends z.ZodType>(
    account: CustodyAccount,
    path: string,
    query: Record<string, string | number | undefined>,
    shape: Shape,
  ): Promise<z.output<Shape>> {
    const url = baseUrl + fillPath(`/accounts/:clientNumber${path}`, { clientNumber: account.clientNumber }, query);
    try {
      // The time limit covers the whole answer, not just its first byte.
      const response = await fetch(url, {
        headers: { accept: "application/json" },
        signal: AbortSignal.timeout(timeoutMs),
        redirect: "error",
      });
      const text = await readLimited(response, maxBytes);
      if (response.status === 404) throw new Refusal("noClientNumber");
      if (response.status === 504 || response.status === 408) throw new Refusal("timedout");
      if (response.status !== 200) throw new Error(`status ${response.status}`);
      return shape.parse(JSON.parse(text));
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (isTimeout(error)) throw new Refusal("timedout");
      report({ url, reason: error instanceof Error ? error.message : String(error) });
      throw new Refusal("badGateway");
    }
  }
  return {
    getVersion: async () => ({ version: null, valuationDay: null }),
    getPortfolio: (account) => ask(account, "/portfolio", {}, inKnownCurrency(portfolios.getPortfolio.answer)),
    getPortfolioAsOf: () => Promise.reject(new Refusal("ledgerElsewhere")),
    listOrders: (account, query) => ask(account, "/orders", query, portfolios.listOrders.answer),
    listTransactions: (account, query) => ask(account, "/transactions", query, portfolios.listTransactions.answer),
    getPerformance: (account, range) =>
      ask(account, "/performance", range, inKnownCurrency(portfolios.getPerformance.answer)),
    // The protocol has no sales.
    getSales: async ({ baseCurrency }, query) => ({
      contractCurrency: baseCurrency,
      ...query,
      feesInCost: false,
      sales: [],
      listedFrom: null,
      count: 0,
      totals: { proceeds: null, cost: null, gain: null, gainPercent: null, gaps: [] },
      openings: [],
      closed: [],
      reason: "notProvided",
    }),
    // The protocol has no results by holding.
    getResults: async ({ baseCurrency }, range) => ({ ...noResults, contractCurrency: baseCurrency, ...range }),
    getProof: (account, { figure, ...query }) => ask(account, `/proof/${figure}`, query, portfolios.getProof.answer),
    // The protocol has no values of single days.
    getRisk: async (_account, _range, riskFree) => ({
      volatility: null,
      sharpe: null,
      worstFall: null,
      days: 0,
      basis: "days",
      months: null,
      reason: "notProvided",
      reasonDay: null,
      riskFree,
      falls: [],
      gaps: [],
    }),
    getMonthlyReturns: async ({ baseCurrency }) => ({
      contractCurrency: baseCurrency,
      benchmarkName: null,
      years: [],
      reason: "notProvided",
    }),
    getAttribution: async ({ baseCurrency }, { by, ...range }) => ({
      contractCurrency: baseCurrency,
      by,
      ...range,
      benchmarkFrom: null,
      benchmark: null,
      return: null,
      benchmarkReturn: null,
      excess: null,
      parts: [],
      total: null,
      periods: 0,
      unclassified: [],
      reason: "notProvided",
      reasonDay: null,
      gaps: [],
    }),
    // The protocol tells neither which tax belongs to a payment nor what is announced.
    getIncome: async ({ baseCurrency }, { from, to }) => ({
      contractCurrency: baseCurrency,
      from,
      to,
      total: unknownSums,
      otherTax: null,
      months: [],
      holdings: [],
      payments: [],
      yields: null,
      gaps: [],
      reason: "notProvided",
    }),
    // All of it lies with the custodian, whose name the protocol does not tell.
    getCustody: async ({ baseCurrency }) => ({ contractCurrency: baseCurrency, holdings: [], reason: "notProvided" }),
    // The protocol has neither entries grouped by day nor prices of other days.
    getMarks: async ({ baseCurrency }, { from, to }) => ({
      contractCurrency: baseCurrency,
      from,
      to,
      marks: [],
      reason: "notProvided",
    }),
    getHolding: () => Promise.reject(new Refusal("ledgerElsewhere")),
    getHoldingReturn: async ({ baseCurrency }, { from, to }) => ({
      contractCurrency: baseCurrency,
      from,
      to,
      moneyWeightedReturn: null,
      reason: "notProvided",
      flows: [],
      gaps: [],
    }),
    getExpectedIncome: async ({ baseCurrency }) => ({
      contractCurrency: baseCurrency,
      valuationDay: null,
      announced: [],
      estimates: [],
      totals: { announced: unknownSums, estimated: unknownSums },
      months: [],
      gaps: [],
      reason: "notProvided",
    }),
  };
}
