/** The bank accounts that open withdrawals pay to; their holder cannot remove or change them meanwhile. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { listHeldAccounts } from "./reservations.queries.ts";

export const listAccountsOfOpenRequests = (db: Db, holder: Holder): Promise<number[]> => listHeldAccounts(db, holder);
