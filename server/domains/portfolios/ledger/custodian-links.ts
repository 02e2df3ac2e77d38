/** Holders whose portfolio comes from a custodian's own system. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { upsertCustodianLink } from "./holdings.queries.ts";

/** Links the holder's portfolio to the custodian at this address. */
export const linkCustodian = (db: Db, holder: Holder, baseUrl: string): Promise<void> =>
  upsertCustodianLink(db, holder, baseUrl.replace(/(?<!\/)\/+$/, ""));
