/**
 * Positions and cash at a day's prices and rates. A missing price or rate makes a figure null and is named; it never
 * counts as 0 or 1:1.
 */
import { Decimal, type Known, minus, one, plain, plus, read, times, write, zero } from "./decimal.ts";
import type { Currency, Day, DecimalString } from "./entry.ts";
import { fixedCross } from "./fixed-rates.ts";
import type { CashState, PositionState } from "./holding.ts";
import { inHeldUnits, type Split } from "./splits.ts";
import { isStale } from "./stale.ts";
import type { LedgerState } from "./state.ts";

export interface Quote {
  value: DecimalString;
  day: Day;
  source: string;
  /** Of a price quoted in another currency than the instrument's. */
  currency?: Currency;
}

/** Source of a price that no market quoted: the holder's own last trade. */
export const tradeSource = "trade";

/**
 * Why a figure is unknown; or, for `priceFromTrade`, `priceStale` and `rateStale`, why a known figure is doubtful: a
 * holding was valued or an entry converted on `day` at the price of a trade or at an old price or rate. `quoted` is the
 * day of that trade, price or rate.
 */
export type ValuationGap =
  | { code: "priceMissing"; instrumentId: number; day?: Day }
  | { code: "rateMissing"; currency: Currency; day?: Day }
  | { code: "costUnknown"; instrumentId: number }
  | { code: "splitMissing"; instrumentId: number; splitDay: Day }
  | { code: "priceFromTrade"; instrumentId: number; day: Day; quoted: Day }
  | { code: "priceStale"; instrumentId: number; day: Day; quoted: Day }
  | { code: "rateStale"; currency: Currency; day: Day; quoted: Day };

/** Figures of one holding as exact decimals, in the contract currency unless stated otherwise. */
export interface HoldingValue {
  quantity: DecimalString;
  /** In the instrument's currency. */
  avgBuyPrice: DecimalString | null;
  /** Of one unit as held, in the currency in which it is quoted. */
  price: Quote | null;
  /** The same in the instrument's currency. */
  currentPrice: DecimalString | null;
  /** Contract units per unit of the price's currency; that of the instrument unless the price is quoted in another. */
  priceFixing: Quote | null;
  /** Contract units per unit of the instrument's currency, on the valuation day. */
  fixing: Quote | null;
  currentPriceInContract: DecimalString | null;
  invested: DecimalString | null;
  value: DecimalString | null;
  returnValue: DecimalString | null;
  /** Percent, two decimals; 0 where there is nothing, null where a result stands on nothing invested. */
  returnPercent: DecimalString | null;
  /** The currency's part of returnValue: local cost × fixing − invested. The rest is the price's part. */
  returnFromCurrency: DecimalString | null;
  realised: DecimalString | null;
  income: DecimalString | null;
  fees: DecimalString | null;
  tax: DecimalString | null;
  /** Gaps and doubts of its price and rate on the valuation day. */
  quoteGaps: ValuationGap[];
  /** Gaps and doubts of the entries that it results from. */
  entryGaps: ValuationGap[];
}

/** Removes duplicate gaps. One that was stored has its fields in another order. */
export const distinct = (gaps: readonly ValuationGap[]): ValuationGap[] => [
  ...new Map(
    gaps.map((gap) => [JSON.stringify(Object.entries(gap).toSorted(([one], [other]) => (one < other ? -1 : 1))), gap]),
  ).values(),
];

/** All gaps and doubts of a holding's figures. */
export const gapsOf = ({ quoteGaps, entryGaps }: Pick<HoldingValue, "quoteGaps" | "entryGaps">): ValuationGap[] =>
  distinct([...quoteGaps, ...entryGaps]);

/** Less than any amount of a file, which has at most twelve decimals: what divisions leave of a cost that was given away whole. */
const rest = new Decimal("1e-12");

/**
 * returnVal / invested in percent, two decimals (docs/rules.md, Portfolio); 0 if there is nothing at all, null for what was
 * gained on nothing, such as a gift.
 */
export function returnPercent(returnValue: Known, invested: Known): Known {
  if (returnValue === null || invested === null) return null;
  if (invested.abs().lt(rest)) return returnValue.abs().lt(rest) ? zero : null;
  // A gain on a debt is positive too.
  return returnValue.div(invested.abs()).times(100).toDecimalPlaces(2);
}

interface Position {
  instrumentId: number;
  currency: Currency;
  state: PositionState;
  price: Quote | null;
  fixing: Quote | null;
  /** Rate of the price's currency, if it is not the instrument's. */
  priceFixing?: Quote | null;
  /** The instrument's splits, booked by any holder. */
  splits?: readonly Split[];
  /** The day of the valuation. */
  day: Day;
}

/** Price of a unit as the holder counts units: quoted, or else that of the last trade; with its gaps and doubts. */
function priceOf({ instrumentId, state, price: quote, splits = [], day }: Position): {
  price: Quote | null;
  gaps: ValuationGap[];
} {
  if (quote) {
    const found = inHeldUnits(quote, day, splits, state);
    if ("price" in found) {
      const gaps: ValuationGap[] = isStale(quote.day, day)
        ? [{ code: "priceStale", instrumentId, day, quoted: quote.day }]
        : [];
      return { price: { ...quote, value: plain(found.price) }, gaps };
    }
    return { price: null, gaps: [{ code: "splitMissing", instrumentId, splitDay: found.missing.day }] };
  }
  const { lastTrade } = state;
  if (!lastTrade) return { price: null, gaps: [{ code: "priceMissing", instrumentId }] };
  return {
    price: { ...lastTrade, source: tradeSource },
    gaps: [{ code: "priceFromTrade", instrumentId, day, quoted: lastTrade.day }],
  };
}

/** Gaps and doubts of the rate of the valuation day. */
function fixingGaps(currency: Currency, fixing: Quote | null, day: Day): ValuationGap[] {
  if (!fixing) return [{ code: "rateMissing", currency }];
  return isStale(fixing.day, day) ? [{ code: "rateStale", currency, day, quoted: fixing.day }] : [];
}

export function valuePosition(position: Position): HoldingValue {
  const { instrumentId, currency, state, fixing, day } = position;
  const { price, gaps: priceGaps } = priceOf(position);
  const isForeign = price?.currency !== undefined && price.currency !== currency;
  const priceFixing = isForeign ? (position.priceFixing ?? null) : fixing;
  const quantity = new Decimal(state.quantity);
  const cost = read(state.cost);
  const rate = read(fixing?.value);
  const inContract = times(read(price?.value), read(priceFixing?.value));
  const cross = isForeign ? (fixedCross(price.currency ?? currency, currency, day) ?? null) : one;
  const currentPrice =
    cross === null
      ? inContract === null || rate === null
        ? null
        : inContract.div(rate)
      : times(read(price?.value), cross);
  // A sold position is worth nothing at any price, so no price is missing.
  const value = quantity.isZero() ? zero : times(quantity, inContract);
  const invested = read(state.costBase);
  const returnValue = minus(value, invested);
  const foreignGaps = isForeign ? fixingGaps(price.currency ?? currency, priceFixing, day) : [];
  const quoteGaps = quantity.isZero()
    ? []
    : distinct([...priceGaps, ...foreignGaps, ...fixingGaps(currency, fixing, day)]);
  const costGaps: ValuationGap[] = state.costUnknown ? [{ code: "costUnknown", instrumentId }] : [];
  return {
    quantity: plain(quantity),
    avgBuyPrice: quantity.isZero() ? null : write(cost === null ? null : cost.div(quantity)),
    price,
    currentPrice: write(currentPrice),
    priceFixing,
    fixing,
    currentPriceInContract: write(inContract),
    invested: write(invested),
    value: write(value),
    returnValue: write(returnValue),
    returnPercent: write(returnPercent(returnValue, invested)),
    returnFromCurrency: write(minus(quantity.isZero() ? zero : times(cost, rate), invested)),
    realised: state.realisedBase,
    income: state.incomeBase,
    fees: state.feesBase,
    tax: state.taxBase,
    quoteGaps,
    entryGaps: [...costGaps, ...rateGaps(state)],
  };
}

const rateGaps = ({ missingRates, staleRates }: Pick<LedgerState, "missingRates" | "staleRates">): ValuationGap[] => [
  ...missingRates.map((gap): ValuationGap => ({ code: "rateMissing", ...gap })),
  ...staleRates.map((gap): ValuationGap => ({ code: "rateStale", ...gap })),
];

/** Values a cash balance: type 9, price 1, average price is the acquisition rate. */
export function valueCash({
  currency,
  state,
  fixing,
  day,
}: {
  currency: Currency;
  state: CashState;
  fixing: Quote | null;
  /** The day of the valuation. */
  day: Day;
}): HoldingValue {
  const amount = new Decimal(state.amount);
  const rate = read(fixing?.value);
  const invested = read(state.costBase);
  const value = amount.isZero() ? zero : times(amount, rate);
  const returnValue = minus(value, invested);
  return {
    quantity: plain(amount),
    avgBuyPrice: amount.isZero() || invested === null ? null : plain(invested.div(amount)),
    price: fixing && { value: "1", day: fixing.day, source: fixing.source },
    currentPrice: fixing && "1",
    priceFixing: fixing,
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
    quoteGaps: amount.isZero() ? [] : fixingGaps(currency, fixing, day),
    entryGaps: rateGaps(state),
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
  /** False with any gap or doubt. */
  complete: boolean;
  quoteGaps: ValuationGap[];
  entryGaps: ValuationGap[];
}

/** Sums holdings; a total over an unknown figure is unknown, and its gaps are those of its parts. */
export function totalOf(
  holdings: readonly HoldingValue[],
  state: Omit<LedgerState, "positions" | "cash">,
): PortfolioTotals {
  const sum = (pick: (holding: HoldingValue) => DecimalString | null): Known =>
    holdings.reduce<Known>((total, holding) => plus(total, read(pick(holding))), zero);
  const invested = sum(({ invested }) => invested);
  const value = sum(({ value }) => value);
  const returnValue = minus(value, invested);
  const quoteGaps = distinct(holdings.flatMap((holding) => holding.quoteGaps));
  const entryGaps = distinct([
    ...holdings.flatMap((holding) => holding.entryGaps),
    ...rateGaps(state),
    ...state.missingPrices.map((gap): ValuationGap => ({ code: "priceMissing", ...gap })),
    ...state.stalePrices.map((gap): ValuationGap => ({ code: "priceStale", ...gap })),
  ]);
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
    complete: quoteGaps.length + entryGaps.length === 0,
    quoteGaps,
    entryGaps,
  };
}
