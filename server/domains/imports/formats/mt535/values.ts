/** Values of SWIFT's fields: numbers with a decimal comma, days, balances, prices. */
import type { Day } from "@portico/ledger/entry.ts";
import { findCurrencyUnit, inMajorUnits } from "../../quotes/quotation.ts";
import { RefusedRow } from "../../reading/parsed-file.ts";
import { exactNumber, negated, parseDay } from "../../reading/values.ts";

/** "1200,", "N98,5", "25875.56": `N` in front means below zero. */
export function swiftNumber(text: string, name: string): string {
  const found = /^(N?)(\d{1,15}(?:[.,]\d*)?)$/.exec(text.trim());
  if (!found) throw new RefusedRow("badNumber", `${name}: ${text}`);
  const value = exactNumber((found[2] as string).replace(",", ".").replace(/\.$/, ""), name);
  return found[1] === "N" ? negated(value) : value;
}

/** "20260108", with or without the time of day behind it. */
export function swiftDay(text: string): Day {
  const found = /^(\d{4})(\d{2})(\d{2})/.exec(text.trim());
  if (!found) throw new RefusedRow("badDate", text);
  return parseDay(found.slice(1).join("-"));
}

/** "EUR25296", "NEUR5,": an amount below zero has its sign before the currency. */
export function swiftAmount(text: string, name: string): { currency: string; amount: string } {
  const found = /^(N?)([A-Za-z]{3})(.+)$/.exec(text.trim());
  const unit = found && findCurrencyUnit(found[2] as string);
  if (!found) throw new RefusedRow("badNumber", `${name}: ${text}`);
  if (!unit) throw new RefusedRow("unknownCurrency", found[2] ?? null);
  const amount = inMajorUnits(swiftNumber(found[3] as string, name), unit.per);
  return { currency: unit.currency, amount: found[1] === "N" ? negated(amount) : amount };
}

/** A quantity: `UNIT/680,`, `FAMT/N100,`, and of a part of it `UNIT/AVAI/680`. */
export function swiftQuantity(text: string, name: string): { quantity: string; part: string | undefined } {
  const found = /^(?:UNIT|FAMT|AMOR|DIGI)\/(?:([A-Z]{4})\/)?(.+)$/.exec(text.trim());
  if (!found) throw new RefusedRow("badNumber", `${name}: ${text}`);
  return { quantity: swiftNumber(found[2] as string, name), part: found[1] };
}
