/** SQL of what staff set for a user: role, colleague, data fields. Each returns the previous value. */
import { closedStates } from "@portico/api/holder-states.ts";
import type { Role } from "@portico/api/permissions.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { hiddenData, shownData } from "../data-fields/data-fields.ts";

/** Sets the role if it is still the one seen; returns the previous role, or undefined. */
export const updateRole = async (trx: Trx, userId: number, { before, after }: { before: Role; after: Role }) =>
  (await trx
    .updateTable("app_user")
    .set({ role: after })
    .where("id", "=", userId)
    .where("role", "=", before)
    .returning("id")
    .executeTakeFirst()) !== undefined;

/** Whether the user has, or ever had, a staff role. */
export const wasEverStaff = async (db: Db, userId: number): Promise<boolean> =>
  (await db.selectFrom("app_user").select("ever_staff").where("id", "=", userId).executeTakeFirst())?.ever_staff ===
  true;

/**
 * Locks the admins, so that two of them cannot remove each other's role at once. `used`: they have signed in; an account that
 * nobody has used yet confirms nothing.
 */
export const lockAdmins = async (trx: Trx): Promise<{ id: number; used: boolean }[]> => {
  const { rows } = await sql<{ id: number; used: boolean }>`
    select id, exists (select from session where user_id = app_user.id) as used from app_user
    where role = 'admin' and state <> 'disabled' order by id for update of app_user`.execute(trx);
  return rows;
};

/** Whether the firm keeps money or files for the person as a client, or they act for a company or have begun one. */
export const isServedAsClient = async (db: Db, userId: number): Promise<boolean> => {
  const ofUser = sql`holder_type = 'user' and holder_id = ${userId}`;
  const { rows } = await sql<{ served: boolean }>`
    select exists (select from holder_account where ${ofUser} and client_number is not null)
      or exists (select from ledger_entry where ${ofUser})
      or exists (select from custodian_account where ${ofUser} and ended_at is null)
      or exists (select from transaction_request where ${ofUser} and state in ('open', 'awaitingSigners', 'paying'))
      or exists (select from standing_representation where user_id = ${userId}) or exists (
        select from company
        where creator_id = ${userId} and reviewed_on is null and state <> all(${closedStates})
      ) as served`.execute(db);
  return rows[0]?.served ?? false;
};

export const updateAssigned = async (trx: Trx, userId: number, staffId: number | null) => {
  const { rows } = await sql<{ before: number | null }>`
    with known as (select id, assigned_to from app_user where id = ${userId} for update)
    update app_user set assigned_to = ${staffId} from known where app_user.id = known.id
    returning known.assigned_to as before`.execute(trx);
  return rows[0];
};

/** Removes a colleague from all their clients; returns how many. */
export const releaseUsers = async (trx: Trx, staffId: number): Promise<number> => {
  const { numUpdatedRows } = await trx
    .updateTable("app_user")
    .set({ assigned_to: null })
    .where("assigned_to", "=", staffId)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
};

/** Replaces what is shown of a person's data; what lies under archived fields stays. Returns what was shown before. */
export const updateClientData = async (trx: Trx, userId: number, data: Record<string, unknown>) => {
  const { rows } = await sql<{ before: Record<string, unknown> }>`
    with known as (select id, client_data from app_user where id = ${userId} for update)
    update app_user set client_data = ${hiddenData(sql.ref("known.client_data"))} || ${JSON.stringify(data)}::jsonb
    from known where app_user.id = known.id
    returning ${shownData(sql.ref("known.client_data"))} as before`.execute(trx);
  return rows[0]?.before;
};

/** Stores the company, if it still exists, or none; true if stored. Waits for a company that is being discarded. */
export const updateLastCompany = async (trx: Trx, userId: number, companyId: number | null): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    with chosen as materialized (
      ${companyId === null ? sql`select null::bigint as id` : sql`select id from company where id = ${companyId} for key share`}
    )
    update app_user set last_company = chosen.id from chosen where app_user.id = ${userId}`.execute(trx);
  return numAffectedRows === 1n;
};

/** Whether the owner of an account ever chose a password or signed in. */
export async function hasEntered(trx: Trx, id: number): Promise<boolean> {
  const { rows } = await sql<{ entered: boolean }>`
    select password_reset_at is not null or exists (select from session where user_id = app_user.id) as entered
    from app_user where id = ${id}`.execute(trx);
  return rows[0]?.entered ?? false;
}
