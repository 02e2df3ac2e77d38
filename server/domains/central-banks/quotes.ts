/** Central banks' rates as tax forms use them. */
import type { CentralBank } from "@portico/api/rules/central-banks.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import type { QuoteOf } from "@portico/reports/tax/quotes.ts";
import type { Db } from "../../kernel/transaction.ts";
import { listRates } from "./rates.queries.ts";

/** The rates of the days from..to that were known at a time, of one unit; each with the number of the bank's table. */
export async function readKnownQuotes(
  db: Db,
  wanted: { bank: CentralBank; currencies: readonly string[]; from: string; to: string; knownAt: string },
): Promise<QuoteOf> {
  const rates = await listRates(db, wanted);
  const byDay = new Map(rates.map((rate) => [`${rate.currency} ${rate.day}`, rate]));
  return (currency, day) => {
    const found = byDay.get(`${currency} ${day}`);
    if (!found) return undefined;
    return {
      rate: new Decimal(found.rate).div(found.units).toFixed(),
      day,
      source: `${wanted.bank} ${found.table}`,
    };
  };
}
