/** Cash movements without a trade: deposits, dividends, interest, fees, taxes. */

import type { EntryKind } from "../../portfolios/ledger/entries.ts";
import { RefusedRow } from "../imports.file.ts";
import type { NamelessEntry } from "../imports.identity.ts";
import { lastingName } from "../imports.instruments.ts";
import { absolute, isNegative, isZero } from "../imports.values.ts";
import type { FlexReading } from "./reader-state.ts";
import {
  type FlexRow,
  isOfCurrency,
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
  reading.add({
    line: row.line,
    account: reading.accountOf(row).account,
    ...(id !== undefined && { id }),
    kind: kindOf(row, kind, amount, cause),
    ...bookedOn(row, reading),
    ...cause,
    currency: requiredCurrency(row),
    amount,
    ...(description !== undefined && { description }),
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
  reading.add({
    line: row.line,
    account: reading.accountOf(row).account,
    ...(id !== undefined && { id }),
    kind: "tax",
    ...bookedOn(row, reading),
    ...readCause(row, reading),
    currency: requiredCurrency(row),
    amount,
    ...(description !== "" && { description }),
  });
}

/** The trade that a transaction tax belongs to. */
export const taxedTradeOf = (row: FlexRow): string | undefined => textOf(row, "tradeId") ?? textOf(row, "tradeID");
export const taxInsideTrade = (row: FlexRow): boolean => !isZero(numberOrZero(row, "taxes"));

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
  const out = /^OUT/i.test(direction);
  const common = {
    line: row.line,
    account: reading.accountOf(row).account,
    ...bookedOn(row, reading),
    currency: requiredCurrency(row),
    description: ["Transfer", textOf(row, "type"), textOf(row, "company")].filter((part) => part).join(" "),
  };
  const cash = numberOrZero(row, "cashTransfer");
  if (textOf(row, "assetCategory") !== "CASH") {
    requireBooked(row);
    const instrument = readInstrument(row);
    const quantity = numberOrZero(row, "quantity");
    if (instrument && !isZero(quantity)) {
      const size = isNegative(quantity) ? quantity.slice(1) : quantity;
      reading.add({
        ...common,
        ...(id !== undefined && { id }),
        kind: out ? "transferOut" : "transferIn",
        instrument: reading.instrument(instrument),
        named: lastingName(instrument),
        quantity: out ? `-${size}` : size,
        // The statement has the market value of the transfer, never its cost.
        amount: "0",
        ...valueOf(row),
      });
    }
  }
  if (isZero(cash)) return;
  const amount = out === isNegative(cash) ? cash : out ? `-${cash}` : cash.slice(1);
  reading.add({
    ...common,
    ...(id !== undefined && { id: `${id}:cash` }),
    kind: isNegative(amount) ? "withdrawal" : "deposit",
    amount,
  });
}
