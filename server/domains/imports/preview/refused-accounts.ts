/** Accounts of which rows are refused. */
import type { ImportRefusal } from "@portico/api/imports.ts";

/** What all rows of such an account make is not known: it can neither close nor fail to. */
export const accountsWithRefusedRows = (refusals: readonly ImportRefusal[]): ReadonlySet<string> =>
  new Set(refusals.flatMap(({ line, account }) => (line === null || account === null ? [] : [account])));
