/** SQL of authenticator apps and passkeys. */
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export const findAuthenticator = (db: Db, userId: number) =>
  db
    .selectFrom("authenticator")
    .select(["secret", "confirmed_at", "last_step"])
    .where("user_id", "=", userId)
    .executeTakeFirst();

/** Stores a secret that awaits its first code; a confirmed one is kept (false). */
export async function upsertAuthenticator(trx: Trx, userId: number, secret: Buffer): Promise<boolean> {
  const row = await trx
    .insertInto("authenticator")
    .values({ user_id: userId, secret })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ secret, created_at: sql`now()`, last_step: null })
        .where("authenticator.confirmed_at", "is", null),
    )
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses the code of a time step once: false for a used or earlier step. */
export async function takeStep(trx: Trx, userId: number, step: number): Promise<boolean> {
  const row = await trx
    .updateTable("authenticator")
    .set({ last_step: step, confirmed_at: sql`coalesce(confirmed_at, now())` })
    .where("user_id", "=", userId)
    .where((where) => where.or([where("last_step", "is", null), where("last_step", "<", step)]))
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** An unconfirmed app is removed by a password reset. */
export const deleteUnconfirmedAuthenticator = (trx: Trx, userId: number) =>
  trx.deleteFrom("authenticator").where("user_id", "=", userId).where("confirmed_at", "is", null).execute();

export const deleteAuthenticator = (trx: Trx, userId: number) =>
  trx.deleteFrom("authenticator").where("user_id", "=", userId).returning("user_id").executeTakeFirst();

export const listPasskeys = (db: Db, userId: number) =>
  db
    .selectFrom("passkey")
    .select(["id", "name", "credential_id", "transports", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();

/** Stores the person's choice; false if unchanged. */
export const setOwnFactorRequired = async (trx: Trx, userId: number, required: boolean): Promise<boolean> =>
  (await trx
    .updateTable("app_user")
    .set({ own_factor_required: required })
    .where("id", "=", userId)
    .where("own_factor_required", "<>", required)
    .returning("id")
    .executeTakeFirst()) !== undefined;

/** The passkey's user, with the data to check its answers. */
export const findPasskeyOwner = (db: Db, credentialId: string) =>
  db
    .selectFrom("passkey")
    .select(["id", "user_id", "credential_id", "public_key", "counter"])
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();

export const insertPasskeyChallenge = (db: Db, secretHash: Buffer, webauthnChallenge: string) =>
  db
    .insertInto("passkey_challenge")
    .values({
      secret_hash: secretHash,
      webauthn_challenge: webauthnChallenge,
      expires_at: sql<Date>`now() + interval '10 minutes'`,
    })
    .execute();

/** Takes the challenge once; undefined if there is none in time. */
export const takePasskeyChallenge = (trx: Trx, secretHash: Buffer) =>
  trx
    .deleteFrom("passkey_challenge")
    .where("secret_hash", "=", secretHash)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("webauthn_challenge")
    .executeTakeFirst();

/** Deletes unanswered challenges; returns how many. */
export async function deleteOldPasskeyChallenges(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("passkey_challenge")
    .where("expires_at", "<=", sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export const findPasskey = (db: Db, userId: number, credentialId: string) =>
  db
    .selectFrom("passkey")
    .select(["id", "credential_id", "public_key", "counter", "transports"])
    .where("user_id", "=", userId)
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();

export const insertPasskey = (
  trx: Trx,
  passkey: {
    user_id: number;
    credential_id: string;
    public_key: Buffer;
    counter: number;
    transports: string[];
    name: string;
  },
) => trx.insertInto("passkey").values(passkey).returning("id").executeTakeFirstOrThrow();

export const updatePasskeyUse = (trx: Trx, passkeyId: number, counter: number) =>
  trx.updateTable("passkey").set({ counter, last_used_at: sql`now()` }).where("id", "=", passkeyId).execute();

export const deleteAllPasskeys = (trx: Trx, userId: number) =>
  trx.deleteFrom("passkey").where("user_id", "=", userId).execute();

export const deletePasskey = (trx: Trx, userId: number, passkeyId: number) =>
  trx
    .deleteFrom("passkey")
    .where("user_id", "=", userId)
    .where("id", "=", passkeyId)
    .returning("name")
    .executeTakeFirst();

export const upsertRegistration = (db: Db, userId: number, webauthnChallenge: string) => {
  const values = { webauthn_challenge: webauthnChallenge, expires_at: sql<Date>`now() + interval '10 minutes'` };
  return db
    .insertInto("passkey_registration")
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
    .execute();
};

/** Takes the registration's challenge once; undefined if there is none in time. */
export const takeRegistration = (trx: Trx, userId: number) =>
  trx
    .deleteFrom("passkey_registration")
    .where("user_id", "=", userId)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("webauthn_challenge")
    .executeTakeFirst();
