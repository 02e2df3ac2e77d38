/** The balances, days and amounts of MT940. */
import type { Day, DecimalString } from "../../../portfolios/ledger/entries.ts";
import { RefusedRow } from "../../reading/parsed-file.ts";
import { exactNumber, isDay, negated, parseCurrency } from "../../reading/values.ts";
import type { BankBalance } from "../bank/bank-statement.ts";
import type { SwiftField } from "./fields.ts";

/** `YYMMDD`: years from 80 are of the last century. */
export function parseShortDay(text: string): Day {
  const [year, month, date] = [text.slice(0, 2), text.slice(2, 4), text.slice(4, 6)];
  const full = Number(year) >= 80 ? `19${year}` : `20${year}`;
  if (!/^\d{6}$/.test(text) || !isDay(Number(full), Number(month), Number(date))) throw new RefusedRow("badDate", text);
  return `${full}-${month}-${date}`;
}

/** `1234,5`: the comma is the decimal sign, and may stand last. */
export function parseAmount(text: string, name: string): DecimalString {
  if (!/^\d+(?:[.,]\d*)?$/.test(text)) throw new RefusedRow("badNumber", `${name}: ${text}`);
  const plain = text
    .replace(",", ".")
    .replace(/\.$/, "")
    .replace(/^0+(?=\d)/, "");
  return exactNumber(plain, name);
}

const balance = /^(C|D)(\d{6})([A-Z]{3})([\d.,]+)$/;

/** `C170119PLN0,40`; D is an overdrawn account. */
export function parseBalance({ tag, line, lines: [first = ""] }: SwiftField): BankBalance {
  const found = balance.exec(first.trim());
  if (!found) throw new RefusedRow("missingValue", `:${tag}: ${first}`);
  const [, mark, day = "", currency = "", amount = ""] = found;
  const size = parseAmount(amount, `:${tag}:`);
  return {
    line,
    day: parseShortDay(day),
    currency: parseCurrency(currency),
    amount: mark === "D" ? negated(size) : size,
  };
}
