/** Cash movements without a trade: deposits, dividends, interest, fees, taxes. */

import type { EntryKind } from "../../portfolios/ledger/entries.ts";
import type { NamelessEntry } from "../reading/identity.ts";
import { lastingName } from "../reading/instruments.ts";
import { RefusedRow, type Undoing } from "../reading/parsed-file.ts";
import { absolute, isNegative, isZero, negated } from "../reading/values.ts";
import type { FlexReading } from "./reader-state.ts";
import {
  type FlexRow,
  isOfCurrency,
  marksOf,
  numberOrZero,
  readBooking,
  readInstrument,
  requireBooked,
  requiredCurrency,
  requiredNumber,
  requiredText,
  textOf,
} from "./row.ts";

/** The custodian's types of cash movement. A negative deposit is a withdrawal. */
const kinds: Readonly<Record<string, EntryKind>> = {
  Dividends: "dividend",
  Dividend: "dividend",
  "Payment In Lieu Of Dividends": "dividend",
  "Payment In Lieu": "dividend",
  "Return Of Capital": "dividend",
  "Withholding Tax": "tax",
  "871(m) Withholding": "tax",
  "Withholding Tax Collected": "tax",
  "Sales Tax": "tax",
  "Broker Interest Paid": "interest",
  "Broker Interest Received": "interest",
  "Bond Interest Paid": "interest",
  "Bond Interest Received": "interest",
  "Bond Interest": "interest",
  "Other Fees": "fee",
  Fees: "fee",
  "Broker Fees": "fee",
  "Advisor Fees": "fee",
  "Client Fees": "fee",
  "Commission Adjustments": "fee",
  "Deposits/Withdrawals": "deposit",
  "Deposits & Withdrawals": "deposit",
  Deposits: "deposit",
  Withdrawals: "deposit",
};

const cashIdOf = (row: FlexRow): string | undefined => {
  const id = textOf(row, "transactionID");
  return id === undefined ? undefined : `ib:tx:${id}`;
};

/** The instrument that caused an entry, if the row names one. */
function readCause(row: FlexRow, reading: FlexReading): Pick<NamelessEntry, "instrument" | "named"> {
  const instrument = isOfCurrency(row) ? undefined : readInstrument(row);
  // Plain cash rows sometimes have the currency as their symbol.
  if (!instrument || (instrument.isin === undefined && instrument.ticker === instrument.currency)) return {};
  return { instrument: reading.instrument(instrument), named: lastingName(instrument) };
}

/** A return of capital is reported as a dividend; only its description says so. */
const returnsCapital = /\(return of capital\)/i;

function kindOf(row: FlexRow, kind: EntryKind, amount: string, cause: { instrument?: number }): EntryKind {
  if (kind === "deposit" && isNegative(amount)) return "withdrawal";
  const isReturn = kind === "dividend" && returnsCapital.test(`(${textOf(row, "type")}) ${textOf(row, "description")}`);
  return isReturn && cause.instrument !== undefined ? "returnOfCapital" : kind;
}

function bookedOn(row: FlexRow, reading: FlexReading): Pick<NamelessEntry, "day" | "time"> {
  const booking = readBooking(row, reading.clock);
  reading.notLater(booking.day);
  return booking;
}

/** True for a row that takes another one back; it has the other's figures with the opposite sign. */
const isCancelling = (row: FlexRow): boolean => marksOf(row).includes("Ca");

/** What a row takes back that would be booked as `cancelled`. */
const undoing = (
  { kind, instrument, quantity, currency, amount, description }: Omit<Undoing, "figures" | "otherwise">,
  otherwise: Undoing["otherwise"] = "booked",
): Undoing => ({
  kind,
  instrument,
  quantity,
  currency,
  amount,
  ...(description !== undefined && { description }),
  figures: "same",
  otherwise,
});

export function readCashTransaction(row: FlexRow, reading: FlexReading): void {
  if (!isOfCurrency(row)) requireBooked(row);
  const type = requiredText(row, "type");
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (!kind) throw new RefusedRow("unknownKind", type);
  const amount = requiredNumber(row, "amount");
  const description = textOf(row, "description");
  if (isZero(amount)) return reading.leaveOut("CashTransaction 0.00");
  const id = cashIdOf(row);
  const cause = kind === "deposit" ? {} : readCause(row, reading);
  const entry: NamelessEntry = {
    line: row.line,
    account: reading.accountOf(row).account,
    ...(id !== undefined && { id }),
    kind: kindOf(row, kind, amount, cause),
    ...bookedOn(row, reading),
    ...cause,
    currency: requiredCurrency(row),
    amount,
    ...(description !== undefined && { description }),
  };
  const back = negated(amount);
  reading.add({
    ...entry,
    ...(isCancelling(row) && { undoes: undoing({ ...entry, kind: kindOf(row, kind, back, cause), amount: back }) }),
  });
}

/** Value added tax on market data and similar. */
export function readSalesTax(row: FlexRow, reading: FlexReading): void {
  readTax(row, reading, requiredNumber(row, "salesTax"), textOf(row, "taxableDescription"));
}

/** Financial transaction taxes; the caller leaves out those of trades that include them. */
export function readTransactionTax(row: FlexRow, reading: FlexReading): void {
  if (!isOfCurrency(row)) requireBooked(row);
  readTax(row, reading, requiredNumber(row, "taxAmount"), textOf(row, "taxDescription"));
}

function readTax(row: FlexRow, reading: FlexReading, amount: string, what: string | undefined): void {
  if (isZero(amount)) return reading.leaveOut(`${row.name} 0.00`);
  const id = cashIdOf(row);
  const kindOfTax = textOf(row, "taxType");
  const description = [kindOfTax, what].filter((part) => part !== undefined).join(": ");
  const entry: NamelessEntry = {
    line: row.line,
    account: reading.accountOf(row).account,
    ...(id !== undefined && { id }),
    kind: "tax",
    ...bookedOn(row, reading),
    ...readCause(row, reading),
    currency: requiredCurrency(row),
    amount,
    ...(description !== "" && { description }),
  };
  reading.add({ ...entry, ...(isCancelling(row) && { undoes: undoing({ ...entry, amount: negated(amount) }) }) });
}

/** The trade that a transaction tax belongs to. */
export const taxedTradeOf = (row: FlexRow): string | undefined => textOf(row, "tradeId") ?? textOf(row, "tradeID");
export const taxInsideTrade = (row: FlexRow): boolean => !isZero(numberOrZero(row, "taxes"));

/**
 * The signed movement of a transfer: of the size and the direction that the row states. A cancellation moves it back: it
 * keeps the direction, with the opposite sign. A row with this sign that is not marked as one may be nothing else.
 */
export function movementOf(row: FlexRow, value: string): { moves: string; undoes: Undoing["otherwise"] | undefined } {
  const out = /^OUT/i.test(requiredText(row, "direction"));
  if (isCancelling(row)) return { moves: out ? absolute(value) : negated(absolute(value)), undoes: "booked" };
  return { moves: value, undoes: out === isNegative(value) ? undefined : "asked" };
}

/** What the transferred units were worth on the day, if the row says it. */
export function valueOf(row: FlexRow): Pick<NamelessEntry, "value"> {
  const value = absolute(numberOrZero(row, "positionAmount"));
  return isZero(value) ? {} : { value };
}

/** Securities and cash from or to another custodian or account. */
export function readTransfer(row: FlexRow, reading: FlexReading): void {
  const id = cashIdOf(row);
  const direction = requiredText(row, "direction");
  if (!/^(IN|OUT)$/i.test(direction)) throw new RefusedRow("unknownKind", `direction ${direction}`);
  const common = {
    line: row.line,
    account: reading.accountOf(row).account,
    ...bookedOn(row, reading),
    currency: requiredCurrency(row),
    description: ["Transfer", textOf(row, "type"), textOf(row, "company")].filter((part) => part).join(" "),
  };
  const cash = numberOrZero(row, "cashTransfer");
  const movesUnits = textOf(row, "assetCategory") !== "CASH" && readInstrument(row) !== undefined;
  if (textOf(row, "assetCategory") !== "CASH") {
    requireBooked(row);
    const instrument = readInstrument(row);
    const quantity = numberOrZero(row, "quantity");
    // A query without the column must not lose the units.
    if (instrument && isZero(cash)) requiredNumber(row, "quantity");
    if (instrument && !isZero(quantity)) {
      const { moves, undoes } = movementOf(row, quantity);
      const kindFor = (units: string): EntryKind => (isNegative(units) ? "transferOut" : "transferIn");
      const entry: NamelessEntry = {
        ...common,
        ...(id !== undefined && { id }),
        kind: kindFor(moves),
        instrument: reading.instrument(instrument),
        named: lastingName(instrument),
        quantity: moves,
        // The statement has the market value of the transfer, never its cost.
        amount: "0",
        ...valueOf(row),
      };
      const back = negated(moves);
      reading.add({
        ...entry,
        ...(undoes && { undoes: undoing({ ...entry, kind: kindFor(back), quantity: back }, undoes) }),
      });
    }
  }
  if (isZero(cash)) {
    if (!movesUnits) requiredNumber(row, "cashTransfer");
    if (!movesUnits || isZero(numberOrZero(row, "quantity"))) reading.leaveOut("Transfer 0.00");
    return;
  }
  const { moves, undoes } = movementOf(row, cash);
  const kindFor = (amount: string): EntryKind => (isNegative(amount) ? "withdrawal" : "deposit");
  const back = negated(moves);
  reading.add({
    ...common,
    ...(id !== undefined && { id: `${id}:cash` }),
    kind: kindFor(moves),
    amount: moves,
    ...(undoes && { undoes: undoing({ ...common, kind: kindFor(back), amount: back }, undoes) }),
  });
}
