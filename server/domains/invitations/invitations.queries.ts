/** SQL of invitations of colleagues. */
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface InvitationRow {
  id: number;
  name: string;
  email: string;
  role: string;
  language: string;
  /** The role that the account has. */
  given: string;
  invitedBy: string;
  invitedAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  /** The person has chosen a password by the link. */
  isAccepted: boolean;
}

const columns = sql`
  invitation.user_id as id, invited.name, invitation.email, invitation.role, invitation.language, invited.role as given,
  by.name as "invitedBy", invitation.invited_at as "invitedAt", invitation.expires_at as "expiresAt",
  invitation.revoked_at as "revokedAt", invited.email_confirmed_at is not null as "isAccepted"`;
const tables = sql`
  staff_invitation invitation join app_user invited on invited.id = invitation.user_id
    join app_user by on by.id = invitation.invited_by`;

export async function listInvitations(db: Db): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from ${tables} order by invitation.invited_at desc, invitation.user_id desc limit 200`.execute(
    db,
  );
  return rows;
}

/** The invitation, locked with the account until the transaction ends: nobody accepts it meanwhile. */
export async function lockInvitation(trx: Trx, userId: number): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from ${tables} where invitation.user_id = ${userId} for update of invitation, invited`.execute(
    trx,
  );
  return rows[0];
}

export async function insertInvitation(
  trx: Trx,
  one: { userId: number; email: string; role: string; language: string; invitedBy: number; days: number },
): Promise<void> {
  await sql`
    insert into staff_invitation (user_id, email, role, language, invited_by, expires_at)
    values (${one.userId}, ${one.email}, ${one.role}, ${one.language}, ${one.invitedBy},
      now() + make_interval(days => ${one.days}::int))`.execute(trx);
}

export async function prolong(trx: Trx, userId: number, days: number): Promise<void> {
  await sql`
    update staff_invitation set expires_at = now() + make_interval(days => ${days}::int) where user_id = ${userId}`.execute(
    trx,
  );
}

/** Takes it back: the account cannot be used, and its address is free for another invitation. */
export async function markRevoked(trx: Trx, userId: number, by: number): Promise<void> {
  await sql`update staff_invitation set revoked_at = now(), revoked_by = ${by} where user_id = ${userId}`.execute(trx);
  await sql`
    update app_user set email = ${`revoked-${userId}@portico.invalid`}, state_before_disabled = state, state = 'disabled',
      ended_at = now()
    where id = ${userId}`.execute(trx);
}
