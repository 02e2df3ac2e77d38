/** The members of staff who look after clients. */
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Trx } from "../../kernel/transaction.ts";
import * as queries from "./colleagues.queries.ts";

/** The members of staff to whom clients can be assigned, with how many each has. */
export const listColleagues = ({ db }: Context) => queries.listColleagues(db);

/** Refuses (`badInput`, naming `admin_id`) an id that is not a member of staff's, who stays one until the transaction ends. */
export async function requireColleague(trx: Trx, userId: number): Promise<void> {
  if (!(await queries.isStaffMember(trx, userId)))
    throw new Refusal("badInput", { fields: [{ path: "admin_id", code: "unknown" }] });
}
