/** Each new price or rate of a file with the previous quote and its marks. */
import { fixedCross, heldIn } from "@portico/ledger/fixed-rates.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import {
  adjacentPrices,
  adjacentRates,
  type Neighbour,
  type PriceRow,
  type RateRow,
} from "../../market-data/market-data.service.ts";
import { findMarks, isNewZero } from "./quotes.policy.ts";
import type { QuoteRow } from "./quotes.queries.ts";

type Bare = Omit<QuoteRow, "before" | "marks">;

/** Decimals of a quote converted at a fixed rate. */
const shownDecimals = 6;

/** A quote in another currency of a fixed rate, in the row's currency. */
function inCurrencyOf(row: Bare, quote: { value: string; day: string; currency: string }): QuoteRow["before"] {
  const { value, day, currency } = quote;
  const cross = fixedCross(currency, row.currency);
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
    .map((row, index) => ({ row, index, key: `${row.instrumentId} ${heldIn(row.currency)}` }))
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
    prices: readonly (PriceRow & { currency: string; line: number })[];
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
  return [...marked(ofPrices, await adjacentPrices(trx, prices)), ...marked(ofRates, await adjacentRates(trx, rates))];
}
