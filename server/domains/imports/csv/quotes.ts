/** Prices and FX rates in our CSV, described in docs/import-formats.md. */
import { mappedColumns } from "@portico/api/imports/mapping-columns.ts";
import type { Day } from "@portico/ledger/entry.ts";
import { fixedPerEuro } from "@portico/ledger/fixed-rates.ts";
import type { Decisions } from "../questions/decisions.ts";
import { instrumentBook, parseIsin } from "../reading/instruments.ts";
import { emptyFile, leaveOut, type ReadFile, RefusedRow } from "../reading/parsed-file.ts";
import { atMostDigits, plausibleRate, priceDigits } from "../reading/values.ts";
import { followingDecisions } from "./decided-rows.ts";
import { type CsvRow, type RowSource, readRecords } from "./records.ts";
import {
  currencyOrNone,
  isBlank,
  notNegative,
  positiveNumber,
  requiredCurrency,
  requiredDay,
  requiredText,
  textOf,
  unitPriceIn,
  withMajorUnits,
} from "./row.ts";

export const { prices: priceColumns, rates: rateColumns } = mappedColumns;

/** Longest name of a source, which is shown with every figure from it. */
const longestSource = 60;
function readSource(row: CsvRow): string {
  const source = requiredText(row, "source");
  if (source.length > longestSource) throw new RefusedRow("tooLong", `source: ${source}`);
  return source;
}

function pastDay(row: CsvRow, today: Day): Day {
  const day = requiredDay(row, "date");
  if (day > today) throw new RefusedRow("futureDate", day);
  return day;
}

/** A price or rate of the same thing, day and source may occur only once in a file. */
function once(seen: Set<string>, key: string): void {
  if (seen.has(key)) throw new RefusedRow("repeatedInFile", key);
  seen.add(key);
}

export async function readCsvPrices(source: RowSource, today: Day, decisions: Decisions): Promise<ReadFile> {
  const file = emptyFile("csv");
  const book = instrumentBook(file.instruments);
  const seen = new Set<string>();
  const columns = {
    kind: "prices" as const,
    known: new Set<string>(priceColumns),
    required: ["date", "price", "source"],
    oneOf: [["isin", "ticker"]],
  };
  const read = (asWritten: CsvRow): void => {
    const row = withMajorUnits(asWritten);
    if (isBlank(row, "price")) return leaveOut(file, "price –");
    const written = textOf(row, "isin");
    const isin = parseIsin(written);
    if (written !== undefined && isin === undefined) throw new RefusedRow("unknownInstrument", written);
    const ticker = textOf(row, "ticker") ?? isin;
    if (ticker === undefined) throw new RefusedRow("missingValue", "isin");
    // A ticker alone may mean securities on several exchanges; with a currency it counts as one.
    const currency = isin === undefined ? requiredCurrency(row, "currency") : currencyOrNone(row, "currency");
    const instrument = {
      ...(isin !== undefined && { isin }),
      ticker,
      name: ticker,
      currency: currency ?? "",
      assetClass: "other" as const,
    };
    const day = pastDay(row, today);
    const source = readSource(row);
    // A delisted security, or a right that expired, may be worth nothing.
    notNegative(row, "price");
    const { price: value = "0", quotation } = unitPriceIn(row);
    atMostDigits(priceDigits, "price", value);
    once(seen, `${isin ?? ticker} ${currency ? `${currency} ` : ""}${day} ${source}`);
    file.prices.push({ line: row.line, instrument: book.indexOf(instrument), day, value, quotation, currency, source });
  };
  file.rows = readRecords(source, columns, read, file.refusals, followingDecisions({ file, decisions }));
  return file;
}

export async function readCsvRates(source: RowSource, today: Day, decisions: Decisions): Promise<ReadFile> {
  const file = emptyFile("csv");
  const seen = new Set<string>();
  const columns = { kind: "rates" as const, known: new Set<string>(rateColumns), required: rateColumns };
  const read = (asWritten: CsvRow): void => {
    const row = withMajorUnits(asWritten);
    if (isBlank(row, "rate")) return leaveOut(file, "rate –");
    const currency = requiredCurrency(row, "currency");
    const day = pastDay(row, today);
    // It would be ignored.
    if (fixedPerEuro(currency, day)) throw new RefusedRow("currencyMismatch", currency);
    const source = readSource(row);
    const perEuro = plausibleRate(positiveNumber(row, "rate"), "rate");
    once(seen, `${currency} ${day} ${source}`);
    file.rates.push({ line: row.line, currency, day, perEuro, source });
  };
  file.rows = readRecords(source, columns, read, file.refusals, followingDecisions({ file, decisions }));
  return file;
}
