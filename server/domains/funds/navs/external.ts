/** NAVs that come from elsewhere than a file of staff. */
import type { Trx } from "../../../kernel/transaction.ts";
import { insertNavs, type NewNav } from "./navs.queries.ts";

/** Stores NAVs; a day that is stored already is left as it is. */
export const recordNavs = (trx: Trx, rows: readonly Omit<NewNav, "line">[]): Promise<number> =>
  insertNavs(trx, rows, null);
