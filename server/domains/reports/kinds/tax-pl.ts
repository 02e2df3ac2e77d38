/** The tax pack of a person who is taxed in Poland. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { firstInFirstOut } from "@portico/reports/tax/fifo.ts";
import { pit38 } from "@portico/reports/tax/poland.ts";
import { taxPLData, taxPLTemplate } from "@portico/reports/tax/poland-data.ts";
import { readKnownQuotes } from "../../central-banks/quotes.ts";
import { readTaxFacts } from "../facts/tax.ts";
import { readTaxGiven, type TaxGiven } from "../tax-given.ts";
import { refuseOtherThanYear } from "./calendar-year.ts";
import type { KindOfReport } from "./kind.ts";

/** No weekend with its holidays is longer: the working day before a day is at most so many days earlier. */
const longestWeekend = 14;

export const taxPL: KindOfReport = {
  readGiven: readTaxGiven,
  template: taxPLTemplate,
  refuse: ({ holderType }, period) => [
    ...(holderType === "company" ? [{ path: "kind", code: "notAllowed" } as const] : []),
    ...refuseOtherThanYear(period),
  ],
  async make(trx, asked) {
    const facts = await readTaxFacts(trx, asked);
    if (!facts) return { failure: "beforeFirstEntry" };
    const { year, events, incomes, corrections, names, currencies, firstDay } = facts;
    const quoteOf = await readKnownQuotes(trx, {
      bank: "NBP",
      currencies,
      from: addDays(firstDay, -longestWeekend),
      to: asked.period.to,
      knownAt: asked.knownAt,
    });
    const form = pit38({ year, sales: firstInFirstOut(events), incomes, quoteOf });
    const { given, period, own } = asked;
    const { residences } = own as TaxGiven;
    return { data: taxPLData(form, { given, period, residences, corrections, names }) };
  },
};
