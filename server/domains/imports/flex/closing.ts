/** A statement's own figures: its period and currency, open positions, closing cash, rates and prices. */
import { Decimal } from "decimal.js";
import { calculateUnitPrice } from "../quotes/quotation.ts";
import { type ReadAccount, RefusedRow } from "../reading/parsed-file.ts";
import { atMostDigits, isDay, isNegative, isZero, priceDigits, sum } from "../reading/values.ts";
import { exclude } from "./exclusions.ts";
import type { FlexReading } from "./reader-state.ts";
import {
  type FlexRow,
  isOfCurrency,
  momentOf,
  numberOf,
  quotedIn,
  requireBooked,
  requiredCurrency,
  requiredInstrument,
  requiredMoment,
  requiredNumber,
  requiredText,
  textOf,
} from "./row.ts";

/** Name under which the custodian's own rates and prices are stored. */
export const flexSource = "Interactive Brokers";

/** Positions by level of detail: lots count only without a summary. */
export interface OpenPositions {
  summary: FlexRow[];
  lots: FlexRow[];
}

export function readOpenPositions({ summary, lots }: OpenPositions, reading: FlexReading): void {
  const rows = summary.length > 0 ? summary : lots;
  const acquired = acquisitionDays([...summary, ...lots]);
  for (const row of rows)
    reading.attempt(row, () => {
      if (exclude(row, reading)) return;
      // Currencies are compared by the cash report.
      if (isOfCurrency(row)) return reading.leaveOut("OpenPosition CASH");
      requireBooked(row);
      const quantity = requiredNumber(row, "position");
      if (isZero(quantity)) return;
      const instrument = requiredInstrument(row);
      if (isNegative(quantity)) throw new RefusedRow("shortPosition", instrument.name);
      const account = reading.accountOf(row);
      const index = reading.instrument(instrument);
      const cost = numberOf(row, "costBasisMoney");
      const known = account.positions.find((position) => position.instrument === index);
      if (known) {
        known.quantity = sum(known.quantity, quantity);
        // Costs of two listings are in two currencies.
        const isSame = known.currency === instrument.currency;
        known.cost = isSame && known.cost !== undefined && cost !== undefined ? sum(known.cost, cost) : undefined;
        return;
      }
      const day = momentOf(row, "reportDate")?.day;
      account.positions.push({
        line: row.line,
        instrument: index,
        quantity,
        ...(cost !== undefined && { cost }),
        currency: instrument.currency,
        ...(day !== undefined && { day }),
        ...acquired.get(positionKey(row)),
      });
    });
}

const positionKey = ({ attributes }: FlexRow): string =>
  [attributes["accountId"], attributes["conid"] || attributes["isin"] || attributes["symbol"]].join(" ");

/** The earliest day on which units of each position were acquired; an unreadable one is none. */
function acquisitionDays(rows: readonly FlexRow[]): Map<string, { acquiredOn: string }> {
  const days = new Map<string, { acquiredOn: string }>();
  for (const row of rows) {
    const found = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(textOf(row, "openDateTime") ?? "");
    const [year, month, date] = found?.slice(1) ?? [];
    const acquiredOn = isDay(Number(year), Number(month), Number(date)) ? `${year}-${month}-${date}` : undefined;
    const known = days.get(positionKey(row));
    if (acquiredOn !== undefined && (known === undefined || acquiredOn < known.acquiredOn))
      days.set(positionKey(row), { acquiredOn });
  }
  return days;
}

/** Closing cash per currency. The summary in the base currency mixes all of them and is ignored. */
export function readCashReport(row: FlexRow, reading: FlexReading): void {
  if (textOf(row, "currency") === "BASE_SUMMARY") return reading.leaveOut("CashReport BASE_SUMMARY");
  const account = reading.accountOf(row);
  const starting = numberOf(row, "startingCash");
  account.cash.push({
    currency: requiredCurrency(row),
    amount: requiredNumber(row, "endingCash"),
    ...(starting !== undefined && { starting }),
  });
}

/** The mark-to-market section has cash per currency if the cash report has only its summary. */
export function readCashMark(row: FlexRow, reading: FlexReading): void {
  const account = reading.accountOf(row);
  const currency = requiredCurrency({ ...row, attributes: { currency: requiredText(row, "symbol") } });
  if (account.cash.some((cash) => cash.currency === currency)) return;
  const starting = numberOf(row, "prevCloseQuantity");
  account.cash.push({
    currency,
    amount: requiredNumber(row, "closeQuantity"),
    ...(starting !== undefined && { starting }),
  });
}

export function readPeriod(row: FlexRow, account: ReadAccount): void {
  const from = momentOf(row, "fromDate")?.day;
  const to = momentOf(row, "toDate")?.day;
  if (from !== undefined && (account.from === undefined || from < account.from)) account.from = from;
  if (to !== undefined && (account.to === undefined || to > account.to)) account.to = to;
}

/** Closing prices of the open positions, for staff who upload the statement as a price file. */
export function readMarkPrice(row: FlexRow, reading: FlexReading): void {
  requireBooked(row);
  const value = numberOf(row, "markPrice");
  if (value === undefined) return reading.leaveOut("OpenPosition markPrice –");
  const instrument = requiredInstrument(row);
  if (isNegative(value)) throw new RefusedRow("belowZero", `${instrument.name}: ${value}`);
  const price = calculateUnitPrice({
    ...quotedIn(row),
    quote: value,
    quantity: numberOf(row, "position") ?? "1",
    money: numberOf(row, "positionValue"),
    currency: instrument.currency,
  });
  atMostDigits(priceDigits, instrument.name, price);
  const { day } = requiredMoment(row, "reportDate");
  reading.file.prices.push({
    line: row.line,
    instrument: reading.instrument(instrument),
    day: reading.notLater(day),
    value: price,
    currency: instrument.currency,
    source: flexSource,
  });
}

/** A rate into the account's base currency. */
export interface BaseRate {
  row: FlexRow;
  day: string;
  from: string;
  to: string;
  rate: string;
}

/** Interactive Brokers writes −1 if it has no rate. */
const noRate = "-1";

/** The rate of a row; undefined if the row has none. */
export function readBaseRate(row: FlexRow, reading: FlexReading): BaseRate | undefined {
  const rate = requiredNumber(row, "rate");
  if (rate === noRate) {
    reading.leaveOut("ConversionRate -1");
    return undefined;
  }
  const from = requiredText(row, "fromCurrency");
  const to = requiredCurrency(row, "toCurrency");
  if (isNegative(rate) || isZero(rate)) throw new RefusedRow("notPositive", `${from}: ${rate}`);
  return { row, day: reading.notLater(requiredMoment(row, "reportDate", "date").day), from, to, rate };
}

const Precise = Decimal.clone({ precision: 40, toExpNeg: -40, toExpPos: 60 });
/** Significant digits kept of a rate; statements print five. */
const significantDigits = 12;
export const perEuro = (euroInBase: string, currencyInBase: string): string =>
  new Precise(euroInBase)
    .div(currencyInBase)
    .toSignificantDigits(significantDigits)
    .toDecimalPlaces(significantDigits)
    .toFixed();
