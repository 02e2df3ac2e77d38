/** Verifies what the tables say that withdrawals reserve. For operators, such as after a restore. */
import type { Db } from "../../../kernel/transaction.ts";
import type { LedgerFault } from "../../portfolios/ledger/verification.ts";
import { listWrongHolds } from "./reservations.queries.ts";

/** Amounts held that differ from what open withdrawals and their fees reserve. */
export const verifyReservations = async (db: Db): Promise<LedgerFault[]> =>
  (await listWrongHolds(db)).map(({ currency, pending, reserved, ...holder }) => ({
    holder,
    what: `${pending} ${currency} are held, ${reserved} are reserved by withdrawals`,
  }));
