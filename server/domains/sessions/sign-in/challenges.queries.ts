/** SQL of challenges: one attempt to sign in, or to confirm a step, with its code and wrong attempts. */
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

/** The number of wrong attempts that ends a challenge. */
export const maxTries = 5;

/** Codes mailed for one challenge; further ones need the password again. */
const maxCodes = 5;

/** Which challenge a caller answers: by the secret given for the right password, or a session's newest. */
export type WhichChallenge =
  | { purpose: "signIn"; userId: number; secretHash: Buffer }
  | { purpose: "validation"; userId: number; sessionId: number };

export interface ChallengeRow {
  id: number;
  code_hash: Buffer | null;
  code_in_time: boolean;
  /** Not used, not expired, and not ended by wrong attempts. */
  alive: boolean;
  /** Not used, not expired, and codes can still be mailed; a new code resets the wrong attempts. */
  revivable: boolean;
  webauthn_challenge: string | null;
  /** What alone its code confirms; null for any sensitive step. */
  bound_to: string | null;
}

/** The challenge, locked so that concurrent answers are serialised. */
export async function lockChallenge(trx: Trx, which: WhichChallenge): Promise<ChallengeRow | undefined> {
  const mine =
    which.purpose === "validation" ? sql`session_id = ${which.sessionId}` : sql`secret_hash = ${which.secretHash}`;
  const { rows } = await sql<ChallengeRow>`
    select id, code_hash, coalesce(code_expires_at > now(), false) as code_in_time, webauthn_challenge, bound_to,
      used_at is null and expires_at > now() and codes_sent < ${maxCodes}::int as revivable,
      used_at is null and expires_at > now() and tries < ${maxTries}::int as alive
    from challenge
    where user_id = ${which.userId} and purpose = ${which.purpose} and ${mine}
    order by id desc limit 1 for update`.execute(trx);
  return rows[0];
}

/** Whether the secret belongs to a challenge of the user. */
export const findChallenge = (db: Db, { userId, secretHash }: Extract<WhichChallenge, { purpose: "signIn" }>) =>
  db
    .selectFrom("challenge")
    .select("id")
    .where("user_id", "=", userId)
    .where("purpose", "=", "signIn")
    .where("secret_hash", "=", secretHash)
    .executeTakeFirst();

export async function insertChallenge(
  trx: Trx,
  challenge: {
    userId: number;
    purpose: "signIn" | "validation";
    secretHash: Buffer | null;
    sessionId: number | null;
    boundTo?: string;
  },
): Promise<number> {
  const { id } = await trx
    .insertInto("challenge")
    .values({
      user_id: challenge.userId,
      purpose: challenge.purpose,
      secret_hash: challenge.secretHash,
      session_id: challenge.sessionId,
      bound_to: challenge.boundTo ?? null,
      expires_at: sql`now() + interval '30 minutes'`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Gives the challenge a new code; the previous one becomes invalid. */
export const setCode = (trx: Trx, challengeId: number, codeHash: Buffer, minutes: number) =>
  trx
    .updateTable("challenge")
    .set({
      code_hash: codeHash,
      code_expires_at: sql`now() + make_interval(mins => ${minutes}::int)`,
      tries: 0,
      codes_sent: sql`codes_sent + 1`,
    })
    .where("id", "=", challengeId)
    .execute();

export const setWebauthnChallenge = (db: Db, challengeId: number, webauthnChallenge: string) =>
  db.updateTable("challenge").set({ webauthn_challenge: webauthnChallenge }).where("id", "=", challengeId).execute();

export const countWrongTry = (trx: Trx, challengeId: number) =>
  trx.updateTable("challenge").set({ tries: sql`tries + 1` }).where("id", "=", challengeId).execute();

/** Uses the challenge; false if already used. Its code stays known for a while: the same one again is no wrong one. */
export async function useChallenge(trx: Trx, challengeId: number): Promise<boolean> {
  const row = await trx
    .updateTable("challenge")
    .set({ used_at: sql`now()` })
    .where("id", "=", challengeId)
    .where("used_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Sign-ins that were begun cannot continue. */
export const endChallenges = (trx: Trx, userId: number) =>
  trx
    .updateTable("challenge")
    .set({ used_at: sql`now()`, code_hash: null })
    .where("user_id", "=", userId)
    .where("purpose", "=", "signIn")
    .where("used_at", "is", null)
    .execute();
