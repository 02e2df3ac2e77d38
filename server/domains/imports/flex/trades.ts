/** Trades: buys and sells of instruments, exchanges of currencies, and the cancelling of either. */
import { RefusedRow } from "../imports.file.ts";
import type { NamelessEntry } from "../imports.identity.ts";
import { lastingName } from "../imports.instruments.ts";
import {
  absolute,
  currencyOf,
  Exact,
  inRange,
  isNegative,
  isZero,
  makesMoney,
  negated,
  sum,
  withinCent,
} from "../imports.values.ts";
import type { FlexReading } from "./reading.ts";
import {
  type FlexRow,
  instantOf,
  numberOf,
  numberOrZero,
  requireBooked,
  requiredCurrency,
  requiredInstrument,
  requiredMoment,
  requiredNumber,
  requiredText,
  textOf,
} from "./row.ts";

/** The id that a trade is known by; the trade's own before that of its booking, since cancellations name it. */
function tradeIdOf(row: FlexRow): string | undefined {
  const own = textOf(row, "tradeID");
  if (own !== undefined) return `ib:trade:${own}`;
  const booking = textOf(row, "transactionID");
  if (booking !== undefined) return `ib:tx:${booking}`;
  const execution = textOf(row, "ibExecID");
  return execution === undefined ? undefined : `ib:exec:${execution}`;
}

const notesOf = (row: FlexRow): string[] => (textOf(row, "notes") ?? "").split(/[;,]/).map((note) => note.trim());
const isCancellation = (row: FlexRow): boolean =>
  notesOf(row).includes("Ca") ||
  /\(Ca\.?\)/.test(row.attributes["buySell"] ?? "") ||
  row.attributes["transactionType"] === "TradeCancel";
const isCorrection = (row: FlexRow): boolean =>
  notesOf(row).includes("Co") || row.attributes["transactionType"] === "TradeCorrect";

/** The trade that a cancellation or correction is about, where the row names it. */
function originalIdOf(row: FlexRow): string | undefined {
  const id = textOf(row, "origTradeID") ?? textOf(row, "relatedTradeID");
  return id === undefined || id === "0" ? undefined : `ib:trade:${id}`;
}

interface Money {
  currency: string;
  proceeds: string;
  /** As a positive cost. */
  fee: string;
  feeCurrency: string;
  /** As a positive cost. */
  tax: string;
}

function moneyOf(row: FlexRow): Money {
  const currency = requiredCurrency(row);
  const commission = numberOrZero(row, "ibCommission");
  const feeCurrency = textOf(row, "ibCommissionCurrency");
  return {
    currency,
    proceeds: requiredNumber(row, "proceeds"),
    fee: negated(commission),
    feeCurrency: feeCurrency === undefined ? currency : currencyOf(feeCurrency),
    tax: negated(numberOrZero(row, "taxes")),
  };
}

/** What every entry of the row shares. */
function commonOf(
  row: FlexRow,
  reading: FlexReading,
): Pick<NamelessEntry, "line" | "account" | "day" | "time" | "orderId"> {
  const traded = requiredMoment(row, "tradeDate", "dateTime", "reportDate");
  const clock = traded.clock ?? timeOf(row);
  const time = instantOf(reading.clock, { day: traded.day, clock });
  const order = textOf(row, "ibOrderID");
  return {
    line: row.line,
    account: reading.accountOf(row).account,
    day: reading.notLater(traded.day),
    ...(time !== undefined && { time }),
    ...(order !== undefined && order !== "0" && { orderId: `ib:${order}` }),
  };
}

function timeOf(row: FlexRow): string | undefined {
  const apart = textOf(row, "tradeTime");
  if (apart !== undefined) return requiredMoment({ ...row, attributes: { at: `20000101;${apart}` } }, "at").clock;
  return textOf(row, "dateTime") === undefined ? undefined : requiredMoment(row, "dateTime").clock;
}

/** A commission in a currency of its own is an entry of its own. */
function ownFee(row: FlexRow, reading: FlexReading, money: Money, id: string | undefined): NamelessEntry {
  return {
    ...commonOf(row, reading),
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

/** Bonds are quoted in percent of their face: the price of one unit comes from the money then. */
function priceOf(row: FlexRow, quantity: string, proceeds: string): string | undefined {
  const price = numberOf(row, "tradePrice");
  if (price === undefined) return undefined;
  const category = textOf(row, "assetCategory");
  if (category === "BOND" || category === "BILL")
    return new Exact(proceeds).div(quantity).abs().toDecimalPlaces(10).toFixed();
  const multiplier = numberOf(row, "multiplier") ?? "1";
  const unit = isZero(multiplier) || multiplier === "1" ? price : new Exact(price).times(multiplier).toFixed();
  if (!makesMoney(quantity, unit, proceeds))
    throw new RefusedRow("amountsDisagree", `${quantity} × ${unit} ≠ ${absolute(proceeds)}`);
  return unit;
}

function securityTrade(row: FlexRow, reading: FlexReading, id: string | undefined): NamelessEntry[] {
  requireBooked(row);
  const instrument = requiredInstrument(row);
  const quantity = requiredNumber(row, "quantity");
  if (isZero(quantity)) throw new RefusedRow("missingValue", "quantity");
  checkSide(row, quantity);
  refuseShort(row, isNegative(quantity));
  const money = moneyOf(row);
  const sameCurrency = money.feeCurrency === money.currency;
  const amount = inRange(sum(money.proceeds, negated(money.tax), sameCurrency ? negated(money.fee) : "0"), "netCash");
  const stated = numberOf(row, "netCash");
  if (sameCurrency && stated !== undefined && !withinCent(stated, amount))
    throw new RefusedRow("amountsDisagree", `netCash ${stated} ≠ ${amount}`);
  const price = priceOf(row, quantity, money.proceeds);
  const trade: NamelessEntry = {
    ...commonOf(row, reading),
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
  };
  return sameCurrency || isZero(money.fee) ? [trade] : [trade, ownFee(row, reading, money, id)];
}

/** "CHF.USD", quantity −1200: 1200 CHF go, dollars come. The leg that pays the commission leads. */
function currencyTrade(row: FlexRow, reading: FlexReading, id: string | undefined): NamelessEntry[] {
  const [first = "", second = ""] = requiredText(row, "symbol").split(".");
  const base = currencyOf(first);
  const money = moneyOf(row);
  if (currencyOf(second) !== money.currency || base === money.currency)
    throw new RefusedRow("currencyMismatch", `${textOf(row, "symbol")}, ${money.currency}`);
  const quantity = requiredNumber(row, "quantity");
  checkSide(row, quantity);
  if (isZero(quantity) || isNegative(quantity) === isNegative(money.proceeds))
    throw new RefusedRow("amountsDisagree", `${quantity} ${base}, ${money.proceeds} ${money.currency}`);
  const price = numberOf(row, "tradePrice");
  if (price !== undefined && !makesMoney(quantity, price, money.proceeds))
    throw new RefusedRow("amountsDisagree", `${quantity} × ${price} ≠ ${absolute(money.proceeds)}`);
  const common = {
    ...commonOf(row, reading),
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

const entriesOf = (row: FlexRow, reading: FlexReading, id: string | undefined): NamelessEntry[] =>
  textOf(row, "assetCategory") === "CASH" ? currencyTrade(row, reading, id) : securityTrade(row, reading, id);

/** Undoes a trade. Its id is made of the original's, so that cancellation and correction undo it once together. */
function reversalOf(row: FlexRow, reading: FlexReading, original: string): NamelessEntry {
  return {
    line: row.line,
    account: reading.accountOf(row).account,
    id: `${original}:undone`,
    kind: "reversal",
    day: reading.notLater(requiredMoment(row, "tradeDate", "dateTime", "reportDate").day),
    currency: requiredCurrency(row),
    amount: "0",
    reversesExternalId: original,
  };
}

/** Entries of one execution. What is cancelled or corrected is settled when all trades of the file are known. */
export function readTrade(row: FlexRow, reading: FlexReading): void {
  if (isCancellation(row)) {
    const named = originalIdOf(row);
    const own = tradeIdOf(row);
    reading.cancellations.push({ row, original: named, own, key: alikeKey(row) });
    return;
  }
  const id = tradeIdOf(row);
  const entries = entriesOf(row, reading, id);
  const key = alikeKey(row);
  for (const entry of entries) reading.add(entry);
  if (id !== undefined && !reading.tradesByKey.has(key)) reading.tradesByKey.set(key, id);
  const original = isCorrection(row) ? originalIdOf(row) : undefined;
  if (original !== undefined && original !== id) reading.corrections.push({ row, original });
}

/** A cancellation without the original's id repeats its order, paper and size. */
const alikeKey = (row: FlexRow): string =>
  [
    row.attributes["accountId"],
    row.attributes["ibOrderID"],
    row.attributes["conid"] || row.attributes["symbol"],
    absolute(numberOrZero(row, "quantity")),
    numberOrZero(row, "tradePrice"),
  ].join(" ");

/** Books the undoing of cancelled and corrected trades, each original once. */
export function settleCancellations(reading: FlexReading): void {
  const undone = new Set<string>();
  const undo = (row: FlexRow, original: string): void => {
    const key = `${reading.accountOf(row).account} ${original}`;
    if (undone.has(key)) return;
    undone.add(key);
    reading.add(reversalOf(row, reading, original));
    const commission = textOf(row, "ibCommissionCurrency");
    const apart =
      commission !== undefined &&
      commission !== row.attributes["currency"] &&
      row.attributes["assetCategory"] !== "CASH";
    if (apart && !isZero(numberOrZero(row, "ibCommission"))) reading.add(reversalOf(row, reading, `${original}:fee`));
  };
  for (const { row, original, own, key } of reading.cancellations)
    reading.attempt(row, () => {
      const alike = reading.tradesByKey.get(key);
      const undoes = original ?? alike ?? own;
      if (undoes === undefined) throw new RefusedRow("unknownReversal", textOf(row, "symbol") ?? null);
      undo(row, undoes);
    });
  for (const { row, original } of reading.corrections) reading.attempt(row, () => undo(row, original));
}
