/** Portfolios worked out before, kept in memory for as long as their version stands. */
import type { Portfolio } from "@portico/api/portfolios.ts";
import type { Db } from "../../database/transaction.ts";

/** Holders whose portfolio is kept at most; the one asked for longest ago goes first. */
const most = 500;

interface Kept {
  version: number;
  portfolio: Portfolio;
}
/** Per database, so that two of them in one process never mix. */
const keptOf = new WeakMap<Db, Map<string, Kept>>();

/** What was kept under the key, if it is of this very version. */
export function findKept(db: Db, key: string, version: number): Portfolio | undefined {
  const all = keptOf.get(db);
  const kept = all?.get(key);
  if (!all || kept?.version !== version) return undefined;
  all.delete(key);
  all.set(key, kept);
  return kept.portfolio;
}

/** Keeps a portfolio; frozen, so that its answer's text is made once too (http/serialise.ts). */
export function keep(db: Db, key: string, version: number, portfolio: Portfolio): void {
  const all = keptOf.get(db) ?? new Map<string, Kept>();
  keptOf.set(db, all);
  all.delete(key);
  all.set(key, { version, portfolio: Object.freeze(portfolio) });
  for (const oldest of all.keys()) {
    if (all.size <= most) return;
    all.delete(oldest);
  }
}
