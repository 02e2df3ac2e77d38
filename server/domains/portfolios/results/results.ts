/**
 * What each holding earned over a range: stored months, and the days beside them calculated. The sums are those of the
 * bridge of the same range's performance.
 */
import { findCurrency } from "@portico/api/currencies.ts";
import type { HoldingResult, Results } from "@portico/api/portfolio-results.ts";
import type { Gap } from "@portico/api/portfolios.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import { type Bridge, bridgeOver, roundBridge } from "@portico/ledger/bridge.ts";
import type { DailyResults } from "@portico/ledger/daily.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { contributionOf, linkResults, type RangeResult } from "@portico/ledger/linked-results.ts";
import { roundToTotal } from "@portico/ledger/shared-rounding.ts";
import type { TimeWeighted } from "@portico/ledger/time-weighted.ts";
import type { CustodyAccount, Range } from "../../../adapters/custodian/custodian.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { InstrumentRecord } from "../../market-data/market-data.queries.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import { percent } from "../figures.ts";
import { findHead } from "../ledger/holdings.queries.ts";
import { areMostlyStored, isShortWalk, readCurrentSums } from "../performance/current-days.ts";
import { listStoredResults } from "../performance/daily-values.queries.ts";
import { firstDayToMake, walkResults } from "../performance/daily-walk.ts";
import { collectGaps, loadDays, timeWeighted } from "../performance/performance.ts";
import { splitIntoMonths } from "../performance/stored-months.ts";

/** Decimals of percentages. */
const percentDigits = 2;

type Sums = Pick<Results["total"], "priceGain" | "currencyGain" | "income" | "fees" | "tax" | "total">;
const unknown: Sums = { priceGain: null, currencyGain: null, income: null, fees: null, tax: null, total: null };

/** The results of the range's spans, in order. Undefined if much must be calculated and it should be cheap. */
async function loadSpans(
  db: Db,
  account: CustodyAccount,
  range: Range,
  { isLight }: { isLight: boolean },
): Promise<DailyResults[] | undefined> {
  const head = await findHead(db, account);
  if (!head) return [];
  const found: DailyResults[] = [];
  const known = { ...range, firstDay: head.firstDay, stale: firstDayToMake(head) };
  for (const { stored, ...span } of splitIntoMonths(await listStoredResults(db, account, known), head, range)) {
    if (stored?.results) found.push(stored.results);
    else if (isLight && !(await isShortWalk(db, account, span))) return undefined;
    else for (const { results } of await walkResults(db, account, head, span)) found.push(results);
  }
  return found;
}

/** Whether a gap concerns the holding: its own price, or the rate of its currency. */
const concerns = (
  { instrumentId, currency }: Gap,
  holding: { instrumentId: number | null; currency: string },
): boolean => (instrumentId === undefined ? currency === holding.currency : instrumentId === holding.instrumentId);

interface Holding {
  key: string;
  instrumentId: number | null;
  isin: string | null;
  name: string;
  currency: string;
  assetClass: HoldingResult["assetClass"];
  country: string | null;
  result: RangeResult;
  /** A missing price or rate that leaves its value unknown at an end of the range. */
  isUnknown: boolean;
  gaps: Gap[];
}

const partsOf = ({ price, fx, income, fees, tax }: RangeResult): Decimal[] => [price, fx, income, fees, tax];
const totalOf = ({ price, fx, income, fees, tax }: RangeResult): Decimal =>
  price.plus(fx).plus(income).minus(fees).minus(tax);

/**
 * The sums as they are shown: each row and each column adds up. Every column but the price effect takes its rounding
 * difference where rounding took most; the price effect is what is left, as in the bridge. Cash has none.
 */
function roundSums(holdings: readonly Holding[], bridge: Bridge | null, digits: number): Map<string, Sums> {
  const known = holdings.filter(({ isUnknown }) => !isUnknown);
  const addsUp = bridge !== null && known.length === holdings.length;
  const column = (pick: (result: RangeResult) => Decimal, total: string): Decimal[] => {
    const exact = known.map(({ result }) => pick(result));
    return addsUp ? roundToTotal(exact, new Decimal(total), digits) : exact.map((one) => one.toDecimalPlaces(digits));
  };
  const fx = column((result) => result.fx, bridge?.fx ?? "0");
  const income = column((result) => result.income, bridge?.income ?? "0");
  const fees = column((result) => result.fees, bridge?.fees ?? "0");
  const tax = column((result) => result.tax, bridge?.tax ?? "0");
  const at = (list: readonly Decimal[], index: number): Decimal => list[index] as Decimal;
  const besidePrice = (index: number): Decimal =>
    at(fx, index).plus(at(income, index)).minus(at(fees, index)).minus(at(tax, index));
  // Cash has no price that could take a rounding difference, unless there is nothing else.
  const isPriced = known.map(({ instrumentId, result }) => instrumentId !== null || !result.price.isZero());
  const mayDiffer = known.flatMap((_, index) => (isPriced[index] || !isPriced.includes(true) ? [index] : []));
  const total = known.map((_, index) => besidePrice(index));
  const exact = mayDiffer.map((index) => totalOf((known[index] as Holding).result));
  const gain = bridge && new Decimal(bridge.closing).minus(bridge.opening).minus(bridge.deposits);
  const ofCash = total
    .filter((_, index) => !mayDiffer.includes(index))
    .reduce((sum, one) => sum.plus(one), new Decimal(0));
  const rounded =
    addsUp && gain ? roundToTotal(exact, gain.minus(ofCash), digits) : exact.map((one) => one.toDecimalPlaces(digits));
  mayDiffer.forEach((index, rank) => {
    total[index] = rounded[rank] as Decimal;
  });
  return new Map(
    known.map(({ key }, index) => {
      const text = (value: Decimal): string => value.toFixed(digits);
      return [
        key,
        {
          priceGain: text(at(total, index).minus(besidePrice(index))),
          currencyGain: text(at(fx, index)),
          income: text(at(income, index)),
          fees: text(at(fees, index)),
          tax: text(at(tax, index)),
          total: text(at(total, index)),
        },
      ];
    }),
  );
}

function returnOf({ result, isUnknown, gaps }: Holding): Pick<HoldingResult, "returnPercent" | "returnReason"> {
  const reason = (returnReason: HoldingResult["returnReason"]) => ({ returnPercent: null, returnReason });
  if (isUnknown) return reason("gaps");
  if (result.growth === null) return reason(gaps.some((gap) => !isDoubt(gap)) ? "gaps" : "belowZero");
  if (!result.isMeasured) return reason("nothingInvested");
  return { returnPercent: percent((result.growth - 1) * 100), returnReason: null };
}

/** The portfolio's own return. The days are read only if one of them has none, to say which. */
async function wholeReturn(
  reader: ResultsReader,
  { complete, linked }: { complete: boolean; linked: number | null },
): Promise<Pick<Results["total"], "returnPercent" | "returnReason">> {
  if (!complete) return { returnPercent: null, returnReason: "gaps" };
  if (linked !== null) return { returnPercent: percent(Math.expm1(linked) * 100), returnReason: null };
  const found = await reader.timeWeighted();
  if (found && "percent" in found) return { returnPercent: percent(found.percent), returnReason: null };
  return { returnPercent: null, returnReason: found?.reason ?? "gaps" };
}

function nameHolding(
  key: string,
  result: RangeResult,
  instruments: ReadonlyMap<number, InstrumentRecord>,
): Omit<Holding, "gaps" | "isUnknown"> {
  const instrument = instruments.get(Number(key));
  if (!instrument)
    return { key, instrumentId: null, isin: null, name: key, currency: key, assetClass: "cash", country: null, result };
  const { id, isin, name, currency, assetClass, country } = instrument;
  return { key, instrumentId: id, isin, name, currency, assetClass, country, result };
}

/** Cash that is there and earned nothing, or is gone, tells nothing. */
const isTold = ({ instrumentId, result }: Pick<Holding, "instrumentId" | "result">): boolean =>
  instrumentId !== null || result.isUnknown || partsOf(result).some((part) => !part.isZero());

async function answer(
  db: Db,
  account: CustodyAccount,
  range: Range,
  { today, isLight }: { today: string; isLight: boolean },
): Promise<Results | undefined> {
  if (range.from > range.to) throw new Refusal("badInput", { fields: [{ path: "to", code: "tooSmall" }] });
  const sums = await readCurrentSums(db, account, range, today);
  const spans =
    sums.first === null || sums.last === undefined
      ? []
      : await loadSpans(db, account, { from: sums.first, to: sums.last.day }, { isLight });
  return (
    spans &&
    calculateResults(
      { account, range, sums, spans },
      {
        instrumentsOf: (ids) => getInstruments(db, ids),
        timeWeighted: async () => timeWeighted(await loadDays(db, account, range, today)),
      },
    )
  );
}

/** Where the results read what they need beside the sums: instruments by id, and the whole return if it is not linked. */
interface ResultsReader {
  instrumentsOf: (ids: number[]) => Promise<ReadonlyMap<number, InstrumentRecord>>;
  timeWeighted: () => Promise<TimeWeighted | null>;
}

interface SummedDays {
  account: Pick<CustodyAccount, "baseCurrency">;
  range: Range;
  sums: Awaited<ReturnType<typeof readCurrentSums>>;
  spans: readonly DailyResults[];
}

/** The results of days that are summed, and of the spans that they consist of. */
export async function calculateResults(
  { account, range, sums: days, spans }: SummedDays,
  reader: ResultsReader,
): Promise<Results> {
  const { moved, complete: isEachComplete, doubtful, before, first, last } = days;
  const shared = { contractCurrency: account.baseCurrency, from: range.from, to: range.to };
  if (first === null || last === undefined)
    return {
      ...shared,
      holdings: [],
      total: { ...unknown, returnPercent: null, returnReason: "nothingHeld" },
      gaps: [],
      reason: "nothingHeld",
    };
  const complete = isEachComplete && (before?.complete ?? true);
  const gaps = collectGaps({ before, rows: [...doubtful, last] });
  const isKnown = last.complete && (before?.complete ?? true);
  const exact = isKnown
    ? bridgeOver(complete ? { ...moved, entered: "0" } : moved, before?.value ?? "0", last.value)
    : null;
  const digits = findCurrency(account.baseCurrency)?.digits ?? 2;
  const bridge = exact && roundBridge(exact, digits);

  const { holdings: found, linked } = linkResults(spans);
  const ids = [...found.keys()].flatMap((key) => (/^\d+$/.test(key) ? [Number(key)] : []));
  const instruments = await reader.instrumentsOf(ids);
  const atEnds = [...(before?.gaps ?? []), ...last.gaps].filter((gap) => !isDoubt(gap));
  const holdings = [...found]
    .map(([key, result]) => nameHolding(key, result, instruments))
    .filter(isTold)
    .map((holding): Holding => {
      const isUnknown = holding.result.isUnknown || atEnds.some((gap) => concerns(gap, holding));
      return { ...holding, isUnknown, gaps: gaps.filter((gap) => concerns(gap, holding)) };
    })
    .toSorted(
      (a, b) => Number(a.instrumentId === null) - Number(b.instrumentId === null) || (a.name < b.name ? -1 : 1),
    );
  const sums = roundSums(holdings, bridge, digits);
  const whole = await wholeReturn(reader, { complete, linked });
  const parts = holdings.map(({ result }) => (complete ? contributionOf(result.linked, linked) : null));
  const contributions =
    whole.returnPercent === null || parts.includes(null)
      ? null
      : roundToTotal(
          parts.map((part) => new Decimal(part ?? 0).times(100)),
          new Decimal(whole.returnPercent),
          percentDigits,
        );
  const total = bridge && {
    priceGain: bridge.price,
    currencyGain: bridge.fx,
    income: bridge.income,
    fees: bridge.fees,
    tax: bridge.tax,
    total: new Decimal(bridge.closing).minus(bridge.opening).minus(bridge.deposits).toFixed(digits),
  };
  return {
    ...shared,
    holdings: holdings.map((holding, index) => {
      const { key, instrumentId, isin, name, currency, assetClass, country, result, gaps: own } = holding;
      return {
        key,
        instrumentId,
        isin,
        name,
        currency,
        assetClass,
        country,
        ...(sums.get(key) ?? unknown),
        ...returnOf(holding),
        contribution: contributions?.[index]?.toNumber() ?? null,
        isClosed: result.isClosed,
        gaps: own,
      };
    }),
    total: { ...(total ?? unknown), ...whole },
    gaps,
    reason: null,
  };
}

/** What each holding earned in the range; `badInput` for one that ends before it begins. */
export async function getResults(db: Db, account: CustodyAccount, range: Range, today: string): Promise<Results> {
  const found = await answer(db, account, range, { today, isLight: false });
  if (!found) throw new Error("only a cheap answer may be missing");
  return found;
}

/** The same if it is cheap; undefined if many days must be calculated. */
export const getLightResults = async (
  db: Db,
  account: CustodyAccount,
  range: Range,
  today: string,
): Promise<Results | undefined> =>
  (await areMostlyStored(db, account, range, today)) ? answer(db, account, range, { today, isLight: true }) : undefined;
