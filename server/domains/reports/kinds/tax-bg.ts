/** The tax pack of a person or company that is taxed in Bulgaria. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { taxBulgaria } from "@portico/reports/tax/bulgaria.ts";
import { type OtherIncome, taxBGData, taxBGTemplate } from "@portico/reports/tax/bulgaria-data.ts";
import type { BulgarianHolding } from "@portico/reports/tax/bulgaria-shapes.ts";
import { bnbQuote } from "@portico/reports/tax/central-banks.ts";
import { matchLots } from "@portico/reports/tax/fifo.ts";
import type { QuoteOf } from "@portico/reports/tax/quotes.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { findReferenceRates } from "../../market-data/knowledge.ts";
import { readTaxFacts, type TaxFacts } from "../facts/tax.ts";
import { readTaxGiven, type TaxGiven } from "../tax-given.ts";
import { refuseOtherThanYear } from "./calendar-year.ts";
import type { KindOfReport } from "./kind.ts";

/** The second is of the demo, whose rates are nobody's: the pack names it. */
const referenceSources = ["ECB", "demo data (generated)"] as const;
/** Since then amounts are in euro. */
const euroFrom = "2026-01-01";
/** No weekend with its holidays is longer. */
const longestWeekend = 14;

/** The Bulgarian National Bank's rates until 2025, worked out from the ECB's of the same days; from 2026 the ECB's. */
async function readQuotes(trx: Trx, { currencies, firstDay, market }: TaxFacts, to: string): Promise<QuoteOf> {
  const rates = await findReferenceRates(
    trx,
    { sources: referenceSources, currencies, from: addDays(firstDay, -longestWeekend), to },
    market,
  );
  const byDay = new Map(rates.map((rate) => [`${rate.currency} ${rate.day}`, rate]));
  return (currency, day) => {
    const found = byDay.get(`${currency} ${day}`);
    if (!found) return undefined;
    const { perEuro, source } = found;
    if (day >= euroFrom) return { rate: perEuro, day, source, inverse: true };
    const quote = bnbQuote(currency, day, perEuro);
    return quote && source !== referenceSources[0] ? { ...quote, source } : quote;
  };
}

/** Shares and units held at the end of the year, by purchase. A share is of a company, whatever is stated; bonds are in no annex. */
function holdingsOf({ events, instrumentOf, legalFormOf }: TaxFacts, lastDay: string): BulgarianHolding[] {
  const { left } = matchLots(events.filter(({ traded }) => traded <= lastDay));
  return left.flatMap(({ instrumentId, traded, quantity, cost, currency }): BulgarianHolding[] => {
    const { name, isin, country, assetClass } = instrumentOf(instrumentId);
    const legalForm = legalFormOf(instrumentId) ?? (assetClass === "equity" ? "company" : null);
    if (assetClass !== "equity" && assetClass !== "fund" && legalForm === null) return [];
    const acquired = cost === null ? null : traded;
    return [{ instrumentId, name, isin, country, legalForm, acquired, quantity, cost, currency }];
  });
}

export const taxBG: KindOfReport = {
  readGiven: readTaxGiven,
  template: taxBGTemplate,
  refuse: (_holder, period) => refuseOtherThanYear(period),
  async make(trx, asked) {
    const { given, period, own, account } = asked;
    const facts = await readTaxFacts(trx, asked);
    if (!facts) return { failure: "beforeFirstEntry" };
    const { year, events, incomes, corrections, names } = facts;
    const taxpayer = account.holderType === "company" ? "company" : "person";
    const declaration = taxBulgaria({
      year,
      taxpayer,
      events,
      dividends: incomes.filter(({ kind }) => kind === "dividend"),
      holdings: holdingsOf(facts, period.to),
      quoteOf: await readQuotes(trx, facts, period.to),
      hasLocalIntermediary: facts.isAllIn("BG"),
    });
    const otherIncome = incomes
      .filter(({ kind }) => kind === "interest")
      .map(
        ({ entryId, name, country, day, gross, foreignTax, currency }): OtherIncome => ({
          entryId,
          name,
          country,
          day,
          gross,
          foreignTax,
          currency,
        }),
      );
    const { residences } = own as TaxGiven;
    const pack = { given, period, residences, corrections, names };
    return { data: taxBGData(declaration, pack, otherIncome) };
  },
};
