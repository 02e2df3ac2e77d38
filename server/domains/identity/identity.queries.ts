/** SQL of identity providers: their secrets, begun sign-ins, logouts that were obeyed, and ID tokens of sessions. */
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export async function findSecret(db: Db, id: string): Promise<{ address: string; sealed: Buffer } | undefined> {
  const { rows } = await sql<{ address: string; sealed: Buffer }>`
    select address, sealed from identity_secret where provider_id = ${id}`.execute(db);
  return rows[0];
}

export async function listSecretAddresses(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; address: string }>`
    select provider_id as id, address from identity_secret`.execute(db);
  return new Map(rows.map(({ id, address }) => [id, address]));
}

export async function upsertSecret(
  trx: Trx,
  { id, address, sealed, by }: { id: string; address: string; sealed: Buffer; by: number },
): Promise<void> {
  await sql`
    insert into identity_secret (provider_id, address, sealed, saved_by) values (${id}, ${address}, ${sealed}, ${by})
    on conflict (provider_id) do update set address = excluded.address, sealed = excluded.sealed,
      saved_by = excluded.saved_by, saved_at = now()`.execute(trx);
}

export type AttemptPurpose = "signIn" | "test";

export interface Attempt {
  providerId: string;
  purpose: AttemptPurpose;
  nonce: string;
  codeVerifier: string;
  userId: number | null;
}

const attemptMinutes = 10;

export async function insertAttempt(
  trx: Trx,
  attempt: Attempt & { stateHash: Buffer; browserHash: Buffer },
): Promise<void> {
  await sql`
    insert into identity_attempt (state_hash, browser_hash, provider_id, purpose, nonce, code_verifier, user_id, expires_at)
    values (${attempt.stateHash}, ${attempt.browserHash}, ${attempt.providerId}, ${attempt.purpose}, ${attempt.nonce},
      ${attempt.codeVerifier}, ${attempt.userId}, now() + make_interval(mins => ${attemptMinutes}::int))`.execute(trx);
}

/** Uses the attempt up, whatever follows; undefined if it is not this browser's, is over, or was used. */
export async function takeAttempt(
  trx: Trx,
  { stateHash, browserHash, purpose }: { stateHash: Buffer; browserHash: Buffer; purpose: AttemptPurpose },
): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`
    update identity_attempt set used_at = now()
    where state_hash = ${stateHash} and browser_hash = ${browserHash} and purpose = ${purpose}
      and used_at is null and expires_at > now()
    returning provider_id as "providerId", purpose, nonce, code_verifier as "codeVerifier", user_id as "userId"`.execute(
    trx,
  );
  return rows[0];
}

/** Remembers a logout token; false if it was obeyed before. */
export async function rememberLogout(
  trx: Trx,
  { providerId, jtiHash, seconds }: { providerId: string; jtiHash: Buffer; seconds: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into identity_logout (provider_id, jti_hash, expires_at)
    values (${providerId}, ${jtiHash}, now() + make_interval(secs => ${seconds}::int))
    on conflict do nothing returning provider_id`.execute(trx);
  return rows.length > 0;
}

export async function insertIdToken(
  trx: Trx,
  { sessionId, providerId, sealed }: { sessionId: number; providerId: string; sealed: Buffer },
): Promise<void> {
  await sql`
    insert into identity_session (session_id, provider_id, sealed)
    values (${sessionId}, ${providerId}, ${sealed})`.execute(trx);
}

/** Of an open session. */
export async function findIdToken(
  db: Db,
  sessionId: number,
): Promise<{ providerId: string; sealed: Buffer } | undefined> {
  const { rows } = await sql<{ providerId: string; sealed: Buffer }>`
    select provider_id as "providerId", sealed from identity_session join session on session.id = session_id
    where session_id = ${sessionId} and ended_at is null`.execute(db);
  return rows[0];
}

/** Numbers of deleted rows by kind. */
export async function deletePassed(db: Db): Promise<{ attempts: number; logouts: number; idTokens: number }> {
  const idTokens = await sql`
    delete from identity_session using session
    where session.id = session_id and (ended_at is not null or expires_at < now())`.execute(db);
  const attempts = await sql`delete from identity_attempt where expires_at < now() - interval '1 hour'`.execute(db);
  const logouts = await sql`delete from identity_logout where expires_at < now()`.execute(db);
  const countOf = ({ numAffectedRows = 0n }: { numAffectedRows?: bigint }): number => Number(numAffectedRows);
  return { attempts: countOf(attempts), logouts: countOf(logouts), idTokens: countOf(idTokens) };
}
