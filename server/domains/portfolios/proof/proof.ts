/**
 * Proofs of figures. Figures built from entries are replayed from the nearest checkpoint before the page shown; the
 * newest page must end at the figure shown. Prices and rates have source and day.
 */

import type { Proof, ProvableFigure } from "@portico/api/portfolios.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { type LedgerState, startState } from "@portico/ledger/state.ts";
import { gapsOf, type ValuationGap } from "@portico/ledger/valuation.ts";
import type { CustodyAccount, ProofQuery } from "../../../adapters/custodian/custodian.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { shown, shownRate } from "../figures.ts";
import { replayedState } from "../ledger/replay.ts";
import { areMostlyStored } from "../performance/current-days.ts";
import { cursorOfKey, keyOfCursor } from "../performance/history.ts";
import {
  getOwned,
  type Owned,
  presentGap,
  presentQuote,
  type ValuedHolding,
  type ValuedPortfolio,
  valuePortfolio,
  withState,
} from "../valuation/portfolio.ts";
import { proveCurrencyEffect } from "./currency.ts";
import { builtFor, readFigure } from "./figures.ts";
import { type BuiltPage, buildPage, replayPage } from "./ledger.ts";
import { proveMoneyWeighted, proveTimeWeighted, type RangeProof } from "./returns.ts";
import { bySize, maxTerms, pageOfTerms, type Term, term } from "./terms.ts";

/** The stored state in the ledger package's format. */
const toLedgerState = ({ positions, cash, state }: Owned): LedgerState => ({
  ...startState(),
  ...state,
  positions: Object.fromEntries(positions.map((one) => [one.instrumentId, one.state])),
  cash: Object.fromEntries(cash.map((one) => [one.currency, one.state])),
});

interface Subject {
  account: CustodyAccount;
  figure: ProvableFigure;
  valued: ValuedPortfolio;
  /** The row's holding; undefined for a total. */
  holding: ValuedHolding | undefined;
}

/** The figure's exact value, as in the portfolio. */
function findResult({ figure, valued, holding }: Subject): string | null {
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
      return value?.currentPrice ?? null;
    case "currentPriceInCtrCurrency":
      return value?.currentPriceInContract ?? null;
    case "fixing":
      return value?.fixing?.value ?? null;
    default:
      return null;
  }
}

/** Currency of the result; null for numbers that are not money. */
function currencyOfResult({ figure, holding, account }: Subject): string | null {
  if (figure === "ownedShares" || figure === "returnPercent" || figure === "fixing") return null;
  if (figure === "currentPrice") return holding?.currency ?? account.baseCurrency;
  // The average price of cash is its acquisition rate, in the contract currency.
  if (figure === "avgBuyPrice") return holding?.position ? holding.currency : account.baseCurrency;
  return account.baseCurrency;
}

/** Figures that depend on the day's price or rate only, and those that depend on both. */
const ofPrice: readonly ProvableFigure[] = ["currentPrice"];
const ofFixing: readonly ProvableFigure[] = ["fixing"];
const ofQuotes: readonly ProvableFigure[] = ["currentValue", "currentPriceInCtrCurrency", ...ofPrice, ...ofFixing];
const ofResult: readonly ProvableFigure[] = ["returnVal", "returnPercent"];

/** Why the figure is unknown; for a known one, doubts about its prices and rates. */
function gapsOfFigure({ figure, valued, holding }: Subject, isKnown: boolean): ValuationGap[] {
  const { quoteGaps, entryGaps } = holding?.value ?? valued.totals;
  const isOfRate = (gap: ValuationGap) => "currency" in gap;
  const concerned = ((): ValuationGap[] => {
    if (figure === "ownedShares") return [];
    if (ofPrice.includes(figure)) return quoteGaps.filter((gap) => !isOfRate(gap));
    if (ofFixing.includes(figure)) return quoteGaps.filter(isOfRate);
    if (ofQuotes.includes(figure)) return quoteGaps;
    return ofResult.includes(figure) ? gapsOf({ quoteGaps, entryGaps }) : entryGaps;
  })();
  return isKnown ? concerned.filter(isDoubt) : concerned;
}

/** Terms of a figure derived from prices, rates and other figures. */
function valuedTerms({ figure, valued, holding, account }: Subject): Term[] {
  const base = account.baseCurrency;
  const { day, totals, holdings } = valued;
  if (!holding) {
    if (figure === "totalInvested" || figure === "currentValue")
      return bySize(
        holdings.flatMap((one) => {
          const value = figure === "totalInvested" ? one.value.invested : one.value.value;
          if (value === null || new Decimal(value).isZero()) return [];
          return [term(one.position ? "position" : "cash", value, { about: one.name, currency: base })];
        }),
      );
    return [
      ...(totals.value === null ? [] : [term("currentValue", totals.value, { currency: base })]),
      ...(totals.invested === null ? [] : [term("totalInvested", totals.invested, { currency: base })]),
    ];
  }
  const { value } = holding;
  const price = presentQuote(value.price, day);
  const rate = presentQuote(value.priceFixing, day);
  const quotedIn = value.price?.currency ?? holding.currency;
  const shares = term("shares", value.quantity, { about: holding.name });
  const priceTerm = price && holding.position ? [term("price", price.value, { currency: quotedIn, price })] : [];
  const rateTerm = rate ? [term("rate", rate.value, { rate })] : [];
  // From the quote's currency into the instrument's; a price of nothing is nothing in both.
  const isPriced = value.price !== null && !new Decimal(value.price.value).isZero();
  const cross = isPriced && value.currentPrice && new Decimal(value.currentPrice).div(value.price?.value ?? 1);
  const crossTerm = quotedIn !== holding.currency && cross ? [term("rate", cross.toFixed())] : [];
  const fixing = presentQuote(value.fixing, day);
  switch (figure) {
    case "currentValue":
      return [shares, ...priceTerm, ...rateTerm];
    case "currentPrice":
      return holding.position ? [...priceTerm, ...crossTerm] : [term("price", "1", { currency: holding.currency })];
    case "currentPriceInCtrCurrency":
      return [...priceTerm, ...rateTerm];
    case "fixing":
      return fixing ? [term("rate", fixing.value, { rate: fixing })] : [];
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

/** Terms of a figure built from entries: a page of entries individually, earlier ones as one sum. */
function builtTerms(
  { figure, account, valued }: Subject,
  { steps, earlier, rate, next }: BuiltPage,
): Pick<Proof, "terms" | "moreTerms" | "nextCursor"> {
  const currency = figure === "ownedShares" ? null : account.baseCurrency;
  const nameOf = (id: number | undefined) => valued.holdings.find(({ key }) => key === String(id))?.name ?? null;
  const terms = steps.flatMap(({ entry, change }) => {
    if (change === null) return [];
    const used = entry.currency === account.baseCurrency ? undefined : rate(entry.currency, entry.day);
    const quote = used && { value: shownRate(used.rate), day: used.day, source: used.source };
    const about = nameOf(entry.instrumentId) ?? entry.currency;
    return [
      term(entry.kind, change, { about, currency, entryId: entry.id, day: entry.day, ...(quote && { rate: quote }) }),
    ];
  });
  const nextCursor = next && cursorOfKey("proof", next);
  if (earlier.count === 0) return { terms, moreTerms: 0, nextCursor };
  return {
    terms: [...terms, term("others", earlier.value ?? "0", { currency })],
    moreTerms: earlier.count,
    nextCursor,
  };
}

/** Figures of rows; totals have none. */
const ofRowsOnly: readonly ProvableFigure[] = [
  "ownedShares",
  "avgBuyPrice",
  "currentPrice",
  "currentPriceInCtrCurrency",
  "fixing",
];

/** Figures of a range of days, with their own proofs. */
const ofRanges: Partial<Record<ProvableFigure, RangeProof>> = {
  timeWeightedReturn: proveTimeWeighted,
  moneyWeightedReturn: proveMoneyWeighted,
  currencyEffect: proveCurrencyEffect,
};

/** True if a page ends at the stored figure, which is rounded to 20 decimals at every booking. */
const isSame = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : new Decimal(one).minus(other).abs().lte("1e-10");

/**
 * Proves a figure of a row (`key`), or the total, at any cost. `notFound` for a row that the portfolio does not have.
 * To be called in a transaction with one snapshot of the ledger.
 */
export async function getProof(db: Db, account: CustodyAccount, query: ProofQuery, today: string): Promise<Proof> {
  const proof = await prove(db, account, query, { today, light: false });
  if (!proof) throw new Error("a proof that may take its time came back empty");
  return proof;
}

/** The same if it is cheap; undefined if many days or a long ledger must be read. */
export const getLightProof = (
  db: Db,
  account: CustodyAccount,
  query: ProofQuery,
  today: string,
): Promise<Proof | undefined> => prove(db, account, query, { today, light: true });

async function prove(
  db: Db,
  account: CustodyAccount,
  query: ProofQuery,
  { today, light }: { today: string; light: boolean },
): Promise<Proof | undefined> {
  const { figure, key, cursor, limit } = query;
  const ofRange = ofRanges[figure];
  if (ofRange) {
    const range = { from: query.from ?? "0001-01-01", to: query.to ?? today };
    if (light && !(await areMostlyStored(db, account, range, today))) return undefined;
    return ofRange(db, account, range, { today, page: { cursor, limit }, light });
  }
  if (key === undefined && ofRowsOnly.includes(figure))
    throw new Refusal("badInput", { fields: [{ path: "key", code: "required" }] });
  const built = builtFor(figure, key);
  const page = {
    before: built && cursor !== undefined ? keyOfCursor(cursor, "proof") : undefined,
    limit: limit ?? maxTerms - 1,
  };
  const stored = await getOwned(db, account, today);
  // The stored state of a ledger waiting for a replay is outdated.
  const waits = stored?.replay === true;
  if (waits && light) return undefined;
  let builtPage = built && !waits ? await buildPage(db, account, built, page) : undefined;
  // The newest page must end at the stored figure; otherwise the ledger itself is replayed.
  if (built && stored && builtPage && !page.before && !isSame(builtPage.end, readFigure(built, toLedgerState(stored))))
    builtPage = undefined;
  if (built && !builtPage && light) return undefined;
  const replayed = built && !builtPage ? await replayPage(db, account, built, page) : undefined;
  const state = replayed?.state ?? (waits ? await replayedState(db, account) : undefined);
  const owned = stored && state ? withState(stored, state) : stored;
  const valued = valuePortfolio(owned, account, today);
  const holding = key === undefined ? undefined : valued.holdings.find((one) => one.key === key);
  if (key !== undefined && !holding) throw new Refusal("notFound");
  const subject = { account, figure, valued, holding };
  const result = findResult(subject);
  const shownPage = builtPage ?? replayed?.page;
  return {
    figure,
    formula: figure,
    result: result === null ? null : figure === "fixing" ? shownRate(result) : shown(result),
    currency: currencyOfResult(subject),
    ...(built && shownPage
      ? builtTerms(subject, shownPage)
      : pageOfTerms(valuedTerms(subject), { cursor, limit }, { currency: account.baseCurrency })),
    gaps: gapsOfFigure(subject, result !== null).map((gap) => presentGap(gap, valued)),
  };
}
