/** SQL of what a user signs in with: password, wrong tries, resets. */
import type { Role } from "@portico/api/permissions.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../database/transaction.ts";

export interface SigningUser {
  id: number;
  email: string;
  name: string;
  role: Role;
  disabled: boolean;
  password_hash: string;
  validated: boolean;
  language: string | null;
  /** Seconds until the next try, 0 where none is held back. */
  locked_seconds: number;
  /** Wrong codes within the day that began with the first of them, and the seconds until it is over. */
  wrong_codes: number;
  wrong_codes_seconds: number;
}

const columns = sql`id, email, name, role, state = 'disabled' as disabled, password_hash,
  email_confirmed_at is not null as validated, preferences->>'language' as language,
  greatest(0, ceil(extract(epoch from locked_until - now())))::int as locked_seconds,
  case when wrong_codes_since > now() - interval '24 hours' then wrong_codes else 0 end as wrong_codes,
  greatest(0, coalesce(ceil(extract(epoch from wrong_codes_since + interval '24 hours' - now())), 0))::int
    as wrong_codes_seconds`;

export async function findUserByEmail(db: Db, email: string): Promise<SigningUser | undefined> {
  const { rows } = await sql<SigningUser>`select ${columns} from app_user where email = ${email}`.execute(db);
  return rows[0];
}

export async function findUserById(db: Db, id: number): Promise<SigningUser | undefined> {
  const { rows } = await sql<SigningUser>`select ${columns} from app_user where id = ${id}`.execute(db);
  return rows[0];
}

/** Counts a wrong password and, from `free` on, holds back the next try twice as long each time. */
export async function countWrongPassword(
  trx: Trx,
  userId: number,
  delay: { free: number; firstSeconds: number; mostSeconds: number },
): Promise<number> {
  const { rows } = await sql<{ failed: number }>`
    update app_user set
      failed_sign_ins = failed_sign_ins + 1,
      locked_until = case when failed_sign_ins + 1 >= ${delay.free}::int then now() + make_interval(secs =>
        least(${delay.mostSeconds}::float8, ${delay.firstSeconds}::float8 * 2 ^ least(failed_sign_ins + 1 - ${delay.free}::int, 20)))
        else locked_until end
    where id = ${userId} returning failed_sign_ins as failed`.execute(trx);
  return rows[0]?.failed ?? 0;
}

/** Counts a wrong code of the account, whichever challenge it answered; how many they are in this day. */
export async function addWrongCode(trx: Trx, userId: number): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    update app_user set
      wrong_codes = case when wrong_codes_since > now() - interval '24 hours' then wrong_codes + 1 else 1 end,
      wrong_codes_since = case when wrong_codes_since > now() - interval '24 hours' then wrong_codes_since else now() end
    where id = ${userId} returning wrong_codes as wrong`.execute(trx);
  return rows[0]?.wrong ?? 0;
}

export const forgetWrongPasswords = (trx: Trx, userId: number) =>
  trx
    .updateTable("app_user")
    .set({ failed_sign_ins: 0, locked_until: null })
    .where("id", "=", userId)
    .where((where) => where.or([where("failed_sign_ins", ">", 0), where("locked_until", "is not", null)]))
    .execute();

export const confirmEmail = (trx: Trx, userId: number) =>
  trx
    .updateTable("app_user")
    .set({ email_confirmed_at: sql`now()` })
    .where("id", "=", userId)
    .where("email_confirmed_at", "is", null)
    .execute();

export const updatePassword = (trx: Trx, userId: number, passwordHash: string) =>
  trx
    .updateTable("app_user")
    .set({
      password_hash: passwordHash,
      failed_sign_ins: 0,
      locked_until: null,
      wrong_codes: 0,
      wrong_codes_since: null,
    })
    .where("id", "=", userId)
    .execute();

export const markPasswordReset = (trx: Trx, userId: number) =>
  trx.updateTable("app_user").set({ password_reset_at: sql`now()` }).where("id", "=", userId).execute();

export const insertReset = (trx: Trx, userId: number, stringHash: Buffer) =>
  trx
    .insertInto("password_reset")
    .values({ user_id: userId, string_hash: stringHash, expires_at: sql`now() + interval '1 hour'` })
    .execute();

/** Whether the string would still reset the user's password. */
export const findReset = (db: Db, userId: number, stringHash: Buffer) =>
  db
    .selectFrom("password_reset")
    .select("id")
    .where("user_id", "=", userId)
    .where("string_hash", "=", stringHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();

/** Uses the string, once however many ask at the same time; the user's other strings go with it. */
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
  if (!used) return false;
  await trx
    .updateTable("password_reset")
    .set({ used_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
  return true;
}
