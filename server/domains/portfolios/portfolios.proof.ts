/**
 * How a figure comes about, worked out anew from the ledger's entries when somebody asks: never read from what is kept, so
 * that it proves what is shown. Prices and rates come with source and day.
 */
import type { Proof, ProvableFigure } from "@portico/api/portfolios.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import type { CustodyAccount, ProofQuery } from "../../adapters/custodian/custodian.ts";
import type { Db } from "../../database/transaction.ts";
import { Refusal } from "../../http/refusal.ts";
import { shown } from "./portfolios.figures.ts";
import type { Owned } from "./portfolios.portfolio.queries.ts";
import {
  getOwned,
  presentGap,
  presentQuote,
  type ValuedHolding,
  type ValuedPortfolio,
  valuePortfolio,
} from "./portfolios.portfolio.ts";
import {
  type BuiltFigure,
  builtFigure,
  netDepositsFigure,
  type Replayed,
  replayFor,
} from "./portfolios.proof.ledger.ts";
import { proveMoneyWeighted, proveTimeWeighted } from "./portfolios.proof.returns.ts";
import { bounded, mostTerms, type Term, term } from "./portfolios.proof.terms.ts";

/** Which figures entries build up one by one. */
function builtFor(figure: ProvableFigure, key: string | undefined): BuiltFigure | undefined {
  switch (figure) {
    case "ownedShares":
      return builtFigure("quantity", key);
    case "totalInvested":
      return key === undefined ? undefined : builtFigure("costBase", key);
    case "realisedGain":
      return builtFigure("realisedBase", key);
    case "income":
      return builtFigure("incomeBase", key);
    case "fees":
      return builtFigure("feesBase", key);
    case "tax":
      return builtFigure("taxBase", key);
    case "netDeposits":
      return netDepositsFigure;
    default:
      return undefined;
  }
}

/** What is kept, with the replayed state in the place of the kept one. */
const withState = (owned: Owned, { state }: Replayed): Owned => ({
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

interface Subject {
  account: CustodyAccount;
  figure: ProvableFigure;
  valued: ValuedPortfolio;
  /** The row's holding; undefined for a total. */
  holding: ValuedHolding | undefined;
}

/** The figure's exact value, as the portfolio shows it. */
function resultOf({ figure, valued, holding }: Subject): string | null {
  const { totals } = valued;
  const value = holding?.value;
  switch (figure) {
    case "totalInvested":
      return value ? value.invested : totals.invested;
    case "currentValue":
      return value ? value.value : totals.value;
    case "returnVal":
      return value ? value.returnValue : totals.returnValue;
    case "returnPercent":
      return value ? value.returnPercent : totals.returnPercent;
    case "realisedGain":
      return value ? value.realised : totals.realised;
    case "income":
      return value ? value.income : totals.income;
    case "fees":
      return value ? value.fees : totals.fees;
    case "tax":
      return value ? value.tax : totals.tax;
    case "netDeposits":
      return totals.netDeposits;
    case "ownedShares":
      return value?.quantity ?? null;
    case "avgBuyPrice":
      return value?.avgBuyPrice ?? null;
    case "currentPrice":
      return value?.price?.value ?? null;
    case "currentPriceInCtrCurrency":
      return value?.currentPriceInContract ?? null;
    case "fixing":
      return value?.fixing?.value ?? null;
    default:
      return null;
  }
}

/** Currency of the result; null for numbers that are no money. */
function currencyOfResult({ figure, holding, account }: Subject): string | null {
  if (figure === "ownedShares" || figure === "returnPercent" || figure === "fixing") return null;
  // The average price of cash is the rate that it was acquired at, in the contract currency.
  if (figure === "avgBuyPrice" || figure === "currentPrice")
    return holding?.position ? holding.currency : account.baseCurrency;
  return account.baseCurrency;
}

/** Terms of a figure that prices, rates and other figures make. */
function valuedTerms({ figure, valued, holding, account }: Subject): Term[] {
  const base = account.baseCurrency;
  const { day, totals, holdings } = valued;
  if (!holding) {
    if (figure === "totalInvested" || figure === "currentValue")
      return holdings.flatMap((one) => {
        const value = figure === "totalInvested" ? one.value.invested : one.value.value;
        if (value === null || new Decimal(value).isZero()) return [];
        return [term(one.position ? "position" : "cash", value, { about: one.name, currency: base })];
      });
    return [
      ...(totals.value === null ? [] : [term("currentValue", totals.value, { currency: base })]),
      ...(totals.invested === null ? [] : [term("totalInvested", totals.invested, { currency: base })]),
    ];
  }
  const { value } = holding;
  const price = presentQuote(value.price, day);
  const rate = presentQuote(value.fixing, day);
  const shares = term("shares", value.quantity, { about: holding.name });
  const priceTerm =
    price && holding.position ? [term("price", price.value, { currency: holding.currency, price })] : [];
  const rateTerm = rate ? [term("rate", rate.value, { rate })] : [];
  switch (figure) {
    case "currentValue":
      return [shares, ...priceTerm, ...rateTerm];
    case "currentPrice":
      return holding.position ? priceTerm : [term("price", "1", { currency: holding.currency })];
    case "currentPriceInCtrCurrency":
      return [...priceTerm, ...rateTerm];
    case "fixing":
      return rateTerm;
    case "avgBuyPrice": {
      const cost = value.avgBuyPrice === null ? null : new Decimal(value.avgBuyPrice).times(value.quantity);
      const currency = holding.position ? holding.currency : base;
      return [...(cost ? [term("cost", cost.toFixed(), { about: holding.name, currency })] : []), shares];
    }
    default:
      return [
        ...(value.value === null ? [] : [term("currentValue", value.value, { currency: base })]),
        ...(value.invested === null ? [] : [term("totalInvested", value.invested, { currency: base })]),
      ];
  }
}

/** Terms of a figure that entries build up: the newest one by one, all before them in one sum. */
function builtTerms(
  { figure, account, valued }: Subject,
  { steps, earlier, rate }: Replayed,
): { terms: Term[]; moreTerms: number } {
  const currency = figure === "ownedShares" ? null : account.baseCurrency;
  const nameOf = (id: number | undefined) => valued.holdings.find(({ key }) => key === String(id))?.name ?? null;
  const terms = steps.flatMap(({ entry, change }) => {
    if (change === null) return [];
    const used = entry.currency === account.baseCurrency ? undefined : rate(entry.currency, entry.day);
    const quote = used && { value: shown(used.rate), day: used.day, source: used.source };
    const about = nameOf(entry.instrumentId) ?? entry.currency;
    return [
      term(entry.kind, change, { about, currency, entryId: entry.id, day: entry.day, ...(quote && { rate: quote }) }),
    ];
  });
  if (earlier.count === 0) return { terms, moreTerms: 0 };
  return { terms: [...terms, term("others", earlier.value ?? "0", { currency })], moreTerms: earlier.count };
}

/** Figures of one row; a total has none. */
const ofRowsOnly: readonly ProvableFigure[] = [
  "ownedShares",
  "avgBuyPrice",
  "currentPrice",
  "currentPriceInCtrCurrency",
  "fixing",
];

/** Proves a figure of a row (`key`), or the total. `notFound` for a row that the portfolio does not have. */
export async function getProof(db: Db, account: CustodyAccount, query: ProofQuery, today: string): Promise<Proof> {
  const { figure, key } = query;
  if (figure === "timeWeightedReturn" || figure === "moneyWeightedReturn") {
    const range = { from: query.from ?? "0001-01-01", to: query.to ?? today };
    return figure === "timeWeightedReturn"
      ? proveTimeWeighted(db, account, range)
      : proveMoneyWeighted(db, account, range);
  }
  if (key === undefined && ofRowsOnly.includes(figure))
    throw new Refusal("badInput", { fields: [{ path: "key", code: "required" }] });
  const built = builtFor(figure, key);
  const replayed = await replayFor(db, account, built, mostTerms - 1);
  const owned = await getOwned(db, account, today);
  const valued = valuePortfolio(owned && withState(owned, replayed), account, today);
  const holding = key === undefined ? undefined : valued.holdings.find((one) => one.key === key);
  if (key !== undefined && !holding) throw new Refusal("notFound");
  const subject = { account, figure, valued, holding };
  const result = resultOf(subject);
  const gaps = (holding?.value.gaps ?? valued.totals.gaps).map((gap) => presentGap(gap, valued));
  return {
    figure,
    formula: figure,
    result: result === null ? null : shown(result),
    currency: currencyOfResult(subject),
    ...(built ? builtTerms(subject, replayed) : bounded(valuedTerms(subject), account.baseCurrency)),
    gaps: result === null ? gaps : [],
  };
}
