/** Trades: buys and sells of instruments, and exchanges of currencies. */

import { isDay } from "@portico/api/rules/calendar.ts";
import type { Day } from "@portico/ledger/entry.ts";
import type { Settlement } from "../../portfolios/ledger/entries.ts";
import { calculateUnitPrice, pricePerUnit } from "../quotes/quotation.ts";
import type { NamelessEntry } from "../reading/identity.ts";
import { lastingName } from "../reading/instruments.ts";
import { RefusedRow } from "../reading/parsed-file.ts";
import { readGrouped } from "../reading/thousands-separators.ts";
import {
  absolute,
  inRange,
  isNegative,
  isZero,
  makesMoney,
  negated,
  parseCurrency,
  sum,
  withinStep,
} from "../reading/values.ts";
import { noteTrade } from "./corrections.ts";
import type { FlexReading } from "./reader-state.ts";
import {
  type FlexRow,
  instantOf,
  momentOf,
  numberOf,
  numberOrZero,
  quotedIn,
  requireBooked,
  requiredCurrency,
  requiredInstrument,
  requiredMoment,
  requiredNumber,
  requiredText,
  textOf,
} from "./row.ts";
import { venueOf } from "./venues.ts";

interface Money {
  currency: string;
  proceeds: string;
  /** As a positive cost. */
  fee: string;
  feeCurrency: string;
  /** As a positive cost. */
  tax: string;
}

function readMoney(row: FlexRow): Money {
  const currency = requiredCurrency(row);
  const commission = numberOrZero(row, "ibCommission");
  const named = textOf(row, "ibCommissionCurrency");
  const feeCurrency = named === undefined ? currency : parseCurrency(named);
  const money = { currency, fee: negated(commission), feeCurrency, tax: negated(numberOrZero(row, "taxes")) };
  return { ...money, proceeds: numberOf(row, "proceeds") ?? provedProceeds(row, money) };
}

/**
 * The proceeds of a trade that does not state them: the trade's money or its net cash without charges, if units × price
 * gives the same.
 */
function provedProceeds(row: FlexRow, { currency, fee, feeCurrency, tax }: Omit<Money, "proceeds">): string {
  const quantity = requiredNumber(row, "quantity");
  const price = numberOf(row, "tradePrice");
  const [money, net] = [numberOf(row, "tradeMoney"), numberOf(row, "netCash")];
  const signed = (amount: string): string => (isNegative(quantity) ? absolute(amount) : negated(absolute(amount)));
  const candidates = [
    ...(money === undefined ? [] : [signed(money)]),
    ...(net === undefined ? [] : [sum(net, tax, feeCurrency === currency ? fee : "0"), sum(net, tax)]),
  ];
  const quotes = quotedIn(row);
  const proceeds = candidates.find(
    (amount) =>
      price !== undefined &&
      isNegative(amount) !== isNegative(quantity) &&
      makesMoney({ quantity, price: pricePerUnit(quotes, price), money: amount, currency }),
  );
  if (proceeds === undefined)
    throw new RefusedRow("missingValue", "proceeds (≠ quantity, tradePrice, tradeMoney, netCash)");
  return proceeds;
}

/** Fields shared by all entries of the row. */
function readCommon(
  row: FlexRow,
  reading: FlexReading,
): Pick<NamelessEntry, "line" | "account" | "day" | "time" | "orderId"> {
  const traded = requiredMoment(row, "tradeDate", "dateTime", "reportDate");
  // An evening trade may count for the next day; then only its day is known.
  const happened = momentOf(row, "dateTime") ?? { ...traded, clock: traded.clock ?? readTradeTime(row) };
  const time = happened.day === traded.day ? instantOf(reading.clock, happened) : undefined;
  const order = textOf(row, "ibOrderID");
  return {
    line: row.line,
    account: reading.accountOf(row).account,
    day: reading.notLater(traded.day),
    ...(time !== undefined && { time }),
    ...(order !== undefined && order !== "0" && { orderId: `ib:${order}` }),
  };
}

/** The day on which the custodian settles the trade, and its venue. A day that is none, or before the trade, is left out. */
function readSettlement(row: FlexRow, traded: Day): Settlement {
  const [, year, month, date] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(textOf(row, "settleDateTarget") ?? "") ?? [];
  const settledOn = `${year}-${month}-${date}`;
  const venue = venueOf(row);
  return { ...(isDay(settledOn) && settledOn >= traded && { settledOn }), ...(venue !== undefined && { venue }) };
}

/** Old statements have the time in a separate attribute. */
function readTradeTime(row: FlexRow): string | undefined {
  const apart = textOf(row, "tradeTime");
  if (apart === undefined) return undefined;
  return requiredMoment({ ...row, attributes: { at: `20000101;${apart}` } }, "at").clock;
}

/** A commission in another currency is a separate entry. */
function ownFee(row: FlexRow, reading: FlexReading, money: Money, id: string | undefined): NamelessEntry {
  return {
    ...readCommon(row, reading),
    ...(id !== undefined && { id: `${id}:fee` }),
    kind: "fee",
    currency: money.feeCurrency,
    amount: negated(money.fee),
    description: `Commission ${textOf(row, "symbol") ?? ""}`.trim(),
  };
}

/** Opening a position by selling, or closing one by buying, is a short position. */
function refuseShort(row: FlexRow, sells: boolean): void {
  const indicator = (textOf(row, "openCloseIndicator") ?? "").split(";").map((part) => part.trim());
  if (indicator.includes(sells ? "O" : "C")) throw new RefusedRow("shortPosition", textOf(row, "symbol") ?? null);
}

function checkSide(row: FlexRow, quantity: string): void {
  const side = textOf(row, "buySell");
  if (side === undefined) return;
  if (side.startsWith("SELL") !== isNegative(quantity))
    throw new RefusedRow("amountsDisagree", `${side}, quantity ${quantity}`);
}

/** `isProved`: the net cash or the trade's money states the proceeds too, so only the price can be rounded. */
function calculatePrice(
  row: FlexRow,
  quantity: string,
  { proceeds, currency }: Money,
  isProved: boolean,
): string | undefined {
  const quote = numberOf(row, "tradePrice");
  if (quote === undefined) return undefined;
  const fields = ["quantity", "tradePrice", "proceeds"];
  return calculateUnitPrice({ ...quotedIn(row), quote, quantity, money: proceeds, currency, fields, isProved });
}

function securityTrade(row: FlexRow, reading: FlexReading, id: string | undefined): NamelessEntry[] {
  requireBooked(row);
  const instrument = requiredInstrument(row);
  const quantity = requiredNumber(row, "quantity");
  if (isZero(quantity)) throw new RefusedRow("missingValue", "quantity");
  checkSide(row, quantity);
  refuseShort(row, isNegative(quantity));
  const money = readMoney(row);
  const sameCurrency = money.feeCurrency === money.currency;
  const traded = sum(money.proceeds, negated(money.tax), sameCurrency ? negated(money.fee) : "0");
  const accrued = numberOrZero(row, "accruedInt");
  const stated = numberOf(row, "netCash");
  const isStated = (cash: string): boolean => stated !== undefined && withinStep(stated, cash, money.currency);
  // A net cash that leaves out exactly the commission states the rest; the commission is charged all the same.
  const agrees = (cash: string): boolean =>
    stated === undefined || isStated(cash) || (sameCurrency && isStated(sum(cash, money.fee)));
  // Accrued interest of a bond is part of the trade's cash, or a separate cash row; the net cash shows which.
  const isInside = !isZero(accrued) && stated !== undefined && !agrees(traded) && agrees(sum(traded, accrued));
  const amount = inRange(isInside ? sum(traded, accrued) : traded, "netCash");
  if (sameCurrency && !agrees(amount))
    throw new RefusedRow("amountsDisagree", `netCash ${stated} ≠ ${amount} (proceeds, ibCommission, taxes)`);
  const statedMoney = numberOf(row, "tradeMoney");
  const isMoney =
    statedMoney !== undefined && withinStep(absolute(statedMoney), absolute(money.proceeds), money.currency);
  const price = calculatePrice(row, quantity, money, isMoney || (stated !== undefined && agrees(amount)));
  const common = readCommon(row, reading);
  const trade: NamelessEntry = {
    ...common,
    ...readSettlement(row, common.day),
    ...(id !== undefined && { id }),
    kind: isNegative(quantity) ? "sell" : "buy",
    instrument: reading.instrument(instrument),
    named: lastingName(instrument),
    quantity,
    ...(price !== undefined && { price }),
    currency: money.currency,
    amount,
    ...(sameCurrency && !isZero(money.fee) && { fee: money.fee }),
    ...(!isZero(money.tax) && { tax: money.tax }),
    ...(isInside && { accruedInterest: accrued }),
  };
  return sameCurrency || isZero(money.fee) ? [trade] : [trade, ownFee(row, reading, money, id)];
}

/** "CHF.USD", quantity −1200: sells 1200 CHF for dollars. The leg that pays the commission is first. */
function currencyTrade(row: FlexRow, reading: FlexReading, id: string | undefined): NamelessEntry[] {
  const [first = "", second = ""] = requiredText(row, "symbol").split(".");
  const base = parseCurrency(first);
  const money = readMoney(row);
  if (parseCurrency(second) !== money.currency || base === money.currency)
    throw new RefusedRow("currencyMismatch", `${textOf(row, "symbol")}, ${money.currency}`);
  const quantity = requiredNumber(row, "quantity");
  checkSide(row, quantity);
  if (isZero(quantity) || isNegative(quantity) === isNegative(money.proceeds))
    throw new RefusedRow("amountsDisagree", `${quantity} ${base}, ${money.proceeds} ${money.currency}`);
  const price = numberOf(row, "tradePrice");
  if (price !== undefined && !makesMoney({ quantity, price, money: money.proceeds, currency: money.currency }))
    throw new RefusedRow("amountsDisagree", `${quantity} × ${price} ≠ ${absolute(money.proceeds)}`);
  const common = {
    ...readCommon(row, reading),
    ...(id !== undefined && { id }),
    kind: "fx" as const,
    ...(price !== undefined && { price }),
  };
  const other = sum(money.proceeds, negated(money.tax));
  const tax = isZero(money.tax) ? {} : { tax: money.tax };
  if (money.feeCurrency === money.currency) {
    const amount = inRange(sum(other, negated(money.fee)), "proceeds");
    const fee = isZero(money.fee) ? {} : { fee: money.fee };
    return [
      { ...common, currency: money.currency, amount, ...fee, ...tax, counter: { currency: base, amount: quantity } },
    ];
  }
  const counter = { currency: money.currency, amount: other };
  if (money.feeCurrency === base && !isZero(money.fee))
    return [{ ...common, currency: base, amount: sum(quantity, negated(money.fee)), fee: money.fee, counter }];
  const exchange: NamelessEntry = { ...common, currency: base, amount: quantity, counter };
  return isZero(money.fee) ? [exchange] : [exchange, ownFee(row, reading, money, id)];
}

/** The figures of a trade that prove each other. */
const figures = ["quantity", "tradePrice", "proceeds", "tradeMoney", "netCash", "ibCommission", "taxes", "accruedInt"];

const toEntries = (row: FlexRow, reading: FlexReading, id: string | undefined): NamelessEntry[] =>
  textOf(row, "assetCategory") === "CASH" ? currencyTrade(row, reading, id) : securityTrade(row, reading, id);

/** The row with plain numbers: those with thousands signs are proved by the trade's other figures. */
function proved(row: FlexRow, reading: FlexReading): FlexRow {
  const numbers = new Map(figures.flatMap((name) => (textOf(row, name) ? [[name, textOf(row, name) ?? ""]] : [])));
  const isProvable = ["quantity", "tradePrice", "proceeds"].every((name) => numbers.has(name));
  const about = { numbers, isProvable, amounts: figures.slice(2), currency: textOf(row, "currency") };
  return readGrouped(about, (read) => {
    if (read.size === 0) return row;
    const plain = { ...row, attributes: { ...row.attributes, ...Object.fromEntries(read) } };
    toEntries(plain, reading, undefined);
    return plain;
  });
}

/** Entries of one execution; ids, cancellations and corrections are handled when all trades of the file are known. */
export function readTrade(asWritten: FlexRow, reading: FlexReading): void {
  const row = proved(asWritten, reading);
  noteTrade(row, reading, (id) => toEntries(row, reading, id));
}
