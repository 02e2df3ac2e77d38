/** Matches people and firms against the entries of a list, by way of the blocking index. Pure. */
import { type ReadName, readName } from "@portico/kyc/screening/compare-names.ts";
import { indexNames, type NameIndex } from "@portico/kyc/screening/name-index.ts";
import { type Match, matchOf } from "@portico/kyc/screening/score.ts";
import type { NameKind } from "@portico/kyc/screening/words.ts";
import type { ListEntry } from "../lists/entries.ts";

/** Whom to look for; `any`: a payee of whom nobody says whether it is a person or a firm. */
export interface Query {
  kind: NameKind | "any";
  names: readonly string[];
  births: readonly string[];
  countries: readonly string[];
}
export interface Found {
  entry: ListEntry;
  /** Of a service: its score without one of the names, and what it says of it. */
  match: Omit<Match, "nameScore"> & {
    nameScore: number | null;
    features?: { name: string; score: number; detail: string | null }[];
  };
}

/** Candidates of one person at most: a name that more entries have says nothing. */
export const mostFound = 20;

interface OneKind {
  index: NameIndex;
  /** The entry of each name. */
  owners: Uint32Array;
  names: ReadName[][];
  entries: ListEntry[];
}

function prepareKind(all: readonly ListEntry[], kind: NameKind): OneKind {
  const entries = all.filter((entry) => entry.kind === kind);
  const names = entries.map((entry) => entry.names.map((name) => readName(name, kind)));
  return {
    entries,
    names,
    index: indexNames(names.flat()),
    owners: Uint32Array.from(names.flatMap((own, at) => own.map(() => at))),
  };
}

export interface Matcher {
  /** The entries at or above the threshold, the likeliest first. */
  find(query: Query, threshold: number): Found[];
}

export function createMatcher(entries: readonly ListEntry[]): Matcher {
  const kinds = { person: prepareKind(entries, "person"), company: prepareKind(entries, "company") };

  function findAmong(kind: NameKind, { names, births, countries }: Query, threshold: number): Found[] {
    const { index, owners, names: theirs, entries: among } = kinds[kind];
    const ours = names.map((name) => readName(name, kind));
    const places = new Set(ours.flatMap((name) => index.find(name).map((place) => owners[place] ?? 0)));
    return [...places].flatMap((at) => {
      const entry = among[at];
      if (!entry) return [];
      const match = matchOf(
        { names: ours, births, countries },
        { names: theirs[at] ?? [], births: entry.births, countries: entry.countries },
      );
      return match && match.score >= threshold ? [{ entry, match }] : [];
    });
  }

  return {
    find(query, threshold) {
      const wanted: NameKind[] = query.kind === "any" ? ["person", "company"] : [query.kind];
      return wanted
        .flatMap((kind) => findAmong(kind, query, threshold))
        .toSorted((one, other) => other.match.score - one.match.score || (one.entry.id < other.entry.id ? -1 : 1))
        .slice(0, mostFound);
    },
  };
}
