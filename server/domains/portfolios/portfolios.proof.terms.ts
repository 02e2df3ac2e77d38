/** The terms of a proof: built, and bounded so that a long history stays readable. */
import type { Proof } from "@portico/api/portfolios.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { decodeCursor, encodeCursor } from "../../kernel/cursor.ts";
import { shown } from "./portfolios.figures.ts";

export type Term = Proof["terms"][number];

/** Terms shown at once at most; those beyond are summed into the last. */
export const maxTerms = 200;

/** A term; what it is not about stays null. */
export const term = (label: string, value: string, about: Partial<Omit<Term, "label" | "value">> = {}): Term => ({
  about: null,
  currency: null,
  entryId: null,
  day: null,
  price: null,
  rate: null,
  rateBefore: null,
  ...about,
  label,
  value: shown(value),
});

/** Which of a long list of terms are told one by one. */
export interface TermsPage {
  cursor: string | undefined;
  limit: number | undefined;
}

const sumOf = (terms: readonly Term[]): Decimal =>
  terms.reduce((total, { value }) => total.plus(value), new Decimal(0));

interface PagedTerms {
  /** Of the sum. */
  currency?: string | null;
  byDay?: boolean;
  worth?: (terms: readonly Term[]) => Decimal;
}

/**
 * A page of a list of terms; those after it are one last term, their sum unless `worth` says otherwise. The next page tells them. Terms
 * in the order of their days begin with the newest, and each page runs from its oldest on, as pages of entries do.
 */
export function pageOfTerms(
  all: readonly Term[],
  { cursor, limit = maxTerms - 1 }: TermsPage,
  { currency = null, byDay = false, worth = sumOf }: PagedTerms = {},
): Pick<Proof, "terms" | "moreTerms" | "nextCursor"> {
  const start = cursor === undefined ? 0 : Math.max(0, decodeCursor(cursor, "terms").id);
  const left = (byDay ? all.toReversed() : all).slice(start);
  // What would be summed alone is told instead.
  const count = left.length === limit + 1 ? limit + 1 : limit;
  const [told, rest] = [left.slice(0, count), left.slice(count)];
  const terms = byDay ? told.toReversed() : told;
  if (rest.length === 0) return { terms, moreTerms: 0, nextCursor: null };
  return {
    terms: [...terms, term("others", worth(rest).toFixed(), { currency })],
    moreTerms: rest.length,
    nextCursor: encodeCursor("terms", "", start + count),
  };
}

/** Terms from the largest on, whatever their sign. */
export function bySize(terms: readonly Term[]): Term[] {
  const size = new Map(terms.map((one) => [one, new Decimal(one.value).abs()]));
  return terms.toSorted((a, b) => size.get(b)?.comparedTo(size.get(a) ?? 0) ?? 0);
}
