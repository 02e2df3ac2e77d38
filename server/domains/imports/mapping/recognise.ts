/** Which mappings fit a file, by the columns of its header. */
import type { NamedMapping } from "@portico/api/imports/mapping.ts";
import { type Candidate, findTable } from "./table.ts";

export interface Fitting {
  /** Those that fit best: more than one is a choice of a person. */
  fits: NamedMapping[];
  /** If none fits: one of which most columns are there, so that those which vanished can be named. */
  almost: NamedMapping | undefined;
}

/** Of the columns of a mapping so many must be there for the file to be that of its broker in spite of others that vanished. */
const almostAll = 0.7;
const fewestColumns = 5;
/** A table of many other columns is another broker's, although some are named alike. */
const leastRead = 1 / 3;

/**
 * The mappings whose columns the file has. Those of the firm count before those of the portal, and one that reads more columns before
 * one that reads fewer.
 */
export function fittingMappings(candidates: readonly Candidate[], mappings: readonly NamedMapping[]): Fitting {
  let almost: { named: NamedMapping; share: number } | undefined;
  const fits: { named: NamedMapping; columns: number }[] = [];
  for (const named of mappings) {
    // Every table without names would be its.
    if (named.mapping.table.header === "none") continue;
    const found = findTable(candidates, named.mapping);
    if (!found) continue;
    if (found.missing.length === 0) {
      fits.push({ named, columns: found.expected });
      continue;
    }
    const there = found.expected - found.missing.length;
    const share = there / found.expected;
    const isLike = share >= almostAll && found.expected >= fewestColumns && there >= found.width * leastRead;
    if (isLike && (!almost || share > almost.share)) almost = { named, share };
  }
  const own = fits.filter(({ named }) => named.key.startsWith("own/"));
  const counted = own.length > 0 ? own : fits;
  const most = Math.max(0, ...counted.map(({ columns }) => columns));
  return {
    fits: counted.filter(({ columns }) => columns === most).map(({ named }) => named),
    almost: almost?.named,
  };
}
