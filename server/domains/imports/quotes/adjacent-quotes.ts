/** Each new price or rate of a file with the previous quote and its marks. */
import { euro, fixedCross, fixedPerEuro } from "@portico/ledger/fixed-rates.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import {
  adjacentPrices,
  adjacentRates,
  type Neighbour,
  type PriceRow,
  type RateRow,
} from "../../market-data/market-data.ts";
import { findMarks, isNewZero, noRate } from "./quotes.policy.ts";
import type { QuoteRow } from "./quotes.queries.ts";

/** A new price of the file, with the currency in which the instrument is held. */
export type FilePrice = PriceRow & { currency: string; ownCurrency: string; line: number };

type Bare = Omit<QuoteRow, "before" | "marks">;

/** Quotes are compared if they are in one currency, or both in one whose rate to the euro is fixed. */
const comparedIn = ({ currency, day }: Bare): string => (fixedPerEuro(currency, day) ? euro : currency);

/** Decimals of a quote converted at a fixed rate. */
const shownDecimals = 6;

/** A quote in another currency of a fixed rate, in the row's currency. */
function inCurrencyOf(row: Bare, quote: { value: string; day: string; currency: string }): QuoteRow["before"] {
  const { value, day, currency } = quote;
  const cross = fixedCross(currency, row.currency, row.day);
  return cross ? { value: cross.times(value).toDecimalPlaces(shownDecimals).toFixed(), day } : null;
}

/**
 * The previous quote for each row's day: the firm's, or an earlier row of the file, whichever is later. If there is
 * none, the firm's next later one. Only quotes in comparable currencies count.
 */
function adjacentIn(
  rows: readonly Bare[],
  known: readonly (Neighbour & { currency?: string })[],
): QuoteRow["before"][] {
  const ofFirm = new Map(
    known.map(({ index, value, day, currency }) => {
      const row = rows[index] as Bare;
      return [index, inCurrencyOf(row, { value, day, currency: currency ?? row.currency }) ?? undefined];
    }),
  );
  const inOrder = rows
    .map((row, index) => ({ row, index, key: `${row.instrumentId} ${comparedIn(row)}` }))
    .toSorted((one, other) => one.row.day.localeCompare(other.row.day) || one.index - other.index);
  const latest = new Map<string, { value: string; day: string; currency: string }>();
  const found: QuoteRow["before"][] = [];
  for (const { row, index, key } of inOrder) {
    const before = latest.get(key);
    const inFile = before && inCurrencyOf(row, before);
    const firm = ofFirm.get(index);
    const isFirmLater = firm !== undefined && firm.day <= row.day && (!inFile || firm.day > inFile.day);
    found[index] = isFirmLater ? firm : (inFile ?? firm ?? null);
    latest.set(key, { value: row.value, day: row.day, currency: row.currency });
  }
  return found;
}

/** Indexes of prices in another currency than the instrument's that has no rate up to their day: stored, in the file, or fixed. */
async function findWithoutRate(
  trx: Trx,
  prices: readonly FilePrice[],
  rates: readonly Pick<RateRow, "currency" | "day">[],
): Promise<Set<number>> {
  const foreign = prices.flatMap(({ currency, ownCurrency, day }, index) =>
    currency === ownCurrency || fixedPerEuro(currency, day) ? [] : [{ index, currency, day }],
  );
  const stored = await adjacentRates(trx, foreign);
  const known = new Set(stored.flatMap(({ index, day }) => (day <= (foreign[index]?.day ?? "") ? [index] : [])));
  const inFile = (of: { currency: string; day: string }): boolean =>
    rates.some(({ currency, day }) => currency === of.currency && day <= of.day);
  return new Set(foreign.flatMap((of, place) => (known.has(place) || inFile(of) ? [] : [of.index])));
}

function marked(rows: readonly Bare[], known: readonly (Neighbour & { currency?: string })[]): QuoteRow[] {
  const adjacent = adjacentIn(rows, known);
  return rows.map((row, index) => {
    const before = adjacent[index] ?? null;
    const last = before?.value ?? null;
    const marks = findMarks({ value: row.value, before: last, day: row.day });
    return {
      ...row,
      before,
      marks: isNewZero(row.value, last) ? ["zero", ...marks.filter((mark) => mark === "weekend")] : marks,
    };
  });
}

/** The rows as previewed: prices first, each list in file order. */
export async function adjacentQuotes(
  trx: Trx,
  {
    prices,
    rates,
  }: {
    prices: readonly FilePrice[];
    rates: readonly (RateRow & { line: number })[];
  },
): Promise<QuoteRow[]> {
  const ofPrices = prices.map(
    ({ line, instrumentId, currency, day, value, source }): Bare => ({
      line,
      instrumentId,
      currency,
      day,
      value,
      source,
    }),
  );
  const ofRates = rates.map(
    ({ line, currency, day, perEuro, source }): Bare => ({
      line,
      instrumentId: null,
      currency,
      day,
      value: perEuro,
      source,
    }),
  );
  const withoutRate = await findWithoutRate(trx, prices, rates);
  const pricesMarked = marked(ofPrices, await adjacentPrices(trx, prices)).map((row, index) =>
    withoutRate.has(index) ? { ...row, marks: [...row.marks, noRate] } : row,
  );
  return [...pricesMarked, ...marked(ofRates, await adjacentRates(trx, rates))];
}
