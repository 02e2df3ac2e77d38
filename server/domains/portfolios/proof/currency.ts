/** Proof of the exchange rate effect in a range: by currency, and of exchanges at a rate other than the day's. */

import { addDays } from "@portico/api/rules/calendar.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { loadSeries } from "../../market-data/series.ts";
import { shown } from "../figures.ts";
import { findHead } from "../ledger/holdings.queries.ts";
import { type WalkedDay, walkDays } from "../performance/daily-walk.ts";
import { loadDays } from "../performance/performance.ts";
import { presentQuote } from "../valuation/portfolio.ts";
import type { RangeProof } from "./returns.ts";
import { bySize, pageOfTerms, term } from "./terms.ts";

/** Sums over the days: of each currency, and of exchanges. */
function broughtBy(days: readonly WalkedDay[]): { currencies: Map<string, Decimal>; exchanged: Decimal } {
  const currencies = new Map<string, Decimal>();
  let exchanged = new Decimal(0);
  for (const day of days) {
    exchanged = exchanged.plus(day.exchanged);
    for (const [currency, brought] of Object.entries(day.fxOf))
      currencies.set(currency, (currencies.get(currency) ?? new Decimal(0)).plus(brought));
  }
  return { currencies, exchanged };
}

/** The days are recalculated, because stored days are not separated by currency. */
export const proveCurrencyEffect: RangeProof = async (db, account, range, { today, page }) => {
  const { bridge, rows, gaps } = await loadDays(db, account, range, today);
  const head = await findHead(db, account);
  const [first, last] = [rows[0], rows.at(-1)];
  const proof = { figure: "currencyEffect", formula: "currencyEffect", currency: account.baseCurrency } as const;
  const none = { terms: [], moreTerms: 0, nextCursor: null };
  if (!bridge || !head || !first || !last) return { ...proof, ...none, result: null, gaps };
  const to = last.day < today ? last.day : today;
  const walked = await walkDays(db, account, head, { from: first.day, to });
  const days = walked.filter(({ day }) => day >= first.day);
  const { currencies, exchanged } = broughtBy(days);
  const before = addDays(first.day, -1);
  const { baseCurrency } = account;
  const wanted = { instrumentIds: [], currencies: [...currencies.keys(), baseCurrency] };
  const series = await loadSeries(db, { ...wanted, from: before, to });
  const quoted = (currency: string, day: string) => presentQuote(series.rate(currency, baseCurrency, day) ?? null, day);
  const terms = bySize(
    [...currencies].map(([about, brought]) => {
      const rates = { rateBefore: quoted(about, before), rate: quoted(about, to) };
      return term("currency", brought.toFixed(), { about, currency: baseCurrency, ...rates });
    }),
  );
  if (!exchanged.isZero()) terms.push(term("exchanged", exchanged.toFixed(), { currency: baseCurrency }));
  const sum = days.reduce((total, { fx }) => total.plus(fx), new Decimal(0));
  return {
    ...proof,
    ...pageOfTerms(terms, page, { currency: baseCurrency }),
    result: shown(sum.toFixed()),
    gaps: gaps.filter(isDoubt),
  };
};
