/** The terms of a proof, limited in number so that a long history stays readable. */
import type { Proof } from "@portico/api/portfolios.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { decodeCursor, encodeCursor } from "../../../kernel/cursor.ts";
import { shown, shownRate } from "../figures.ts";

export type Term = Proof["terms"][number];

/** Maximum number of terms on a page; the rest is summed into the last. */
export const maxTerms = 200;

/** A term; other fields are null. */
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
  // A rate as exact as its quote, so that the terms give the result.
  value: label === "rate" ? shownRate(value) : shown(value),
});

/** Which terms of a long list are shown individually. */
export interface TermsPage {
  cursor: string | undefined;
  limit: number | undefined;
}

const sumOf = (terms: readonly Term[]): Decimal =>
  terms.reduce((total, { value }) => total.plus(value), new Decimal(0));

interface PagedTerms {
  /** Currency of the sum. */
  currency?: string | null;
  byDay?: boolean;
  worth?: (terms: readonly Term[]) => Decimal;
}

/**
 * A page of terms; the rest is one last term, their sum unless `worth` says otherwise, and is on the next page. Terms
 * ordered by day start with the newest, and each page runs from its oldest, like pages of entries.
 */
export function pageOfTerms(
  all: readonly Term[],
  { cursor, limit = maxTerms - 1 }: TermsPage,
  { currency = null, byDay = false, worth = sumOf }: PagedTerms = {},
): Pick<Proof, "terms" | "moreTerms" | "nextCursor"> {
  const start = cursor === undefined ? 0 : Math.max(0, decodeCursor(cursor, "terms").id);
  const left = (byDay ? all.toReversed() : all).slice(start);
  // A single remaining term is shown instead of summed.
  const count = left.length === limit + 1 ? limit + 1 : limit;
  const [shown, rest] = [left.slice(0, count), left.slice(count)];
  const terms = byDay ? shown.toReversed() : shown;
  if (rest.length === 0) return { terms, moreTerms: 0, nextCursor: null };
  return {
    terms: [...terms, term("others", worth(rest).toFixed(), { currency })],
    moreTerms: rest.length,
    nextCursor: encodeCursor("terms", "", start + count),
  };
}

/** Terms from the largest, ignoring sign. */
export function bySize(terms: readonly Term[]): Term[] {
  const size = new Map(terms.map((one) => [one, new Decimal(one.value).abs()]));
  return terms.toSorted((a, b) => size.get(b)?.comparedTo(size.get(a) ?? 0) ?? 0);
}
