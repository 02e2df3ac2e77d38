/** The FX rates in a Flex file, converted from "one unit in the base currency" to "units per euro". */
import { isCurrency } from "@portico/api/currencies.ts";
import { fixedPerEuro } from "@portico/ledger/fixed-rates.ts";
import { isNegative, isZero } from "../reading/values.ts";
import { type BaseRate, flexSource, perEuro, readBaseRate } from "./closing.ts";
import type { FlexReading } from "./reader-state.ts";
import { type FlexRow, momentOf, numberOf, textOf } from "./row.ts";

const euro = "EUR";

/** Rates in the file: its own section, and the rate in each row. */
export interface FlexRates {
  conversions: FlexRow[];
  carried: FlexRow[];
}

/**
 * The account's base currency: from the account information; otherwise the target of the conversion rates; otherwise
 * the currency whose rows have the rate 1. If another currency has 1 too, or the base does not, the base is unknown and
 * the rates are ignored.
 */
function findBaseCurrency(given: {
  stated?: string;
  conversions: readonly BaseRate[];
  carried: readonly FlexRow[];
}): string | undefined {
  const targets = new Set(given.conversions.map((rate) => rate.to));
  const atOne = new Set<string>();
  const notAtOne = new Set<string>();
  for (const row of given.carried) {
    const rate = textOf(row, "fxRateToBase");
    const currency = textOf(row, "currency");
    if (rate === undefined || currency === undefined) continue;
    (Number(rate) === 1 ? atOne : notAtOne).add(currency);
  }
  const candidates = new Set([...(given.stated === undefined ? [] : [given.stated]), ...targets, ...atOne]);
  const [base] = candidates;
  return candidates.size === 1 && base !== undefined && !notAtOne.has(base) ? base : undefined;
}

/** Rates per euro for every day on which the file has the euro's own rate; the section takes precedence over rows. */
export function readRates(rates: FlexRates, stated: ReadonlyMap<string, string>, reading: FlexReading): void {
  const conversions: BaseRate[] = [];
  for (const row of rates.conversions)
    reading.attempt(row, () => {
      const rate = readBaseRate(row, reading);
      if (rate) conversions.push(rate);
    });
  const known = new Set<string>();
  for (const base of collectBases(conversions, rates.carried, stated)) {
    const days = new Map<string, Map<string, { rate: string; row: FlexRow }>>();
    const note = (day: string, currency: string, rate: string, row: FlexRow): void => {
      const ofDay = days.get(day) ?? new Map<string, { rate: string; row: FlexRow }>();
      days.set(day, ofDay);
      if (!ofDay.has(currency)) ofDay.set(currency, { rate, row });
    };
    for (const { day, from, rate, row } of conversions.filter(({ to }) => to === base.currency))
      note(day, from, rate, row);
    for (const row of base.carried)
      reading.attempt(row, () => {
        const rate = numberOf(row, "fxRateToBase");
        const day = (momentOf(row, "reportDate") ?? momentOf(row, "dateTime"))?.day;
        const currency = textOf(row, "currency");
        if (rate !== undefined && !isZero(rate) && !isNegative(rate) && day !== undefined && currency !== undefined)
          note(day, currency, rate, row);
      });
    for (const [day, ofDay] of days) addDay(day, ofDay, base.currency, known, reading);
  }
}

/** Each base currency of the file's accounts, with the rows that have rates into it. */
function collectBases(
  conversions: readonly BaseRate[],
  carried: readonly FlexRow[],
  stated: ReadonlyMap<string, string>,
): { currency: string; carried: FlexRow[] }[] {
  const bases = new Map<string, FlexRow[]>();
  for (const [account, rows] of Map.groupBy(carried, (row) => row.attributes["accountId"] ?? "")) {
    const base = findBaseCurrency({ stated: stated.get(account), conversions, carried: rows });
    if (base !== undefined) bases.set(base, [...(bases.get(base) ?? []), ...rows]);
  }
  for (const { to } of conversions) if (!bases.has(to)) bases.set(to, []);
  return [...bases].map(([currency, rows]) => ({ currency, carried: rows }));
}

function addDay(
  day: string,
  ofDay: ReadonlyMap<string, { rate: string; row: FlexRow }>,
  base: string,
  known: Set<string>,
  reading: FlexReading,
): void {
  const euroInBase = base === euro ? "1" : ofDay.get(euro)?.rate;
  if (euroInBase === undefined) return reading.leaveOut("ConversionRate without EUR");
  const all = new Map(ofDay);
  const any = ofDay.values().next().value;
  if (!all.has(base) && any) all.set(base, { rate: "1", row: any.row });
  for (const [currency, { rate, row }] of all) {
    const key = `${currency} ${day}`;
    if (fixedPerEuro(currency, day) || known.has(key)) continue;
    if (!isCurrency(currency)) {
      reading.leaveOut(`ConversionRate ${currency}`);
      continue;
    }
    known.add(key);
    reading.file.rates.push({ line: row.line, currency, day, perEuro: perEuro(euroInBase, rate), source: flexSource });
  }
}
