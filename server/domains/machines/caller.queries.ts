/** SQL of a key's check, a part of each of its calls. */
import type { Role, StaffLevel } from "@portico/api/permissions.ts";
import { sql } from "kysely";
import type { Pipeline } from "../../database/pipeline.ts";
import { type HolderRow, holderRowValue } from "../../kernel/holder-row.ts";
import type { Db } from "../../kernel/transaction.ts";

export interface KeyRow {
  key_id: number;
  key_name: string;
  level: StaffLevel;
  scopes: string[];
  user_id: number;
  role: Role;
  name: string;
  state: string;
  from_here: boolean;
  rules: unknown;
  was_away: boolean;
  about: unknown;
}

/** A key that may be used: `k` of its person `u`, by a secret `t`. */
const works = `t.hash = $1 and (t.ends_at is null or t.ends_at > now()) and k.approved_at is not null and k.ended_at is null
    and k.stopped_at is null and k.expires_at > now() and u.state <> 'disabled' and u.role <> 'client'`;

const keyQueryWith = (alsoRead: string): string => `
  select k.id as key_id, k.name as key_name, k.level, k.scopes, u.id as user_id, u.role, u.name, u.state,
    (k.addresses = '{}' or coalesce($2::inet <<= any (k.addresses), false)) as from_here,
    (select data from setting where name = 'machineKeys') as rules,
    (k.last_used_at is null or k.last_used_at < now() - interval '5 minutes') as was_away, ${alsoRead} as about
  from machine_key_token t join machine_key k on k.id = t.key_id join app_user u on u.id = k.user_id
  where ${works}`;

const keyQuery = keyQueryWith("null");
/** With a row about a holder, as sessions have it. */
const queriesWithRow = new WeakMap<HolderRow<unknown>, string>();
function keyQueryBeside(row: HolderRow<unknown>): string {
  let text = queriesWithRow.get(row);
  if (text === undefined) {
    text = keyQueryWith(holderRowValue(row, "$3::text", "$4::bigint"));
    queriesWithRow.set(row, text);
  }
  return text;
}

export interface Asked {
  row: HolderRow<unknown>;
  /** Without a holder, a row of the firm's. */
  holder: { holderType: string; holderId: number } | undefined;
}

/** The key of a secret, with its person's current rights; undefined unless it may be used. `address`: null if it is unknown. */
export async function findKey(
  sessions: Pipeline,
  hash: Buffer,
  address: string | null,
  beside?: Asked,
): Promise<KeyRow | undefined> {
  const { rows } = beside
    ? await sessions.query<KeyRow>(keyQueryBeside(beside.row), [
        hash,
        address,
        ...(beside.holder ? [beside.holder.holderType, beside.holder.holderId] : []),
      ])
    : await sessions.query<KeyRow>(keyQuery, [hash, address]);
  return rows[0];
}

export interface Use {
  keyId: number;
  address: string;
  calls: number;
}

/** Writes down the last use of several keys. */
export const recordUses = (db: Db, uses: readonly Use[]) =>
  sql`update machine_key k set last_used_at = now(), last_address = used.address, calls = k.calls + used.calls
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as used ("keyId" bigint, address text, calls bigint)
    where k.id = used."keyId"`.execute(db);
