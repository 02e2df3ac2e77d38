/** Positions and cash at a day's prices and rates. A missing price or rate makes a figure null and names itself; never 0, never 1:1. */
import { Decimal, type Known, minus, plain, plus, read, times, write, zero } from "./decimal.ts";
import type { Currency, Day, DecimalString } from "./entry.ts";
import type { CashState, PositionState } from "./holding.ts";
import { inHeldUnits, type Split } from "./splits.ts";
import type { LedgerState } from "./state.ts";

export interface Quote {
  value: DecimalString;
  day: Day;
  source: string;
}

/** Source of a price that no market quoted: the holder's own last trade. */
export const tradeSource = "trade";

/**
 * Why a figure cannot be known; or, of `priceFromTrade`, `priceStale` and `rateStale`, why one that is known is doubtful: it rests on
 * the price of a trade, or on a price or rate (of the day `quoted`) that was old when an entry was converted at it.
 */
export type ValuationGap =
  | { code: "priceMissing"; instrumentId: number; day?: Day }
  | { code: "rateMissing"; currency: Currency; day?: Day }
  | { code: "costUnknown"; instrumentId: number }
  | { code: "splitMissing"; instrumentId: number; splitDay: Day }
  | { code: "priceFromTrade"; instrumentId: number; day: Day }
  | { code: "priceStale"; instrumentId: number; day: Day; quoted: Day }
  | { code: "rateStale"; currency: Currency; day: Day; quoted: Day };

/** Figures of one holding as exact decimals; in the contract currency unless said otherwise. */
export interface HoldingValue {
  quantity: DecimalString;
  /** In the instrument's currency. */
  avgBuyPrice: DecimalString | null;
  price: Quote | null;
  /** Contract units per unit of the instrument's currency, on the valuation day. */
  fixing: Quote | null;
  currentPriceInContract: DecimalString | null;
  invested: DecimalString | null;
  value: DecimalString | null;
  returnValue: DecimalString | null;
  /** Percent, two decimals; 0 where nothing is invested. */
  returnPercent: DecimalString | null;
  /** Part of returnValue that the currency brought: local cost × fixing − invested. The rest the price brought. */
  returnFromCurrency: DecimalString | null;
  realised: DecimalString | null;
  income: DecimalString | null;
  fees: DecimalString | null;
  tax: DecimalString | null;
  gaps: ValuationGap[];
}

/** returnVal / invested in percent, two decimals, 0 where nothing is invested (decisions 9). */
export function returnPercent(returnValue: Known, invested: Known): Known {
  if (returnValue === null || invested === null) return null;
  // Of a debt too a gain is a plus.
  return invested.isZero() ? zero : returnValue.div(invested.abs()).times(100).toDecimalPlaces(2);
}

interface Position {
  instrumentId: number;
  currency: Currency;
  state: PositionState;
  price: Quote | null;
  fixing: Quote | null;
  /** The instrument's splits, whoever booked them. */
  splits?: readonly Split[];
  /** The day of the valuation; that of the quote without it. */
  day?: Day;
}

/** Price of a unit as the holder counts them: quoted, or else that of the last trade; and what is to be said of it. */
function priceOf({ instrumentId, state, price: quote, splits = [], day }: Position): {
  price: Quote | null;
  gaps: ValuationGap[];
} {
  if (quote) {
    const found = inHeldUnits(quote, day ?? quote.day, splits, state);
    if ("price" in found) return { price: { ...quote, value: plain(found.price) }, gaps: [] };
    return { price: null, gaps: [{ code: "splitMissing", instrumentId, splitDay: found.missing.day }] };
  }
  const { lastTrade } = state;
  if (!lastTrade) return { price: null, gaps: [{ code: "priceMissing", instrumentId }] };
  return {
    price: { ...lastTrade, source: tradeSource },
    gaps: [{ code: "priceFromTrade", instrumentId, day: lastTrade.day }],
  };
}

/** Values a position of an instrument. */
export function valuePosition(position: Position): HoldingValue {
  const { instrumentId, currency, state, fixing } = position;
  const { price, gaps: priceGaps } = priceOf(position);
  const quantity = new Decimal(state.quantity);
  const cost = read(state.cost);
  const rate = read(fixing?.value);
  // What is sold out is worth nothing whatever the price, so no price is missing.
  const value = quantity.isZero() ? zero : times(quantity, times(read(price?.value), rate));
  const invested = read(state.costBase);
  const returnValue = minus(value, invested);
  const gaps: ValuationGap[] = quantity.isZero() ? [] : priceGaps;
  if (!quantity.isZero() && !fixing) gaps.push({ code: "rateMissing", currency });
  if (state.costUnknown) gaps.push({ code: "costUnknown", instrumentId });
  gaps.push(...rateGaps(state));
  return {
    quantity: plain(quantity),
    avgBuyPrice: quantity.isZero() ? null : write(cost === null ? null : cost.div(quantity)),
    price,
    fixing,
    currentPriceInContract: write(times(read(price?.value), rate)),
    invested: write(invested),
    value: write(value),
    returnValue: write(returnValue),
    returnPercent: write(returnPercent(returnValue, invested)),
    returnFromCurrency: write(minus(quantity.isZero() ? zero : times(cost, rate), invested)),
    realised: state.realisedBase,
    income: state.incomeBase,
    fees: state.feesBase,
    tax: state.taxBase,
    gaps,
  };
}

const rateGaps = ({ missingRates, staleRates }: Pick<LedgerState, "missingRates" | "staleRates">): ValuationGap[] => [
  ...missingRates.map((gap): ValuationGap => ({ code: "rateMissing", ...gap })),
  ...staleRates.map((gap): ValuationGap => ({ code: "rateStale", ...gap })),
];

/** Values a cash balance: type 9, price 1, average price the rate at which it was acquired. */
export function valueCash({
  currency,
  state,
  fixing,
}: {
  currency: Currency;
  state: CashState;
  fixing: Quote | null;
}): HoldingValue {
  const amount = new Decimal(state.amount);
  const rate = read(fixing?.value);
  const invested = read(state.costBase);
  const value = amount.isZero() ? zero : times(amount, rate);
  const returnValue = minus(value, invested);
  const gaps: ValuationGap[] = amount.isZero() || fixing ? [] : [{ code: "rateMissing", currency }];
  gaps.push(...rateGaps(state));
  return {
    quantity: plain(amount),
    avgBuyPrice: amount.isZero() || invested === null ? null : plain(invested.div(amount)),
    price: fixing && { value: "1", day: fixing.day, source: fixing.source },
    fixing,
    currentPriceInContract: write(rate),
    invested: write(invested),
    value: write(value),
    returnValue: write(returnValue),
    returnPercent: write(returnPercent(returnValue, invested)),
    returnFromCurrency: write(returnValue),
    realised: state.realisedBase,
    income: state.incomeBase,
    fees: state.feesBase,
    tax: state.taxBase,
    gaps,
  };
}

export interface PortfolioTotals {
  invested: DecimalString | null;
  value: DecimalString | null;
  returnValue: DecimalString | null;
  returnPercent: DecimalString | null;
  realised: DecimalString | null;
  income: DecimalString | null;
  fees: DecimalString | null;
  tax: DecimalString | null;
  netDeposits: DecimalString | null;
  complete: boolean;
  gaps: ValuationGap[];
}

/** Sums holdings; a total over an unknown figure is itself unknown, and the gaps are those of its parts. */
export function totalOf(
  holdings: readonly HoldingValue[],
  state: Omit<LedgerState, "positions" | "cash">,
): PortfolioTotals {
  const sum = (pick: (holding: HoldingValue) => DecimalString | null): Known =>
    holdings.reduce<Known>((total, holding) => plus(total, read(pick(holding))), zero);
  const invested = sum(({ invested }) => invested);
  const value = sum(({ value }) => value);
  const returnValue = minus(value, invested);
  const gaps = [
    ...holdings.flatMap((holding) => holding.gaps),
    ...rateGaps(state),
    ...state.missingPrices.map((gap): ValuationGap => ({ code: "priceMissing", ...gap })),
    ...state.stalePrices.map((gap): ValuationGap => ({ code: "priceStale", ...gap })),
  ];
  return {
    invested: write(invested),
    value: write(value),
    returnValue: write(returnValue),
    returnPercent: write(returnPercent(returnValue, invested)),
    realised: write(sum(({ realised }) => realised)),
    income: write(sum(({ income }) => income)),
    fees: write(sum(({ fees }) => fees)),
    tax: write(sum(({ tax }) => tax)),
    netDeposits: state.netDepositsBase,
    complete: gaps.length === 0,
    gaps: [...new Map(gaps.map((gap) => [JSON.stringify(gap), gap])).values()],
  };
}
