/** Instruments that staff exclude from a holder's portfolio, for the imports that name them. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import type { ChangedPortfolio } from "../change-events.ts";
import { closeExcluded, type ExcludedRow, raiseVersion, saveExcluded } from "./excluded-instruments.queries.ts";

export interface ExcludedStatement {
  instruments: readonly ExcludedRow[];
  /** Last day of a statement that lists all open positions; null for one that lists none. */
  statedOn: string | null;
  importId: number;
}

/**
 * Stores what a statement excludes. Part of the caller's transaction. Returns the portfolio if it changed; the caller
 * emits it.
 */
export async function recordExcluded(
  trx: Trx,
  holder: Holder,
  statement: ExcludedStatement,
): Promise<ChangedPortfolio | undefined> {
  const { instruments, statedOn } = statement;
  const listed = instruments.filter(({ quantity }) => quantity !== null).map(({ key }) => key);
  const saved = await saveExcluded(trx, holder, instruments, statement);
  const closed = statedOn !== null && (await closeExcluded(trx, holder, { except: listed, statedOn }));
  const version = saved || closed ? await raiseVersion(trx, holder) : undefined;
  return version === undefined ? undefined : { ...holder, version: String(version) };
}
