/** SQL of a user's sign-in data: password, choices, resets. */
import type { Role } from "@portico/api/permissions.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface SigningUser {
  id: number;
  email: string;
  name: string;
  role: Role;
  disabled: boolean;
  password_hash: string;
  validated: boolean;
  language: string | null;
  /** The person's choice that a mailed code does not sign them in if they have their own factor. */
  own_factor_required: boolean;
  /** Has, or had, a staff role. */
  ever_staff: boolean;
  /** Brought in by the firm and not invited: no link of a new password is mailed. */
  awaits_invitation: boolean;
}

const columns = sql`id, email, name, role, state = 'disabled' as disabled, password_hash,
  email_confirmed_at is not null as validated, preferences->>'language' as language, own_factor_required, ever_staff,
  awaits_invitation`;

export async function findUserByEmail(db: Db, email: string): Promise<SigningUser | undefined> {
  const { rows } = await sql<SigningUser>`select ${columns} from app_user where email = ${email}`.execute(db);
  return rows[0];
}

export async function findUserById(db: Db, id: number): Promise<SigningUser | undefined> {
  const { rows } = await sql<SigningUser>`select ${columns} from app_user where id = ${id}`.execute(db);
  return rows[0];
}

/** Administrators who can act. */
export async function listAdmins(db: Db): Promise<Pick<SigningUser, "email" | "name" | "language">[]> {
  const { rows } = await sql<Pick<SigningUser, "email" | "name" | "language">>`
    select email, name, preferences->>'language' as language from app_user
    where role = 'admin' and state <> 'disabled' order by id`.execute(db);
  return rows;
}

export const lockUser = (trx: Trx, userId: number) =>
  trx.selectFrom("app_user").select("id").where("id", "=", userId).forUpdate().executeTakeFirst();

export const confirmEmail = (trx: Trx, userId: number) =>
  trx
    .updateTable("app_user")
    .set({ email_confirmed_at: sql`now()` })
    .where("id", "=", userId)
    .where("email_confirmed_at", "is", null)
    .execute();

export const updatePassword = (trx: Trx, userId: number, passwordHash: string) =>
  trx.updateTable("app_user").set({ password_hash: passwordHash }).where("id", "=", userId).execute();

export const markPasswordReset = (trx: Trx, userId: number) =>
  trx.updateTable("app_user").set({ password_reset_at: sql`now()` }).where("id", "=", userId).execute();

export const insertReset = (trx: Trx, userId: number, stringHash: Buffer, hours: number) =>
  trx
    .insertInto("password_reset")
    .values({
      user_id: userId,
      string_hash: stringHash,
      expires_at: sql`now() + make_interval(hours => ${hours}::int)`,
    })
    .execute();

/** Number of recently mailed reset links that are still valid. */
export async function countRecentResets(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from password_reset
    where user_id = ${userId} and used_at is null and created_at > now() - interval '15 minutes'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Whether the string can still reset the user's password. */
export const findReset = (db: Db, userId: number, stringHash: Buffer) =>
  db
    .selectFrom("password_reset")
    .select("id")
    .where("user_id", "=", userId)
    .where("string_hash", "=", stringHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();

/** Uses the string, only once for concurrent calls. */
export async function useReset(trx: Trx, userId: number, stringHash: Buffer): Promise<boolean> {
  const used = await trx
    .updateTable("password_reset")
    .set({ used_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("string_hash", "=", stringHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("id")
    .executeTakeFirst();
  return used !== undefined;
}

/** No link that was mailed so far works any longer. */
export const endResets = (trx: Trx, userId: number) =>
  trx
    .updateTable("password_reset")
    .set({ used_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
