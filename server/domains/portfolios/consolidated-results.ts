/** What the parts of a person's total earned over a range of days, each and as one portfolio. */
import { findCurrency } from "@portico/api/currencies.ts";
import type { ConsolidatedResults } from "@portico/api/portfolio-consolidated.ts";
import { addDays, daysBetween } from "@portico/api/rules/calendar.ts";
import { bridgeOf, type ConvertedDays, convertPart, returnOfParts } from "@portico/ledger/consolidated.ts";
import { Decimal, one, zero } from "@portico/ledger/decimal.ts";
import { type TimeWeighted, yearlyPercent } from "@portico/ledger/time-weighted.ts";
import type { CustodyAccount, Range } from "../../adapters/custodian/custodian.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Db, inTransaction } from "../../kernel/transaction.ts";
import { loadSeries } from "../market-data/series.ts";
import { firmDay } from "../settings/firm-day.ts";
import { getSetting } from "../settings/settings.ts";
import { type CountedPeriod, percentOn } from "./consolidated.policy.ts";
import { type AskedTotal, listParts, type NamedPart } from "./consolidated.ts";
import { getCustody, usesOwnLedger } from "./custody.ts";
import { percent } from "./figures.ts";
import { areMostlyStored, readCurrentDays } from "./performance/current-days.ts";
import { comparedDay } from "./performance/last-change.ts";

type Part = ConsolidatedResults["parts"][number];
type Result = NonNullable<Part["result"]>;
type Reason = NonNullable<Part["reason"]>;

/** A part whose days the portal's ledger has. */
export interface AskedPart {
  account: CustodyAccount;
  counted: CountedPeriod[];
}
export interface Asked {
  /** In the order of the answer; a reason for a part that has no days. */
  parts: (AskedPart | Reason)[];
  currency: string;
  range: Range;
  today: string;
}

export type FoundResults = Pick<
  ConsolidatedResults,
  "total" | "timeWeightedReturn" | "timeWeightedYearly" | "timeWeightedReason" | "lastChange"
> & { parts: Pick<Part, "result" | "reason">[] };

const ownsNothing = (reason: Reason): boolean => reason === "noClientNumber" || reason === "noShare";

async function readPart(db: Db, part: AskedPart, { currency, range, today }: Asked): Promise<ConvertedDays | Reason> {
  const { account, counted } = part;
  const { before, days } = await readCurrentDays(db, account, range, today);
  if (before?.complete === false || days.some(({ complete }) => !complete)) return "gap";
  const from = before?.day ?? days[0]?.day ?? range.from;
  const series = await loadSeries(db, {
    instrumentIds: [],
    currencies: [account.baseCurrency, currency],
    from,
    to: days.at(-1)?.day ?? from,
  });
  const fractionOn = (day: string): Decimal => {
    const found = percentOn(counted, day);
    return found === null ? zero : new Decimal(found).div(100);
  };
  const rateOn = (day: string): Decimal | undefined => {
    if (account.baseCurrency === currency) return one;
    const found = series.rate(account.baseCurrency, currency, day);
    return found && new Decimal(found.value);
  };
  const converted = convertPart({ before, rows: days, fraction: fractionOn, rate: rateOn });
  return "missing" in converted ? "rateMissing" : converted;
}

/** Rounded so that opening, paid and earned make the closing value. */
function roundResult(days: ConvertedDays, digits: number): Result {
  const { opening, deposits, closing } = bridgeOf(days);
  const rounded = (figure: Decimal) => figure.toDecimalPlaces(digits);
  const paid = rounded(closing)
    .minus(rounded(opening))
    .minus(rounded(closing.minus(opening).minus(deposits)));
  return {
    opening: rounded(opening).toFixed(),
    paid: paid.toFixed(),
    earned: rounded(closing.minus(opening).minus(deposits)).toFixed(),
    closing: rounded(closing).toFixed(),
  };
}

const sumOf = (results: readonly Result[], figure: keyof Result): string =>
  results.reduce((sum, result) => sum.plus(result[figure]), zero).toFixed();

/** The days after the close of the business day before the last; null if the range begins later. */
function lastChange(parts: readonly ConvertedDays[], digits: number, range: Range): ConsolidatedResults["lastChange"] {
  const last = parts
    .flatMap(({ rows }) => rows.at(-1)?.day ?? [])
    .toSorted()
    .at(-1);
  if (last === undefined) return null;
  const since = comparedDay(last);
  if (addDays(since, 1) < range.from) return null;
  const after = parts.map(({ opening, rows }): ConvertedDays => {
    const place = rows.findLastIndex(({ day }) => day <= since);
    return { opening: rows[place]?.value ?? opening, rows: rows.slice(place + 1) };
  });
  const linked = returnOfParts(after);
  return {
    since,
    earned: sumOf(
      after.map((each) => roundResult(each, digits)),
      "earned",
    ),
    percent: "percent" in linked ? percent(linked.percent) : null,
  };
}

/** The return of all as a rate a year; null if there is none, or for a year or less. */
function yearlyOf(linked: TimeWeighted, parts: readonly ConvertedDays[]): number | null {
  const days = parts.flatMap(({ rows }) => rows.map(({ day }) => day)).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (!("percent" in linked) || first === undefined || last === undefined) return null;
  const yearly = yearlyPercent(linked.percent, daysBetween(first, last) + 1);
  return yearly === null ? null : percent(yearly);
}

/** Results of the parts and of their sum; the parts are read one after another, in the caller's snapshot. */
export async function calculateResults(db: Db, asked: Asked): Promise<FoundResults> {
  const digits = findCurrency(asked.currency)?.digits ?? 2;
  const found: (ConvertedDays | Reason)[] = [];
  for (const part of asked.parts) found.push(typeof part === "string" ? part : await readPart(db, part, asked));
  const parts = found.map((one) =>
    typeof one === "string" ? { result: null, reason: one } : { result: roundResult(one, digits), reason: null },
  );
  const known = found.filter((one) => typeof one !== "string");
  const isUnknown = found.some((one) => typeof one === "string" && !ownsNothing(one));
  if (isUnknown)
    return {
      parts,
      total: null,
      timeWeightedReturn: null,
      timeWeightedYearly: null,
      timeWeightedReason: null,
      lastChange: null,
    };
  const results = parts.flatMap(({ result }) => result ?? []);
  const linked = returnOfParts(known);
  const total = {
    opening: sumOf(results, "opening"),
    paid: sumOf(results, "paid"),
    earned: sumOf(results, "earned"),
    closing: sumOf(results, "closing"),
  };
  return {
    parts,
    total,
    timeWeightedReturn: "percent" in linked ? percent(linked.percent) : null,
    timeWeightedYearly: yearlyOf(linked, known),
    timeWeightedReason: "reason" in linked ? { code: linked.reason, day: linked.day } : null,
    lastChange: lastChange(known, digits, asked.range),
  };
}

async function toAsked(context: Context, part: NamedPart): Promise<AskedPart | Reason> {
  if (part.counted.length === 0) return "noShare";
  const holder = { holderType: part.holderType, holderId: part.holderId };
  try {
    const { account } = await getCustody(context.db, holder, context.now());
    return (await usesOwnLedger(context.db, context.config, holder)) ? { account, counted: part.counted } : "elsewhere";
  } catch (error) {
    if (error instanceof Refusal && error.code === "noClientNumber") return "noClientNumber";
    throw error;
  }
}

/**
 * What the parts of the person's total earned from `from` to `to`, both included, up to today. What a company is worth outside the
 * days of a share does not count. `badInput` for a range that ends before it starts.
 */
export async function getConsolidatedResults(
  context: Context,
  { params: { userId, ...range }, query }: { params: { userId: number } & Range; query: AskedTotal },
): Promise<ConsolidatedResults> {
  if (range.from > range.to) throw new Refusal("badInput", { fields: [{ path: "to", code: "tooSmall" }] });
  const { db, workers, caller } = context;
  const currency = query.currency ?? (await getSetting(db, "portalRules")).baseCurrency;
  const { today } = await firmDay(db, context.now());
  const named = await listParts(context, userId, { ...range, of: query.of });
  const parts: Asked["parts"] = [];
  for (const part of named) parts.push(await toAsked(context, part));
  const asked: Asked = { parts, currency, range, today };
  const accounts = parts.flatMap((part) => (typeof part === "string" ? [] : part.account));
  const areStored = await Promise.all(accounts.map((account) => areMostlyStored(db, account, range, today)));
  const found =
    accounts.length <= fewParts && areStored.every(Boolean)
      ? await inTransaction(db, (trx) => calculateResults(trx, asked), "repeatable read")
      : await workers.run("consolidatedResults", asked, { holder: `user/${userId}`, signal: caller.signal });
  return {
    currency,
    ...range,
    of: query.of,
    ...found,
    parts: named.map(({ holderType, holderId, name, isOpen }, place) => ({
      holderType,
      holderId,
      name,
      isOpen,
      ...(found.parts[place] ?? { result: null, reason: null }),
    })),
  };
}

/** More are calculated on a worker thread, however few days each has. */
const fewParts = 3;
