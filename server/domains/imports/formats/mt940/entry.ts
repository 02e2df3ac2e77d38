/** Field `:61:` of MT940: one entry of the account. */
import type { Currency } from "@portico/ledger/entry.ts";
import type { Day } from "../../../portfolios/ledger/entries.ts";
import { RefusedRow } from "../../reading/parsed-file.ts";
import { isDay, isZero, negated } from "../../reading/values.ts";
import { type BankEntry, inOneLine, referenceOrNone } from "../bank/bank-statement.ts";
import { parseAmount, parseShortDay } from "./balance.ts";
import type { SwiftField } from "./fields.ts";

/**
 * Value day, day of booking (may be blank), mark, third letter of the currency, amount, type, and references. `RC` is the reversal
 * of a credit and takes money out, `RD` of a debit and brings it in; `EC` and `ED` are only expected.
 */
const beginning = /^(\d{6})(\d{4})? {0,8}(RC|RD|EC|ED|C|D)([A-Z])? ?(?=\d)/;
const written = /^\d[\d.,]*/;
const typed = /^[A-Z][A-Z0-9]{3}/;

/** `MMDD` near the value day: it may lie in the year before or after. */
function bookedOn(written: string | undefined, valueOn: Day): Day {
  if (written === undefined || written.trim() === "") return valueOn;
  const [month, date] = [Number(written.slice(0, 2)), Number(written.slice(2))];
  const [valueYear, valueMonth] = [Number(valueOn.slice(0, 4)), Number(valueOn.slice(5, 7))];
  const year = month - valueMonth > 6 ? valueYear - 1 : valueMonth - month > 6 ? valueYear + 1 : valueYear;
  if (!isDay(year, month, date)) throw new RefusedRow("badDate", written);
  return `${year}-${written.slice(0, 2)}-${written.slice(2)}`;
}

/** Own reference, then `//` and the bank's; the bank may leave out either. */
function referencesOf(text: string): Pick<BankEntry, "ownReference" | "bankReference"> {
  const place = text.indexOf("//");
  const own = referenceOrNone(place < 0 ? text : text.slice(0, place));
  const bank = place < 0 ? undefined : referenceOrNone(text.slice(place + 2));
  return { ...(own !== undefined && { ownReference: own }), ...(bank !== undefined && { bankReference: bank }) };
}

export interface ReadEntry extends BankEntry {
  /** The bank only expects it. */
  isExpected: boolean;
}

/** An entry without its `:86:`; throws a RefusedRow. */
export function readEntry({ line, lines }: SwiftField, currency: Currency): ReadEntry {
  const [first = "", ...more] = lines;
  const text = first.trimEnd();
  const found = beginning.exec(text);
  if (!found) throw new RefusedRow("missingValue", `:61: ${first}`);
  const [whole, value = "", booked, mark = "", letter] = found;
  const amount = written.exec(text.slice(whole.length))?.[0] ?? "";
  const behind = text.slice(whole.length + amount.length);
  const type = typed.exec(behind)?.[0];
  const references = behind.slice(type?.length ?? 0);
  if (letter !== undefined && letter !== currency[2])
    throw new RefusedRow("currencyMismatch", `${currency}, :61: ${mark}${letter}`);
  const valueOn = parseShortDay(value);
  const size = parseAmount(amount, ":61:");
  const takes = mark === "D" || mark === "RC" || mark === "ED";
  return {
    line,
    valueOn,
    bookedOn: bookedOn(booked, valueOn),
    amount: takes && !isZero(size) ? negated(size) : size,
    currency,
    ...referencesOf(references),
    ...(type !== undefined && { code: { scheme: "swift" as const, code: type } }),
    isReversal: mark.startsWith("R"),
    isExpected: mark.startsWith("E"),
    payments: [],
    text: inOneLine(more.join(" ")),
  };
}
