/** The terms of a proof: built, and bounded so that a long history stays readable. */
import type { Proof } from "@portico/api/portfolios.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { shown } from "./portfolios.figures.ts";

export type Term = Proof["terms"][number];

/** Terms shown at most; those beyond are summed into the last. */
export const mostTerms = 200;

/** A term; what it is not about stays null. */
export const term = (label: string, value: string, about: Partial<Omit<Term, "label" | "value">> = {}): Term => ({
  about: null,
  currency: null,
  entryId: null,
  day: null,
  price: null,
  rate: null,
  ...about,
  label,
  value: shown(value),
});

/** The largest terms one by one, the rest summed into a last one. */
export function bounded(terms: readonly Term[], currency: string | null): Pick<Proof, "terms" | "moreTerms"> {
  if (terms.length <= mostTerms) return { terms: [...terms], moreTerms: 0 };
  const size = (one: Term) => new Decimal(one.value).abs();
  const bySize = terms.toSorted((a, b) => size(b).comparedTo(size(a)));
  const rest = bySize.slice(mostTerms - 1);
  const sum = rest.reduce((total, one) => total.plus(one.value), new Decimal(0));
  return {
    terms: [...bySize.slice(0, mostTerms - 1), term("others", sum.toFixed(), { currency })],
    moreTerms: rest.length,
  };
}
