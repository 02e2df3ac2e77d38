/** Proof of the exchange rate effect in a range: by currency, and of exchanges at a rate other than the day's. */

import { addDays } from "@portico/api/rules/calendar.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { loadSeriesOn } from "../../market-data/series.ts";
import { shown } from "../figures.ts";
import { findHead } from "../ledger/holdings.queries.ts";
import { isShortWalk } from "../performance/current-days.ts";
import { listMonthEffects } from "../performance/daily-values.queries.ts";
import { currencyEffectOf, type WalkedDay, walkDays } from "../performance/daily-walk.ts";
import { loadDays } from "../performance/performance.ts";
import { splitIntoMonths } from "../performance/stored-months.ts";
import { presentQuote } from "../valuation/portfolio.ts";
import type { RangeProof } from "./returns.ts";
import { bySize, pageOfTerms, term } from "./terms.ts";

/**
 * Stored days are not separated by currency, but whole months are: the days beside them are calculated. Undefined if many
 * are and it should be cheap.
 */
export const proveCurrencyEffect: RangeProof = async (db, account, range, { today, page, light }) => {
  const { bridge, rows, gaps } = await loadDays(db, account, range, today);
  const head = await findHead(db, account);
  const [first, last] = [rows[0], rows.at(-1)];
  const proof = { figure: "currencyEffect", formula: "currencyEffect", currency: account.baseCurrency } as const;
  const none = { terms: [], moreTerms: 0, nextCursor: null };
  if (!bridge || !head || !first || !last) return { ...proof, ...none, result: null, gaps };
  const to = last.day < today ? last.day : today;
  const months = await listMonthEffects(db, account, { from: first.day, to });
  const spans = splitIntoMonths(months, head, { from: first.day, to });
  const stored = spans.flatMap(({ stored: month }) => month?.effect ?? []);
  const walked: WalkedDay[] = [];
  for (const span of spans) {
    if (span.stored) continue;
    if (light && !(await isShortWalk(db, account, span))) return undefined;
    walked.push(...(await walkDays(db, account, head, span)).filter(({ day }) => day >= span.from));
  }
  const { fx, fxOf, exchanged } = currencyEffectOf([...stored, ...walked]);
  const currencies = Object.keys(fxOf);
  const before = addDays(first.day, -1);
  const { baseCurrency } = account;
  const wanted = { instrumentIds: [], currencies: [...currencies, baseCurrency] };
  const series = await loadSeriesOn(db, { ...wanted, days: [before, to] });
  const quoted = (currency: string, day: string) => presentQuote(series.rate(currency, baseCurrency, day) ?? null, day);
  const terms = bySize(
    Object.entries(fxOf).map(([about, brought]) => {
      const rates = { rateBefore: quoted(about, before), rate: quoted(about, to) };
      return term("currency", brought, { about, currency: baseCurrency, ...rates });
    }),
  );
  if (!new Decimal(exchanged).isZero()) terms.push(term("exchanged", exchanged, { currency: baseCurrency }));
  return {
    ...proof,
    ...pageOfTerms(terms, page, { currency: baseCurrency }),
    result: shown(fx),
    gaps: gaps.filter(isDoubt),
  };
};
