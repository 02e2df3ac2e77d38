/** What a holder realised: each sale with its cost by one of two methods. */
import { entryKinds } from "@portico/ledger/entry.ts";
import { z } from "zod";
import { defineEndpoints, holder } from "./endpoint.ts";
import { gap } from "./portfolios/gap.ts";
import { costMethods } from "./rules/cost-methods.ts";
import { currencyCode, day, decimal, exactQuote, holderParams, id } from "./shapes.ts";

/** An exact figure; null if `gaps` say why it is unknown. */
const exact = exactQuote.nullable();

const instrument = {
  instrumentId: id,
  name: z.string(),
  ticker: z.string(),
  isin: z.string().nullable(),
};

/** Units that a sale consumed. On average cost one lot, without days. */
const saleLot = z.object({
  /** Day of acquisition; null if it is unknown: then on or before `since`. */
  acquired: day.nullable(),
  /** The day on which the units, or those that they came from, were entered in the ledger; null on average cost. */
  since: day.nullable(),
  quantity: exactQuote,
  /** In the contract currency, at the rate of the day of acquisition. */
  cost: exact,
  /** In the instrument's currency. */
  ownCost: exact,
});

const sale = z.object({
  ...instrument,
  entryId: id,
  /**
   * `sell`; `exchange`: units given up for cash, or cash of an exchange above the cost; `returnOfCapital`: the part above the cost;
   * `split`: nothing was left.
   */
  kind: z.enum(entryKinds),
  day,
  /** "0" for cash above the cost, of which no unit was given up. */
  quantity: exactQuote,
  /** These three in the contract currency, at the rate of each day. */
  proceeds: exact,
  cost: exact,
  gain: exact,
  /** Of the cost, 2 decimals; null if nothing was paid. */
  gainPercent: decimal.nullable(),
  /** In the instrument's currency. */
  own: z.object({ currency: currencyCode, proceeds: exact, cost: exact, gain: exact }),
  lots: z.array(saleLot),
  gaps: z.array(gap),
});
export type SaleRow = z.infer<typeof sale>;

/** A holding of which everything is gone, if it realised something. Income and fees apart from trades are not in the gain. */
const closedHolding = z.object({
  ...instrument,
  from: day,
  to: day,
  /** In the contract currency, by each method: they differ only if units were delivered out or exchanged meanwhile. */
  gain: z.object({ fifo: exact, average: exact }),
  gaps: z.array(gap),
});
export type ClosedHoldingRow = z.infer<typeof closedHolding>;

export const sales = z.object({
  contractCurrency: currencyCode,
  from: day,
  to: day,
  method: z.enum(costMethods),
  /** Whether fees and taxes of trades are part of cost and proceeds. */
  feesInCost: z.boolean(),
  /** Newest first. */
  sales: z.array(sale),
  /** Of a long range only the sales from this day on are listed; null if all are. The totals are those of the whole range. */
  listedFrom: day.nullable(),
  count: z.number().int(),
  totals: z.object({ proceeds: exact, cost: exact, gain: exact, gainPercent: decimal.nullable(), gaps: z.array(gap) }),
  /** Units of unknown day that the listed sales consumed: the cost by lots of these instruments is known from `since` on. */
  openings: z.array(z.object({ ...instrument, since: day })),
  /** Closed in the range, newest first. */
  closed: z.array(closedHolding),
  /** `notProvided`: a custodian's system keeps the ledger and does not say; nothing is listed then. */
  reason: z.enum(["notProvided"]).nullable(),
});
export type Sales = z.infer<typeof sales>;

export const portfolioSales = defineEndpoints({
  getSales: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/sales/:from/:to",
    summary:
      "What was sold in the range, both days included, with proceeds, cost and gain by lots (first in, first out) or at average cost, and closed holdings.",
    access: holder("internal"),
    params: holderParams.extend({ from: day, to: day }),
    query: z.object({ method: z.enum(costMethods).default("fifo") }),
    answer: sales,
    errors: ["noClientNumber", "timedout", "badGateway"],
  },
});
