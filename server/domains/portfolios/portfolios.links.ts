/** Holders whose portfolio comes from a custodian's own system. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Db } from "../../database/transaction.ts";
import { findCustodianLink as findLink, upsertCustodianLink } from "./portfolios.holdings.queries.ts";

/** Base address of the custodian that keeps the holder's account; undefined where nothing was linked. */
export const findCustodianLink = (db: Db, holder: Holder): Promise<string | undefined> => findLink(db, holder);

/** From now on the holder's portfolio is asked of the custodian at this address. */
export const linkCustodian = (db: Db, holder: Holder, baseUrl: string): Promise<void> =>
  upsertCustodianLink(db, holder, baseUrl.replace(/\/+$/, ""));
