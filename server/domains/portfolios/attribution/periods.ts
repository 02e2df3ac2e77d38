/** A holder's portfolio by class or by currency, period by period: what each part was worth, and what it earned. */
import type { AttributedBy } from "@portico/api/portfolio-attribution.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import type { PartOfPeriod } from "@portico/ledger/attributed-period.ts";
import type { HeldState } from "@portico/ledger/daily.ts";
import type { HoldingResult } from "@portico/ledger/daily-results.ts";
import { Decimal, one, plain, zero } from "@portico/ledger/decimal.ts";
import { type NoReturn, timeWeightedReturn } from "@portico/ledger/time-weighted.ts";
import type { CustodyAccount, Range } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { InstrumentRecord } from "../../market-data/market-data.queries.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import { findHead } from "../ledger/holdings.queries.ts";
import { type WalkedSpan, walkPeriods } from "../performance/daily-walk.ts";

/** Consecutive days on whose first one something may be paid, and on the others nothing. */
export interface Period {
  from: string;
  to: string;
  parts: Map<string, PartOfPeriod>;
}

type KeyOf = (holding: string) => string;

/** The part of a holding, which is named by its instrument's id or, of cash, by its currency. */
const keysBy =
  (by: AttributedBy, instruments: ReadonlyMap<number, InstrumentRecord>): KeyOf =>
  (holding) => {
    const instrument = instruments.get(Number(holding));
    if (by === "class") return instrument?.assetClass ?? "cash";
    return instrument?.currency ?? holding;
  };

/** The ids among the names of holdings. */
const idsIn = (holdings: Iterable<string>): number[] =>
  [...holdings].flatMap((holding) => (/^\d+$/.test(holding) ? [Number(holding)] : []));

/** What each holding was worth in base; those without a value are left out. */
function* worthsOf(
  { positions, cash, rates }: HeldState,
  instruments: ReadonlyMap<number, InstrumentRecord>,
  base: string,
): Generator<[holding: string, worth: Decimal]> {
  const rateOf = (currency: string): Decimal | undefined =>
    currency === base ? one : rates[currency] === undefined ? undefined : new Decimal(rates[currency]);
  for (const [id, { quantity, price }] of Object.entries(positions)) {
    const rate = rateOf(instruments.get(Number(id))?.currency ?? "");
    if (price !== null && rate) yield [id, new Decimal(quantity).times(price).times(rate)];
  }
  for (const [currency, amount] of Object.entries(cash)) {
    const rate = rateOf(currency);
    if (rate) yield [currency, new Decimal(amount).times(rate)];
  }
}

const gainOf = ({ price = "0", fx = "0", income = "0", fees = "0", tax = "0" }: HoldingResult): Decimal =>
  new Decimal(price).plus(fx).plus(income).minus(fees).minus(tax);

function partsOf(
  { before, results, inflowOf }: WalkedSpan,
  { keyOf, instruments, base }: { keyOf: KeyOf; instruments: ReadonlyMap<number, InstrumentRecord>; base: string },
): Map<string, PartOfPeriod> {
  const parts = new Map<string, PartOfPeriod>();
  const add = (holding: string, invested: Decimal, gain: Decimal): void => {
    if (invested.isZero() && gain.isZero()) return;
    const key = keyOf(holding);
    const known = parts.get(key) ?? { invested: zero, gain: zero };
    parts.set(key, { invested: known.invested.plus(invested), gain: known.gain.plus(gain) });
  };
  for (const [holding, worth] of worthsOf(before, instruments, base)) add(holding, worth, zero);
  for (const [holding, paid] of inflowOf) add(String(holding), paid, zero);
  for (const [holding, result] of Object.entries(results.holdings)) add(holding, zero, gainOf(result));
  return parts;
}

/**
 * The periods of the days from..to, without those before the first holding and after the last, or why one of the days has no
 * return. All days must have their prices and rates.
 */
export async function readPeriods(
  db: Db,
  account: CustodyAccount,
  range: Range,
  by: AttributedBy,
): Promise<Period[] | NoReturn> {
  const head = await findHead(db, account);
  const spans = head ? await walkPeriods(db, account, head, range) : [];
  return periodsOf(spans, { by, instruments: await getInstruments(db, heldIn(spans)), base: account.baseCurrency });
}

/** The instruments that are held or moved in spans. */
export const heldIn = (spans: readonly WalkedSpan[]): number[] => [
  ...new Set(
    idsIn(spans.flatMap(({ before, results }) => [...Object.keys(before.positions), ...Object.keys(results.holdings)])),
  ),
];

/** The same of spans that each begin on a day with entries, or on the one after. */
export function periodsOf(
  spans: readonly WalkedSpan[],
  { by, instruments, base }: { by: AttributedBy; instruments: ReadonlyMap<number, InstrumentRecord>; base: string },
): Period[] | NoReturn {
  const asked = { keyOf: keysBy(by, instruments), instruments, base };
  const periods: (Period & { isEmpty: boolean })[] = [];
  let opening: string | undefined;
  for (const span of spans) {
    const [first, last] = [span.rows[0], span.rows.at(-1)];
    if (!first || !last) continue;
    opening ??= plain([...worthsOf(span.before, instruments, base)].reduce((sum, [, worth]) => sum.plus(worth), zero));
    const result = timeWeightedReturn(opening, span.rows);
    const isEmpty = "reason" in result && result.reason === "nothingHeld";
    if ("reason" in result && !isEmpty) return result;
    periods.push({ from: first.day, to: last.day, parts: partsOf(span, asked), isEmpty });
    opening = last.value;
  }
  const [start, end] = [periods.findIndex(({ isEmpty }) => !isEmpty), periods.findLastIndex(({ isEmpty }) => !isEmpty)];
  const within = start === -1 ? [] : periods.slice(start, end + 1);
  const empty = within.find(({ isEmpty }) => isEmpty);
  if (within.length === 0 || empty) return { reason: "nothingHeld", day: empty?.from ?? null };
  return within;
}

/** The close before a period. */
export const openingDay = ({ from }: Pick<Period, "from">): string => addDays(from, -1);
