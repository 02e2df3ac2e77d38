/** Each new price or rate of a file with the previous quote and its marks. */
import type { Trx } from "../../../kernel/transaction.ts";
import {
  adjacentPrices,
  adjacentRates,
  type Neighbour,
  type PriceRow,
  type RateRow,
} from "../../market-data/market-data.service.ts";
import { marksOf } from "./quotes.policy.ts";
import type { QuoteRow } from "./quotes.queries.ts";

type Bare = Omit<QuoteRow, "before" | "marks">;

/**
 * The previous quote for each row's day: the firm's, or an earlier row of the file, whichever is later. If there is
 * none, the firm's next later one.
 */
function adjacentIn(rows: readonly Bare[], known: readonly Neighbour[]): QuoteRow["before"][] {
  const ofFirm = new Map(known.map(({ index, value, day }) => [index, { value, day }]));
  const inOrder = rows
    .map((row, index) => ({ row, index, key: row.instrumentId ?? row.currency }))
    .toSorted((one, other) => one.row.day.localeCompare(other.row.day) || one.index - other.index);
  const latest = new Map<number | string | null, { value: string; day: string }>();
  const found: QuoteRow["before"][] = [];
  for (const { row, index, key } of inOrder) {
    const inFile = latest.get(key);
    const firm = ofFirm.get(index);
    const isFirmLater = firm !== undefined && firm.day <= row.day && (inFile === undefined || firm.day > inFile.day);
    found[index] = isFirmLater ? firm : (inFile ?? firm ?? null);
    latest.set(key, { value: row.value, day: row.day });
  }
  return found;
}

function marked(rows: readonly Bare[], known: readonly Neighbour[]): QuoteRow[] {
  const adjacent = adjacentIn(rows, known);
  return rows.map((row, index) => {
    const before = adjacent[index] ?? null;
    return { ...row, before, marks: marksOf({ value: row.value, before: before?.value ?? null, day: row.day }) };
  });
}

/** The rows as previewed: prices first, each list in file order. */
export async function adjacentQuotes(
  trx: Trx,
  {
    prices,
    rates,
  }: { prices: readonly (PriceRow & { line: number })[]; rates: readonly (RateRow & { line: number })[] },
): Promise<QuoteRow[]> {
  const ofPrices = prices.map(
    ({ line, instrumentId, day, value, source }): Bare => ({ line, instrumentId, currency: null, day, value, source }),
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
