/** Compares prices and FX rates of a file with the firm's: known, new, or known with another value. */
import type { ImportRefusal } from "@portico/api/imports.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { matchInstruments } from "../../market-data/instruments.ts";
import { comparePrices, compareRates, type PriceRow, type RateRow } from "../../market-data/market-data.ts";
import type { Validated } from "../preview/preview.ts";
import { type Decisions, type DescribedRow, followDecision } from "../questions/decisions.ts";
import { leaveOut, type ReadFile, type ReadPrice } from "../reading/parsed-file.ts";
import { adjacentQuotes } from "./adjacent-quotes.ts";

interface PreparedQuotes {
  validated: Validated;
  /** Only new ones. */
  prices: PriceRow[];
  rates: RateRow[];
}

type QuotedRow = PriceRow & { currency: string; ownCurrency: string };

const nothing: Omit<Validated, "file"> = {
  refusals: [],
  remarks: [],
  accounts: [],
  transfers: [],
  known: new Set(),
  knownRows: 0,
  newRows: 0,
  quotes: [],
};

/** Refuses a row of the file, unless a colleague left it out. */
type Refuse = (row: QuoteOfFile, code: ImportRefusal["code"], detail: string) => void;

/** A price or rate as it is named and identified for a decision about it. */
interface QuoteOfFile {
  line: number;
  name: string;
  day: string;
  value: string;
  source: string;
  currency: string | undefined;
}

const refusing =
  (file: ReadFile, decisions: Decisions, refusals: ImportRefusal[]): Refuse =>
  ({ line, name, day, value, source, currency = "" }, code, detail) => {
    const row: DescribedRow = {
      line,
      account: null,
      name,
      text: [day, source].join(" · "),
      moved: [{ amount: value, unit: currency }],
      kinds: [],
      fields: Object.entries({ day, value, source, currency }),
    };
    const refusal = { code, detail };
    if (!followDecision({ file, decisions, row, refusal, bookAs: () => undefined }))
      refusals.push({ line, ...refusal, account: null });
  };

const priceOf = (file: ReadFile, { instrument, line, day, value, source, currency }: ReadPrice): QuoteOfFile => {
  const { isin, ticker } = file.instruments[instrument] ?? { ticker: "?" };
  return { line, name: isin ?? ticker, day, value, source, currency };
};

/**
 * Prices of the instruments that the firm knows. A statement's marks of other securities are ignored; our own file is
 * refused for them.
 */
async function resolvePrices(
  trx: Trx,
  file: ReadFile,
  refuse: Refuse,
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
    if (match === "ambiguous") refuse(priceOf(file, price), "ambiguousInstrument", ticker);
    else if (match === undefined || match === "unknown") {
      if (file.format === "csv") refuse(priceOf(file, price), "unknownInstrument", isin ?? ticker);
      else leaveOut(file, `OpenPosition ${ticker}`);
    }
    // 98.5 may be percent or euro for a bond: a wrong guess would be off by a factor of a hundred.
    else if (file.format === "csv" && match.instrument.assetClass === "bond" && price.quotation === undefined)
      refuse(priceOf(file, price), "quotationMissing", match.instrument.ticker);
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
  named: (index: number) => QuoteOfFile,
  refuse: Refuse,
): (Row & { line: number })[] {
  // A custodian rounds its rates in each statement, so the first one is kept. Our own file must be exact.
  if (file.format === "csv")
    for (const index of comparison.different) {
      const row = named(index);
      refuse(row, "knownWithOtherContent", `${row.name} ${row.day} ${row.source}`);
    }
  else if (comparison.different.length > 0) leaveOut(file, "known with another rounding", comparison.different.length);
  const gone = new Set([...comparison.known, ...comparison.different]);
  return rows.flatMap((row, index) => (gone.has(index) ? [] : [{ ...row, line: named(index).line }]));
}

/** A copy, so that a booking that is repeated begins with what was read. */
const copied = (file: ReadFile): ReadFile => ({
  ...file,
  undecided: [...file.undecided],
  decided: [...file.decided],
  leftOut: new Map(file.leftOut),
});

export async function prepareQuotes(
  trx: Trx,
  { file: read, decisions }: { file: ReadFile; decisions: Decisions },
): Promise<PreparedQuotes> {
  const file = copied(read);
  const refusals: ImportRefusal[] = [...file.refusals];
  const refuse = refusing(file, decisions, refusals);
  const { rows, reported } = await resolvePrices(trx, file, refuse);
  const ofPrices = await comparePrices(trx, rows);
  const nameOf = (index: number): QuoteOfFile => {
    const price = reported[index] as ReadPrice;
    return { ...priceOf(file, price), name: file.instruments[price.instrument]?.ticker ?? "?" };
  };
  const prices = sorted(file, rows, ofPrices, nameOf, refuse);
  const allRates = file.rates.map(
    ({ currency, day, perEuro, source }): RateRow => ({ currency, day, perEuro, source }),
  );
  const ofRates = await compareRates(trx, allRates);
  const rateOf = (index: number): QuoteOfFile => {
    const { line, currency, day, perEuro, source } = file.rates[index] as ReadFile["rates"][number];
    return { line, name: currency, day, value: perEuro, source, currency };
  };
  const rates = sorted(file, allRates, ofRates, rateOf, refuse);
  refusals.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
  const knownRows = ofPrices.known.length + ofRates.known.length;
  const quotes = refusals.length > 0 ? [] : await adjacentQuotes(trx, { prices, rates });
  return {
    validated: { ...nothing, file, refusals, knownRows, newRows: prices.length + rates.length, quotes },
    prices,
    rates,
  };
}
