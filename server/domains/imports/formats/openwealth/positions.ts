/** Positions of OpenWealth: what an account holds at the end of a day. */

import { perUnit } from "../../quotes/quotation.ts";
import { getOrAddAccount, leaveOut, RefusedRow } from "../../reading/parsed-file.ts";
import { noteStated } from "../../reading/stated-positions.ts";
import { absolute, Exact, negated, sum } from "../../reading/values.ts";
import {
  amountIn,
  currencyIn,
  isFalse,
  numberIn,
  objectIn,
  requiredDay,
  requiredNumber,
  requiredText,
  textIn,
} from "./fields.ts";
import { cashCurrency, categoryOf, readInstrument } from "./instruments.ts";
import type { JsonObject } from "./json.ts";
import type { OpenWealthReading } from "./openwealth.ts";

/** The account of a position; of one without a customer's number that of the account. */
const accountOf = (record: JsonObject): string =>
  textIn(record, "customerId") ?? requiredText(objectIn(record, "account"), "id");

/** The price of one unit; undefined if the file has none. */
function unitPriceOf(price: JsonObject | undefined): string | undefined {
  const value = numberIn(price, "value");
  if (value === undefined) return undefined;
  return perUnit(value, textIn(price, "type") === "percentage" ? "percent" : "unit");
}

/** What the units cost, if the price of their purchase is in the currency of the position. */
function costOf(record: JsonObject, quantity: string, currency: string): string | undefined {
  const price = objectIn(record, "costPrice");
  const each = unitPriceOf(price);
  if (each === undefined || (currencyIn(price, "currency") ?? currency) !== currency) return undefined;
  return new Exact(each).times(quantity).toDecimalPlaces(8).toFixed();
}

/** Reads a position; a refused one refuses the file, because a list with a gap cannot be compared. */
export function readPosition(record: JsonObject, line: number, reading: OpenWealthReading): void {
  const { file } = reading;
  if (isFalse(record, "endOfDayIndicator")) return leaveOut(file, "endOfDayIndicator false");
  try {
    takePosition(record, line, reading);
  } catch (error) {
    if (!(error instanceof RefusedRow)) throw error;
    const account = textIn(record, "customerId") ?? null;
    file.refusals.push({ line, code: error.code, detail: error.detail, account });
  }
}

function takePosition(record: JsonObject, line: number, { file, indexOf, today }: OpenWealthReading): void {
  const instrument = objectIn(record, "financialInstrument");
  const day = requiredDay(record, "positionDate");
  if (day > today) throw new RefusedRow("futureDate", day);
  const account = getOrAddAccount(file, accountOf(record), line);
  const category = instrument ? categoryOf(instrument) : "cash";
  const quantity = requiredNumber(objectIn(record, "quantity"), "value");
  if (category === "outside") return leaveOut(file, requiredText(instrument, "type"));
  const value = amountIn(objectIn(record, "valuation"), "valueInPositionCurrency");
  if (category === "cash") {
    const currency = cashCurrency(instrument, currencyIn(record, "currency"));
    return noteStated(account, { day, cash: { currency, amount: quantity } });
  }
  if (category === "deposit") {
    if (!value) throw new RefusedRow("missingValue", "valueInPositionCurrency");
    return noteStated(account, { day, cash: value });
  }
  const price = objectIn(record, "price");
  const currency =
    currencyIn(record, "currency") ?? currencyIn(price, "currency") ?? currencyIn(instrument, "currencyOfDenomination");
  if (currency === undefined) throw new RefusedRow("missingValue", "currency");
  const blocked = absolute(numberIn(objectIn(record, "blockedQuantity"), "value") ?? "0");
  const cost = costOf(record, quantity, currency);
  const each = unitPriceOf(price);
  noteStated(account, {
    day,
    position: {
      line,
      instrument: indexOf(readInstrument(instrument as JsonObject, currency)),
      quantity,
      currency,
      available: sum(quantity, negated(blocked)),
      notAvailable: blocked,
      ...(cost !== undefined && { cost }),
      ...(each !== undefined && { price: each }),
      ...(value && { marketValue: value.amount }),
    },
  });
}
