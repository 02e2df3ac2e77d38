/** A key for tests, as one that was made and approved. */
import { sql } from "kysely";
import { hintOf, makeToken } from "../../../http/machine-token.ts";
import { sha256 } from "../../../http/session.ts";
import type { Db } from "../../../kernel/transaction.ts";

interface Arranged {
  /** Whose rights it carries at most. */
  userId: number;
  scopes: readonly string[];
  level?: "internal" | "office" | "admin";
  addresses?: readonly string[];
}

let keys = 0;

/** Its id and secret. */
export async function arrangeKey(
  db: Db,
  { userId, scopes, level = "admin", addresses = [] }: Arranged,
): Promise<{ id: number; token: string; headers: { authorization: string } }> {
  const token = makeToken();
  const { rows } = await sql<{ id: number }>`
    insert into machine_key (name, user_id, level, scopes, addresses, expires_at, made_by, approved_by, approved_at)
    values (${`Key ${++keys}`}, ${userId}, ${level}, ${[...scopes]}::text[], ${[...addresses]}::text[]::cidr[], now() + interval '1 day',
      ${userId}, ${userId}, now()) returning id`.execute(db);
  const id = rows[0]?.id ?? 0;
  await sql`insert into machine_key_token (hash, key_id, hint, made_by)
    values (${sha256(token)}, ${id}, ${hintOf(token)}, ${userId})`.execute(db);
  return { id, token, headers: { authorization: `Bearer ${token}` } };
}
