/** The bank accounts that open requests pay to; their holder cannot remove or change them meanwhile. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { findAccountsOfOpenRequests } from "./requests.accounts.queries.ts";

export const accountsOfOpenRequests = (db: Db, holder: Holder): Promise<number[]> =>
  findAccountsOfOpenRequests(db, holder);
