/** SQL of what a member of staff looks after: counted, and given to a colleague. */
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface LookedAfter {
  id: number;
  name: string;
  email: string;
  role: string;
  state: string;
  lastSignIn: Date | null;
  clients: number;
  tickets: number;
  chats: number;
  breaks: number;
  views: number;
}

/** Everybody who is staff, and who was and is disabled, with what they look after; the active first, by name. */
export async function listStaff(db: Db): Promise<LookedAfter[]> {
  const { rows } = await sql<LookedAfter>`
    select staff.id, staff.name, staff.email, staff.role, staff.state,
      (select max(created_at) from sign_in where user_id = staff.id) as "lastSignIn",
      ((select count(*) from app_user where assigned_to = staff.id)
        + (select count(*) from company where assigned_to = staff.id))::int as clients,
      (select count(*) from ticket where assigned_to = staff.id and state = 'assigned')::int as tickets,
      (select count(*) from chat where assigned_to = staff.id)::int as chats,
      (select count(*) from reconciliation_break where owner_id = staff.id and closed_at is null)::int as breaks,
      (select count(*) from saved_view where created_by = staff.id)::int as views
    from app_user staff
    where staff.role <> 'client' and staff.erased_at is null
    order by staff.state = 'disabled', staff.name, staff.id limit 500`.execute(db);
  return rows;
}

interface Both {
  from: number;
  to: number;
}

/** Gives the clients to the colleague; their ids. */
export async function moveClients(trx: Trx, { from, to }: Both): Promise<{ users: number[]; companies: number[] }> {
  const { rows: users } = await sql<{ id: number }>`
    update app_user set assigned_to = ${to} where assigned_to = ${from} returning id`.execute(trx);
  const { rows: companies } = await sql<{ id: number }>`
    update company set assigned_to = ${to} where assigned_to = ${from} returning id`.execute(trx);
  return { users: users.map(({ id }) => id), companies: companies.map(({ id }) => id) };
}

/** Gives the open work to the colleague; the numbers of each kind. */
export async function moveWork(
  trx: Trx,
  { from, to }: Both,
): Promise<Record<"tickets" | "chats" | "breaks" | "views", number>> {
  const tickets = await sql`
    update ticket set assigned_to = ${to}, changed_at = now() where assigned_to = ${from} and state = 'assigned'`.execute(
    trx,
  );
  const chats = await sql`update chat set assigned_to = ${to} where assigned_to = ${from}`.execute(trx);
  const breaks = await sql`
    update reconciliation_break set owner_id = ${to}, version = version + 1
    where owner_id = ${from} and closed_at is null`.execute(trx);
  const views = await sql`update saved_view set created_by = ${to} where created_by = ${from}`.execute(trx);
  const countOf = ({ numAffectedRows }: { numAffectedRows?: bigint }): number => Number(numAffectedRows ?? 0);
  return { tickets: countOf(tickets), chats: countOf(chats), breaks: countOf(breaks), views: countOf(views) };
}
