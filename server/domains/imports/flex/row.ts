/** One element of a Flex statement, with the attribute names and conventions of Interactive Brokers. */
import type { Day, DecimalString } from "../../portfolios/ledger/entries.ts";
import { findCurrencyUnit, inMajorUnits, quotationOf } from "../quotes/quotation.ts";
import type { Clock } from "../reading/clock.ts";
import { parseIsin } from "../reading/instruments.ts";
import { type AssetClass, type FileInstrument, RefusedRow } from "../reading/parsed-file.ts";
import { isGrouped, readingsOf } from "../reading/thousands-separators.ts";
import { Exact, exactNumber, isDay, parseCurrency } from "../reading/values.ts";
import type { Attributes } from "../reading/xml.ts";

export interface FlexRow {
  name: string;
  line: number;
  attributes: Attributes;
  /** Names no account: a summary of all accounts of the file, or a row of a statement whose account is named once. */
  isOverAccounts?: boolean;
}

/** Empty, and how statements write "nothing". */
const nothing = new Set(["", "--", "-", "N/A"]);
export function textOf({ attributes }: FlexRow, name: string): string | undefined {
  const text = attributes[name]?.trim();
  return text === undefined || nothing.has(text) ? undefined : text;
}

export function requiredText(row: FlexRow, name: string): string {
  const text = textOf(row, name);
  if (text === undefined) throw new RefusedRow("missingValue", name);
  return text;
}

export function numberOf(row: FlexRow, name: string): DecimalString | undefined {
  const text = textOf(row, name);
  // Statements never group thousands; some were opened and saved in spreadsheets.
  if (text !== undefined && isGrouped(text))
    throw new RefusedRow("badNumber", `${name}: ${text} (${readingsOf(text)})`);
  return text === undefined ? undefined : exactNumber(text, name);
}
export function requiredNumber(row: FlexRow, name: string): DecimalString {
  const value = numberOf(row, name);
  if (value === undefined) throw new RefusedRow("missingValue", name);
  return value;
}
export const numberOrZero = (row: FlexRow, name: string): DecimalString => numberOf(row, name) ?? "0";

/** The custodian's marks of a row, such as Ca for a cancellation and Co for a correction. */
export const marksOf = (row: FlexRow): string[] =>
  [textOf(row, "notes"), textOf(row, "code")].flatMap((text) => (text ?? "").split(/[;,]/)).map((mark) => mark.trim());

export const requiredCurrency = (row: FlexRow, name = "currency"): string => parseCurrency(requiredText(row, name));

/** "20130401", "2013-04-01", with an optional time after ";", "," or a space, with or without colons. */
const momentPattern = /^(\d{4})-?(\d{2})-?(\d{2})(?:(?:;|, ?|[ T])(\d{2}):?(\d{2}):?(\d{2})(?: ?[A-Z]{2,5})?)?$/;

export interface Moment {
  day: Day;
  /** "09:34:06"; undefined if the file has only the day. */
  clock?: string;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** "01-Nov-22", the only other format of a query in which day and month cannot be confused. */
const monthByName = /^(\d{2})-([A-Z][a-z]{2})-(\d{2})(?=$|[;, ])/;
const withNumbers = (text: string): string =>
  text.replace(monthByName, (written, date: string, name: string, year: string) => {
    const month = months.indexOf(name) + 1;
    return month === 0 ? written : `20${year}-${String(month).padStart(2, "0")}-${date}`;
  });

function momentFrom(text: string): Moment {
  const found = momentPattern.exec(withNumbers(text));
  if (!found) throw new RefusedRow("badDate", text);
  const [, year, month, date, hour, minute, second] = found;
  if (!isDay(Number(year), Number(month), Number(date))) throw new RefusedRow("badDate", text);
  const day = `${year}-${month}-${date}`;
  if (hour === undefined) return { day };
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) throw new RefusedRow("badDate", text);
  return { day, clock: `${hour}:${minute}:${second}` };
}

export function momentOf(row: FlexRow, name: string): Moment | undefined {
  const text = textOf(row, name);
  return text === undefined || text === severalDays ? undefined : momentFrom(text);
}
/** How a summary writes that its rows are of several days. */
const severalDays = "MULTI";

/** Attributes that are amounts in the row's currency. */
const amounts = [
  "accruedInt",
  "amount",
  "cashTransfer",
  "closePrice",
  "cost",
  "costBasisMoney",
  "costBasisPrice",
  "endingCash",
  "grossAmount",
  "grossRate",
  "markPrice",
  "netCash",
  "positionAmount",
  "positionValue",
  "proceeds",
  "salesTax",
  "startingCash",
  "tax",
  "taxAmount",
  "taxes",
  "tradeMoney",
  "tradePrice",
  "value",
];

/** Converts a row in pence to pounds, so that readers of rows need not know minor units. */
export function withMajorUnits(attributes: Attributes): Attributes {
  const unit = findCurrencyUnit(attributes["currency"]?.trim() ?? "");
  const ofFee = findCurrencyUnit(attributes["ibCommissionCurrency"]?.trim() ?? "");
  if (unit?.per !== 100 && ofFee?.per !== 100) return attributes;
  const changed: Record<string, string> = { ...attributes };
  const change = (names: readonly string[]) => {
    for (const name of names) if (changed[name] !== undefined) changed[name] = inMajorUnits(changed[name], 100);
  };
  if (unit?.per === 100) {
    changed["currency"] = unit.currency;
    change(amounts);
    // A pound is a hundred pence, so the rate is multiplied by a hundred.
    const rate = changed["fxRateToBase"];
    if (rate !== undefined && plainRate.test(rate)) changed["fxRateToBase"] = new Exact(rate).times(100).toFixed();
  }
  if (ofFee?.per === 100) {
    changed["ibCommissionCurrency"] = ofFee.currency;
    change(["ibCommission"]);
  }
  return changed;
}
const plainRate = /^\d+(\.\d+)?$/;

/** The first named attribute with a date. */
export function requiredMoment(row: FlexRow, ...names: string[]): Moment {
  for (const name of names) {
    const moment = momentOf(row, name);
    if (moment) return moment;
  }
  throw new RefusedRow("missingValue", names[0] ?? "dateTime");
}

/** Statements use New York time, whatever the exchange. */
export const statementZone = "America/New_York";
export const instantOf = (clock: Clock, { day, clock: time }: Moment): string | undefined =>
  time === undefined ? undefined : clock.instant(day, time);

/** The day on which the custodian booked a cash row; the event may be months earlier. */
const bookingDays = ["reportDate", "settleDate", "date", "dateTime"] as const;

/** The effective time of a row: its booking day, with its time only if it happened on that day. */
export function readBooking(row: FlexRow, clock: Clock): { day: Day; time?: string } {
  const booked = requiredMoment(row, ...bookingDays);
  const happened = momentOf(row, "dateTime") ?? momentOf(row, "date") ?? booked;
  const time = happened.day === booked.day ? instantOf(clock, happened) : undefined;
  return { day: booked.day, ...(time !== undefined && { time }) };
}

/** Attributes that say how prices in a row are quoted. */
export const quotedIn = (row: FlexRow) => ({
  quotation: quotationOf(textOf(row, "assetCategory")),
  multiplier: numberOf(row, "multiplier"),
  principalFactor: numberOf(row, "principalAdjustFactor"),
});

/** Supported: shares, funds, bonds and bills, and warrants and certificates, which have their own price. */
const booked = new Set(["STK", "FUND", "BOND", "BILL", "WAR", "IOPT"]);
/** Options, futures, contracts for difference and similar. */
const derivatives = new Set(["OPT", "FOP", "FUT", "FSFOP", "FSOPT", "CFD", "FXCFD", "DLV", "ICS", "SWP"]);

/** Refuses unsupported instruments by name. `assetCategory` is empty for plain cash rows. */
export function isBooked(row: FlexRow): boolean {
  const category = textOf(row, "assetCategory");
  return category === undefined || booked.has(category);
}

/** A row about a currency, such as interest or the tax of an exchange. */
export const isOfCurrency = (row: FlexRow): boolean => textOf(row, "assetCategory") === "CASH";

export function requireBooked(row: FlexRow): void {
  const category = textOf(row, "assetCategory");
  if (isBooked(row)) return;
  const name = `${textOf(row, "description") ?? textOf(row, "symbol") ?? "?"} (${category})`;
  throw new RefusedRow(derivatives.has(category ?? "") ? "derivative" : "unknownKind", name);
}

function assetClassOf(row: FlexRow): AssetClass {
  const category = textOf(row, "assetCategory");
  if (category === "FUND" || textOf(row, "subCategory") === "ETF") return "fund";
  if (category === "BOND" || category === "BILL") return "bond";
  return category === "STK" && textOf(row, "subCategory") !== undefined ? "equity" : "other";
}

/** Rows whose description says what happened, not the name of the security. */
const describedRows = new Set(["CashTransaction", "SalesTax"]);
/** A transfer that corrects another one names no security either. */
const adjustment = /^ADJUSTMENT: /;
/** "… SPLIT 1 FOR 25 (GCM, GRAN COLOMBIA GOLD CORP, CA38501D5010)": a corporate action ends with ticker, name and id. */
const actionsPaper = /\([^(),]+, ([^()]+(?:\([^()]*\)[^()]*)*), [A-Z0-9]+\)\s*$/;

function paperNameOf(row: FlexRow): string | undefined {
  const description = textOf(row, "description");
  if (description === undefined || describedRows.has(row.name) || adjustment.test(description)) return undefined;
  return row.name === "CorporateAction" ? actionsPaper.exec(description)?.[1]?.trim() : description;
}

/** The instrument of the row; undefined for a cash row. */
export function readInstrument(row: FlexRow): FileInstrument | undefined {
  const { attributes } = row;
  const isin =
    parseIsin(attributes["isin"]) ??
    (attributes["securityIDType"] === "ISIN" ? parseIsin(attributes["securityID"]) : undefined);
  const conid = textOf(row, "conid");
  const ticker = textOf(row, "symbol");
  if (isin === undefined && conid === undefined && ticker === undefined) return undefined;
  const country = textOf(row, "issuerCountryCode");
  return {
    ...(isin !== undefined && { isin }),
    ...(conid !== undefined && { conid }),
    ticker: ticker ?? isin ?? `conid ${conid}`,
    name: paperNameOf(row) ?? ticker ?? isin ?? `conid ${conid}`,
    currency: requiredCurrency(row),
    assetClass: assetClassOf(row),
    // The only sector that a statement names.
    ...(attributes["subCategory"] === "REIT" && { sector: "realEstate" as const }),
    ...(country !== undefined && /^[A-Z]{2}$/.test(country) && { country }),
  };
}

export function requiredInstrument(row: FlexRow): FileInstrument {
  const instrument = readInstrument(row);
  if (!instrument) throw new RefusedRow("missingValue", "symbol");
  return instrument;
}
