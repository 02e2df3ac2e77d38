/** Notifies open pages that holders' figures changed. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { keyOf } from "./performance/daily-values.jobs.ts";

/** A holder with the current version of their figures. */
export interface ChangedPortfolio extends Holder {
  version: string;
}

/** One event per holder for all parts of a change; with several versions, the newest. */
export function emitPortfolios(tx: Tx, changes: readonly ChangedPortfolio[]): void {
  const newest = new Map<string, ChangedPortfolio>();
  for (const change of changes) {
    const known = newest.get(keyOf(change));
    if (!known || BigInt(known.version) < BigInt(change.version)) newest.set(keyOf(change), change);
  }
  for (const { holderType, holderId, version } of newest.values())
    tx.emit("portfolio:changed", { holderType, holderId, version });
}
