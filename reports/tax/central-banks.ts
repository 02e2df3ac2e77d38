/** Rates of central banks that follow from those of another. */
import { Decimal } from "@portico/ledger/decimal.ts";
import type { Currency, Day, DecimalString } from "@portico/ledger/entry.ts";
import { levsPerEuro } from "@portico/ledger/fixed-rates.ts";
import { halfUp } from "../rounding.ts";
import type { Quote } from "./quotes.ts";

/** Currencies that the Bulgarian National Bank quotes by one unit; the others by ten, a hundred or a thousand. */
const byOne: ReadonlySet<Currency> = new Set(["USD", "GBP", "CHF", "CAD", "AUD", "NZD", "SGD"]);

/**
 * The Bulgarian National Bank's rate of a day until 2025, in levs per unit: the fixed rate of the lev ÷ the ECB's reference rate (units per
 * euro), rounded to five decimals. Undefined for currencies of which it quotes several units, whose last digit is not known here.
 */
export function bnbQuote(currency: Currency, day: Day, perEuro: DecimalString): Quote | undefined {
  if (!byOne.has(currency) || day >= "2026-01-01") return undefined;
  const rate = halfUp(levsPerEuro.div(new Decimal(perEuro)), 5);
  return { rate: rate.toFixed(), day, source: "BNB (1.95583 ÷ ECB)" };
}
