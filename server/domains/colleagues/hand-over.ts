/** Everything that a leaving member of staff looks after goes to a named colleague, in the transaction that disables them. */
import type { colleagues } from "@portico/api/colleagues.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Role } from "@portico/api/permissions.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { requireColleague } from "./colleagues.ts";
import { listStaff, moveClients, moveWork } from "./hand-over.queries.ts";

/** All staff with role, last sign-in, and what they look after. */
export async function listPeople({ db }: Pick<Context, "db">): Promise<Answer<(typeof colleagues)["listPeople"]>> {
  const rows = await listStaff(db);
  return rows.map(({ lastSignIn, ...row }) => ({
    ...row,
    role: row.role as Exclude<Role, "client">,
    state: row.state as HolderState,
    lastSignIn: lastSignIn?.toISOString() ?? null,
  }));
}

export type HandedOver = Record<"to" | "users" | "companies" | "tickets" | "chats" | "breaks" | "views", number>;

/**
 * Hands over clients, tickets, conversations, breaks and saved views; the numbers. `badInput` (`admin_id`) unless the colleague is active
 * staff, and somebody else. Part of the caller's transaction.
 */
export async function handOver(tx: Tx, { from, to }: { from: number; to: number }): Promise<HandedOver> {
  if (from === to) throw new Refusal("badInput", { fields: [{ path: "handOverTo", code: "notAllowed" }] });
  await requireColleague(tx, to);
  const { users, companies } = await moveClients(tx, { from, to });
  const given = { before: { staffId: from }, after: { staffId: to } };
  for (const [holderType, ids] of [
    ["user", users],
    ["company", companies],
  ] as const)
    for (const holderId of ids) tx.audit("holder.assigned", { holderType, holderId }, given);
  const work = await moveWork(tx, { from, to });
  return { to, users: users.length, companies: companies.length, ...work };
}
