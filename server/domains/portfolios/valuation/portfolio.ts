/** A holder's current portfolio, valued from the portal's own ledger. */
import type { Gap, InstrumentRow, Portfolio, Quote } from "@portico/api/portfolios.ts";
import { isStale } from "@portico/ledger/stale.ts";
import { type LedgerState, startState } from "@portico/ledger/state.ts";
import {
  gapsOf,
  type HoldingValue,
  totalOf,
  type ValuationGap,
  valueCash,
  valuePosition,
} from "@portico/ledger/valuation.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { fixedSource } from "../../market-data/rates.ts";
import { buildSeries, type MarketSeries } from "../../market-data/series.ts";
import { figure, rateFigure, shownRate } from "../figures.ts";
import { replayedState } from "../ledger/replay.ts";
import { findOwned, type StoredHoldings } from "./portfolio.queries.ts";

/** A holding with its figures; `position` is null for cash. */
export interface ValuedHolding {
  /** Key of the row: the instrument's id, or the currency code. */
  key: string;
  name: string;
  position: OwnedPosition | null;
  currency: string;
  value: HoldingValue;
}

/** All holdings, including sold ones, with exact figures and their sums. */
export interface ValuedPortfolio {
  owned: Owned | undefined;
  day: string;
  holdings: ValuedHolding[];
  totals: ReturnType<typeof totalOf>;
}

type Rates = Pick<MarketSeries, "rate">;

const listCurrencies = (owned: Owned | undefined): string[] => [
  ...(owned?.positions ?? []).flatMap(({ currency, price }) => (price ? [currency, price.currency] : [currency])),
  ...(owned?.cash ?? []).map(({ currency }) => currency),
];

/** What is stored, with one price of each position. */
export interface Owned extends Omit<StoredHoldings, "positions"> {
  positions: OwnedPosition[];
}
type OwnedPosition = StoredHoldings["positions"][number] & {
  /** The newest that can be converted; without any such, the newest. */
  price: StoredHoldings["positions"][number]["prices"][number] | null;
};

/** The stored ledger state, with the newest prices and rates up to `day`. */
export async function getOwned(
  db: Db,
  { baseCurrency, ...holder }: CustodyAccount,
  day: string,
): Promise<Owned | undefined> {
  const stored = await findOwned(db, holder, { day, baseCurrency });
  return stored && choosePrices(stored, baseCurrency, day);
}

/** What is stored, with one price of each position. */
export function choosePrices(stored: StoredHoldings, baseCurrency: string, day: string): Owned {
  const rates: Rates = buildSeries([], stored.rates);
  const positions = stored.positions.map((position): OwnedPosition => {
    const { prices } = position;
    const convertible = prices.find(({ currency }) => rates.rate(currency, baseCurrency, day));
    return { ...position, price: convertible ?? prices[0] ?? null };
  });
  return { ...stored, positions };
}

/** The holdings with a replayed state instead of the stored one. */
export const withState = (owned: Owned, state: LedgerState): Owned => ({
  ...owned,
  state,
  positions: owned.positions.flatMap((position) => {
    const replayed = state.positions[position.instrumentId];
    return replayed ? [{ ...position, state: replayed }] : [];
  }),
  cash: owned.cash.flatMap(({ currency }) => {
    const replayed = state.cash[currency];
    return replayed ? [{ currency, state: replayed }] : [];
  }),
});

/** Values holdings at the given prices and rates. */
export function valuePortfolio(
  owned: Owned | undefined,
  { baseCurrency }: CustodyAccount,
  day: string,
): ValuedPortfolio {
  const rates: Rates = buildSeries([], owned?.rates ?? []);
  const fixings = new Map(
    [...new Set(listCurrencies(owned))].map((currency) => [currency, rates.rate(currency, baseCurrency, day)]),
  );
  const fixingOf = (currency: string) => fixings.get(currency) ?? null;
  const positions = (owned?.positions ?? []).map((position): ValuedHolding => {
    const { instrumentId, currency, state, price, splits, name } = position;
    const [fixing, priceFixing] = [fixingOf(currency), price && fixingOf(price.currency)];
    const value = valuePosition({ instrumentId, currency, state, price, splits, day, fixing, priceFixing });
    return { key: String(instrumentId), name, position, currency, value };
  });
  const cash = (owned?.cash ?? []).map(({ currency, state }): ValuedHolding => {
    const value = valueCash({ currency, state, fixing: fixingOf(currency), day });
    return { key: currency, name: currency, position: null, currency, value };
  });
  const holdings = [...positions, ...cash];
  const totals = totalOf(
    holdings.map(({ value }) => value),
    { ...startState(), ...owned?.state },
  );
  return { owned, day, holdings, totals };
}

/** A quote for display; marked if too old for the valuation day. */
export function presentQuote(
  quote: { value: string; day: string; source: string; currency?: string } | null,
  day: string,
): Quote | null {
  if (!quote) return null;
  const { source, currency } = quote;
  const stale = isStale(quote.day, day);
  return {
    value: shownRate(quote.value),
    day: quote.day,
    source,
    ...(currency && { currency }),
    ...(stale && { stale }),
  };
}

/** A gap with the name and day for its wording. */
export function presentGap(gap: ValuationGap, { holdings, day }: Pick<ValuedPortfolio, "holdings" | "day">): Gap {
  if (gap.code === "rateMissing") return { code: gap.code, currency: gap.currency, day: gap.day ?? day };
  if (gap.code === "rateStale") return gap;
  const { code, instrumentId } = gap;
  const name = holdings.find(({ key }) => key === String(instrumentId))?.name ?? "";
  const about = { code, instrumentId, name };
  if (gap.code === "costUnknown") return about;
  if (gap.code === "splitMissing") return { ...about, day: gap.splitDay };
  return { ...about, day: gap.day ?? day, ...("quoted" in gap && { quoted: gap.quoted }) };
}

/** The price without its currency, if that is the instrument's. */
const foreignOnly = (price: HoldingValue["price"], currency: string) => {
  if (price?.currency !== currency) return price;
  const { currency: _own, ...quote } = price;
  return quote;
};

function presentRow(holding: ValuedHolding, valued: ValuedPortfolio): InstrumentRow {
  const { key, position, value, currency, name } = holding;
  return {
    key,
    instrumentId: position?.instrumentId ?? null,
    name,
    ticker: position?.ticker ?? currency,
    isin: position?.isin ?? null,
    type: position ? 1 : 9,
    assetClass: position ? position.assetClass : "cash",
    country: position?.country ?? null,
    sector: position?.sector ?? null,
    instrumentCurrency: currency,
    fixing: rateFigure(value.fixing?.value ?? null),
    fixingQuote: presentQuote(value.fixing, valued.day),
    ownedShares: Number(value.quantity),
    avgBuyPrice: figure(value.avgBuyPrice),
    currentPrice: figure(value.currentPrice),
    priceQuote: presentQuote(foreignOnly(value.price, currency), valued.day),
    currentPriceInCtrCurrency: figure(value.currentPriceInContract),
    totalInvested: figure(value.invested),
    currentValue: figure(value.value),
    returnVal: figure(value.returnValue),
    returnPercent: figure(value.returnPercent),
    returnFromCurrency: figure(value.returnFromCurrency),
    realisedGain: figure(value.realised),
    income: figure(value.income),
    fees: figure(value.fees),
    gaps: gapsOf(value).map((gap) => presentGap(gap, valued)),
  };
}

export const isHeld = ({ value }: ValuedHolding): boolean => !/^-?0*(?:\.0*)?$/.test(value.quantity);

/**
 * The portfolio in the specification's fields. If a late price or rate makes the ledger wait for a replay, `replay` answers
 * instead, on a worker thread, because its time grows with the ledger.
 */
export async function getPortfolio(
  db: Db,
  account: CustodyAccount,
  day: string,
  replay: () => Promise<Portfolio>,
): Promise<Portfolio> {
  const owned = await getOwned(db, account, day);
  return owned?.replay ? replay() : presentPortfolio(valuePortfolio(owned, account, day), account);
}

/** The portfolio with all figures replayed from the ledger; to be called in a transaction with one snapshot of it. */
export async function replayPortfolio(db: Db, account: CustodyAccount, day: string): Promise<Portfolio> {
  const owned = await getOwned(db, account, day);
  const replayed = owned && withState(owned, await replayedState(db, account));
  return presentPortfolio(valuePortfolio(replayed, account, day), account);
}

/** Newest day of the prices and rates used for valuation; a fixed rate has no day. */
function quotedUntil(holdings: readonly ValuedHolding[]): string | null {
  const days = holdings
    .filter(isHeld)
    .flatMap(({ position, value }) => [...(position ? [value.price] : []), value.fixing, value.priceFixing])
    .flatMap((quote) => (quote && quote.source !== fixedSource ? [quote.day] : []));
  return days.reduce<string | null>((newest, day) => (newest === null || day > newest ? day : newest), null);
}

/** Sold holdings are included in the totals but have no row. */
export function presentPortfolio(valued: ValuedPortfolio, account: CustodyAccount): Portfolio {
  const { totals, holdings, day } = valued;
  return {
    contractCurrency: account.baseCurrency,
    valuationDay: day,
    version: String(valued.owned?.version ?? 0),
    totalInvested: figure(totals.invested),
    currentValue: figure(totals.value),
    returnVal: figure(totals.returnValue),
    returnPercent: figure(totals.returnPercent),
    realisedGain: figure(totals.realised),
    income: figure(totals.income),
    fees: figure(totals.fees),
    tax: figure(totals.tax),
    netDeposits: figure(totals.netDeposits),
    quotedUntil: quotedUntil(holdings),
    complete: totals.complete,
    gaps: gapsOf(totals).map((gap) => presentGap(gap, valued)),
    cashBelowZero: holdings.some(({ position, value }) => !position && value.quantity.startsWith("-")),
    excluded: (valued.owned?.excluded ?? []).map(({ name, quantity, day: statedOn }) => ({
      name,
      quantity: quantity === null ? null : Number(quantity),
      day: statedOn,
    })),
    instruments: holdings.filter(isHeld).map((holding) => presentRow(holding, valued)),
  };
}
