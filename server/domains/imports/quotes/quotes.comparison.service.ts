/** Compares prices and FX rates of a file with the firm's: known, new, or known with another value. */
import type { ImportRefusal } from "@portico/api/imports.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { matchInstruments } from "../../market-data/market-data.instruments.service.ts";
import { comparePrices, compareRates, type PriceRow, type RateRow } from "../../market-data/market-data.service.ts";
import { leaveOut, type ReadFile, type ReadPrice } from "../imports.file.ts";
import type { Validated } from "../imports.preview.service.ts";
import { adjacentQuotes } from "./adjacent-quotes.service.ts";

interface PreparedQuotes {
  validated: Validated;
  /** Only new ones. */
  prices: PriceRow[];
  rates: RateRow[];
}

type QuotedRow = PriceRow & { currency: string; ownCurrency: string };

const nothing: Validated = {
  refusals: [],
  remarks: [],
  accounts: [],
  transfers: [],
  known: new Set(),
  knownRows: 0,
  newRows: 0,
  quotes: [],
};

/**
 * Prices of the instruments that the firm knows. A statement's marks of other securities are ignored; our own file is
 * refused for them.
 */
async function resolvePrices(
  trx: Trx,
  file: ReadFile,
  refusals: ImportRefusal[],
): Promise<{ rows: QuotedRow[]; reported: ReadPrice[] }> {
  const matches = await matchInstruments(
    trx,
    "ib",
    file.instruments.map(({ name, ticker, currency, assetClass, isin, conid }) => ({
      name,
      ticker,
      currency,
      assetClass,
      ...(isin !== undefined && { isin }),
      ...(conid !== undefined && { externalId: conid }),
    })),
  );
  const rows: QuotedRow[] = [];
  const reported: ReadPrice[] = [];
  for (const price of file.prices) {
    const match = matches[price.instrument];
    const { isin, ticker } = file.instruments[price.instrument] ?? { ticker: "?" };
    const refuse = (code: ImportRefusal["code"], detail: string) =>
      refusals.push({ line: price.line, code, detail, account: null });
    if (match === "ambiguous") refuse("ambiguousInstrument", ticker);
    else if (match === undefined || match === "unknown") {
      if (file.format === "csv") refuse("unknownInstrument", isin ?? ticker);
      else leaveOut(file, `OpenPosition ${ticker}`);
    }
    // 98.5 may be percent or euro for a bond: a wrong guess would be off by a factor of a hundred.
    else if (file.format === "csv" && match.instrument.assetClass === "bond" && price.quotation === undefined)
      refuse("quotationMissing", match.instrument.ticker);
    else {
      const { day, value, source, currency = match.instrument.currency } = price;
      rows.push({
        instrumentId: match.instrument.id,
        currency,
        ownCurrency: match.instrument.currency,
        day,
        value,
        source,
      });
      reported.push(price);
    }
  }
  return { rows, reported };
}

/** New rows, separated from known ones. */
function sorted<Row>(
  file: ReadFile,
  rows: readonly Row[],
  comparison: { known: number[]; different: number[] },
  named: (index: number) => { line: number; detail: string },
  refusals: ImportRefusal[],
): (Row & { line: number })[] {
  // A custodian rounds its rates in each statement, so the first one is kept. Our own file must be exact.
  if (file.format === "csv")
    for (const index of comparison.different)
      refusals.push({ ...named(index), code: "knownWithOtherContent", account: null });
  else if (comparison.different.length > 0) leaveOut(file, "known with another rounding", comparison.different.length);
  const gone = new Set([...comparison.known, ...comparison.different]);
  return rows.flatMap((row, index) => (gone.has(index) ? [] : [{ ...row, line: named(index).line }]));
}

export async function prepareQuotes(trx: Trx, file: ReadFile): Promise<PreparedQuotes> {
  const refusals: ImportRefusal[] = [...file.refusals];
  const { rows, reported } = await resolvePrices(trx, file, refusals);
  const ofPrices = await comparePrices(trx, rows);
  const prices = sorted(
    file,
    rows,
    ofPrices,
    (index) => {
      const { line, instrument, day, source } = reported[index] as ReadPrice;
      return { line, detail: `${file.instruments[instrument]?.ticker} ${day} ${source}` };
    },
    refusals,
  );
  const allRates = file.rates.map(
    ({ currency, day, perEuro, source }): RateRow => ({ currency, day, perEuro, source }),
  );
  const ofRates = await compareRates(trx, allRates);
  const rates = sorted(
    file,
    allRates,
    ofRates,
    (index) => {
      const rate = file.rates[index];
      return { line: rate?.line ?? 0, detail: `${rate?.currency} ${rate?.day} ${rate?.source}` };
    },
    refusals,
  );
  refusals.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
  const knownRows = ofPrices.known.length + ofRates.known.length;
  const quotes = refusals.length > 0 ? [] : await adjacentQuotes(trx, { prices, rates });
  return {
    validated: { ...nothing, refusals, knownRows, newRows: prices.length + rates.length, quotes },
    prices,
    rates,
  };
}
