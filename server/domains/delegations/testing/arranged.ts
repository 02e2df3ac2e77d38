/** Delegations in a test database. */
import { randomBytes } from "node:crypto";
import type { DelegatedPart } from "@portico/api/rules/delegations.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db } from "../../../kernel/transaction.ts";

interface Arranged {
  parts: readonly DelegatedPart[];
  validTo?: string;
  ended?: boolean;
  accepted?: boolean;
  /** Ago. */
  madeDays?: number;
}

/** What the holder lets somebody read, accepted unless said otherwise; its id. */
export async function arrangeDelegation(
  db: Db,
  { holderType, holderId }: Holder,
  delegate: { id: number },
  { parts, validTo = "2099-12-31", ended = false, accepted = true, madeDays = 0 }: Arranged,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into delegation (holder_type, holder_id, email, parts, valid_to, language, token_hash, invited_until, made_by,
      made_at, delegate_id, accepted_at, ended_at)
    select ${holderType}, ${holderId}, email, ${[...parts]}::text[], ${validTo}::date, 'en', ${randomBytes(32)},
      now() + make_interval(days => 14 - ${madeDays}::int), id, now() - make_interval(days => ${madeDays}::int), ${accepted ? sql`id, now()` : sql`null::bigint, null::timestamptz`},
      ${ended ? sql`now()` : sql`null::timestamptz`}
    from app_user where id = ${delegate.id}
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
}
