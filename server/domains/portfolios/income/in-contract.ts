/** Amounts of income in the contract currency: at the day's rate, summed exactly, rounded together. */
import { findCurrency } from "@portico/api/currencies.ts";
import type { IncomeSums } from "@portico/api/portfolio-income.ts";
import type { Gap } from "@portico/api/portfolios.ts";
import { Decimal, type Known, plus, times, zero } from "@portico/ledger/decimal.ts";
import { roundedTo, roundTogether } from "@portico/ledger/income.ts";
import { isStale } from "@portico/ledger/stale.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { loadSeriesOn, type MarketSeries } from "../../market-data/series.ts";
import { rememberedRates } from "../ledger/calculation-data.ts";

/** An amount with its tax, in the contract currency; null without a rate. */
export interface Amounts {
  gross: Known;
  tax: Known;
}

export const noAmounts: Amounts = { gross: zero, tax: zero };
export const sumOf = (list: readonly Amounts[]): Amounts =>
  list.reduce((sum, { gross, tax }) => ({ gross: plus(sum.gross, gross), tax: plus(sum.tax, tax) }), noAmounts);

interface Dated {
  day: string;
  currency: string;
}

export interface Converter {
  rateOf: (of: Dated) => { value: string; day: string; source: string; stale: boolean } | null;
  amounts: (of: Dated, gross: string, tax: string) => Amounts;
  /** Missing rates, then old ones; each currency once, with its first day. */
  gaps: () => Gap[];
}

/** Converts at the rates of some days, and notes those that are missing or old. */
export async function loadConverter(db: Db, contract: string, needed: readonly Dated[]): Promise<Converter> {
  const currencies = [...new Set([contract, ...needed.map(({ currency }) => currency)])];
  const days = [...new Set(needed.map(({ day }) => day))];
  return converterOf(contract, await loadSeriesOn(db, { instrumentIds: [], currencies, days }));
}

/** Converts at the rates of a series. */
export function converterOf(contract: string, series: MarketSeries): Converter {
  const rates = rememberedRates(series, contract);
  const gaps = new Map<string, Gap>();
  const factors = new Map<string, Decimal>();
  function factorOf(rate: string): Decimal {
    const known = factors.get(rate) ?? new Decimal(rate);
    factors.set(rate, known);
    return known;
  }
  const note = (gap: Gap): void => {
    const key = `${gap.code} ${gap.currency}`;
    const known = gaps.get(key);
    if (!known?.day || (gap.day !== undefined && gap.day < known.day)) gaps.set(key, gap);
  };
  function rateOf({ currency, day }: Dated) {
    if (currency === contract) return null;
    const quote = rates(currency, day);
    if (!quote) {
      note({ code: "rateMissing", currency, day });
      return null;
    }
    const stale = isStale(quote.day, day);
    if (stale) note({ code: "rateStale", currency, day, quoted: quote.day });
    return { value: quote.rate, day: quote.day, source: quote.source, stale };
  }
  return {
    rateOf,
    amounts: (of, gross, tax) => {
      const rate = of.currency === contract ? "1" : rateOf(of)?.value;
      const known = rate === undefined ? null : factorOf(rate);
      return { gross: times(new Decimal(gross), known), tax: times(new Decimal(tax), known) };
    },
    gaps: () =>
      [...gaps.values()].toSorted(
        (one, two) => Number(one.code !== "rateMissing") - Number(two.code !== "rateMissing"),
      ),
  };
}

export const digitsOf = (currency: string): number => findCurrency(currency)?.digits ?? 2;

/** Sums for display: net is gross less tax as shown. */
export function presentSums({ gross, tax }: Amounts, digits: number): IncomeSums {
  const [shownGross, shownTax] = [gross, tax].map((value) => value && roundedTo(value, digits));
  return {
    gross: shownGross?.toFixed(digits) ?? null,
    tax: shownTax?.toFixed(digits) ?? null,
    net: (shownGross && shownTax && shownGross.minus(shownTax).toFixed(digits)) ?? null,
  };
}

/** Sums of groups as shown: together they are the rounded whole, unless one is unknown. */
export function presentGroups(groups: readonly Amounts[], digits: number): IncomeSums[] {
  const together = (part: "gross" | "tax"): Known[] => {
    const values = groups.map((group) => group[part]);
    return values.every((value) => value !== null) ? roundTogether(values, digits) : values;
  };
  const [gross, tax] = [together("gross"), together("tax")];
  return groups.map((_, index) => presentSums({ gross: gross[index] ?? null, tax: tax[index] ?? null }, digits));
}
