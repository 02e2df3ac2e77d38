/** Instruments that staff leave out of a holder's portfolio, for the imports that name them. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Trx } from "../../database/transaction.ts";
import { closeExcluded, type ExcludedRow, raiseVersion, saveExcluded } from "./portfolios.excluded.queries.ts";

export interface ExcludedStatement {
  instruments: readonly ExcludedRow[];
  /** Last day of a statement that lists all open positions; null for one that lists none. */
  statedOn: string | null;
  importId: number;
}

/** Keeps what a statement leaves out. Part of the caller's transaction. True where the portfolio says something new by it. */
export async function recordExcluded(trx: Trx, holder: Holder, statement: ExcludedStatement): Promise<boolean> {
  const { instruments, statedOn } = statement;
  const listed = instruments.filter(({ quantity }) => quantity !== null).map(({ key }) => key);
  const saved = await saveExcluded(trx, holder, instruments, statement);
  const closed = statedOn !== null && (await closeExcluded(trx, holder, { except: listed, statedOn }));
  if (saved || closed) await raiseVersion(trx, holder);
  return saved || closed;
}
