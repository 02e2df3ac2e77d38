/** What a holder owns. */
import { type Changes, socketEvent, theHolder } from "../declaration.ts";
import type { Holder } from "../shapes.ts";
import type { ReadingCall } from "../stale-calls.ts";

export const events = {
  /** Ledger, prices or rates of the holder changed: refetch before the five minutes are over. */
  "portfolio:changed": socketEvent<Holder & { version: string }>({
    to: "holderAndStaff",
    carries: { ...theHolder, version: true },
    stale: ({ holderType, holderId }) => {
      const ofHolder = { params: { holderType, holderId } };
      return {
        "portfolios.getPortfolio": ofHolder,
        "portfolios.getConsolidated": {},
        "portfolios.getConsolidatedResults": {},
        "portfolios.listOrders": ofHolder,
        "portfolios.listTransactions": ofHolder,
        "portfolios.getPerformance": ofHolder,
        "portfolios.getSales": ofHolder,
        "portfolios.getResults": ofHolder,
        "portfolios.getProof": ofHolder,
        "portfolios.getAsOf": ofHolder,
        "portfolios.getRisk": ofHolder,
        "portfolios.getMonthlyReturns": ofHolder,
        "portfolios.getAttribution": ofHolder,
        "portfolios.getIncome": ofHolder,
        "portfolios.getCustody": ofHolder,
        "portfolios.getMarks": ofHolder,
        "portfolios.getHolding": ofHolder,
        "portfolios.getHoldingReturn": ofHolder,
        "portfolios.getExpectedIncome": ofHolder,
        "payments.getCash": ofHolder,
        "payments.listMovements": ofHolder,
        "payments.listCandidates": {},
      };
    },
  }),
  /** The daily values were recalculated, shortly after a change of the portfolio: its history, not its holdings. */
  "performance:changed": socketEvent<Holder>({
    to: "holderAndStaff",
    carries: theHolder,
    stale: (params) => ({
      "portfolios.getPerformance": { params },
      "portfolios.getResults": { params },
      "portfolios.getRisk": { params },
      "portfolios.getMonthlyReturns": { params },
      "portfolios.getAttribution": { params },
      "portfolios.getConsolidatedResults": {},
    }),
  }),
};

export const changes = {
  saveInstrumentFacts: () => ({ "portfolios.listInstruments": {}, "portfolios.getPortfolio": {} }),
} satisfies Changes<"portfolios">;

// Not the holder's figures: their version is fetched instead (web/app/portfolios/follow-portfolio.ts). It tells nothing of other
// holders, of announcements, and of what staff see of former days.
export const afterReconnect: readonly ReadingCall[] = [
  "portfolios.listOrders",
  "portfolios.getConsolidated",
  "portfolios.getConsolidatedResults",
  "portfolios.getExpectedIncome",
  "portfolios.getAsOf",
];
