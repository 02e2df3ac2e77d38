/** SQL of requests to join definitions. */
import type { JoinState } from "@portico/api/rules/funds.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export interface JoinRecord {
  id: number;
  holder_type: Holder["holderType"];
  holder_id: number;
  definition_id: number;
  definition_version: number;
  state: JoinState;
  amount: string;
  currency: string;
  message: string;
  ticket_id: number | null;
  asked_at: Date;
  asked_by: number;
  decided_at: Date | null;
  decided_by: number | null;
  staff_message: string | null;
}

const columns = sql`id, holder_type, holder_id, definition_id, definition_version, state, trim_scale(amount)::text as amount,
  currency, message, ticket_id, asked_at, asked_by, decided_at, decided_by, staff_message`;
const ofHolder = ({ holderType, holderId }: Holder) => sql`holder_type = ${holderType} and holder_id = ${holderId}`;

interface NewJoin {
  definitionId: number;
  version: number;
  amount: string;
  currency: string;
  message: string;
  key: string;
  by: number;
}

/** Stores the request; undefined if the key was used, or the definition is asked for or joined already. */
export async function insertJoin(
  trx: Trx,
  { holderType, holderId }: Holder,
  join: NewJoin,
): Promise<JoinRecord | undefined> {
  const { rows } = await sql<JoinRecord>`
    insert into target_join (holder_type, holder_id, definition_id, definition_version, amount, currency, message, client_key, asked_by)
    values (${holderType}, ${holderId}, ${join.definitionId}, ${join.version}, ${join.amount}, ${join.currency},
      ${join.message}, ${join.key}, ${join.by})
    on conflict do nothing returning ${columns}`.execute(trx);
  return rows[0];
}

export async function findByClientKey(db: Db, holder: Holder, key: string): Promise<JoinRecord | undefined> {
  const { rows } = await sql<JoinRecord>`
    select ${columns} from target_join where ${ofHolder(holder)} and client_key = ${key}`.execute(db);
  return rows[0];
}

export const setTicket = (trx: Trx, id: number, ticketId: number) =>
  sql`update target_join set ticket_id = ${ticketId} where id = ${id}`.execute(trx);

export async function findJoin(db: Db, id: number, holder?: Holder): Promise<JoinRecord | undefined> {
  const { rows } = await sql<JoinRecord>`
    select ${columns} from target_join where id = ${id} ${holder ? sql`and ${ofHolder(holder)}` : sql``}`.execute(db);
  return rows[0];
}

/** The open or joined request of the holder for a definition. */
export async function findOpen(db: Db, holder: Holder, definitionId: number): Promise<JoinRecord | undefined> {
  const { rows } = await sql<JoinRecord>`
    select ${columns} from target_join
    where ${ofHolder(holder)} and definition_id = ${definitionId} and state in ('asked', 'joined')`.execute(db);
  return rows[0];
}

/** The holder's requests, the newest first. */
export async function selectHolderJoins(db: Db, holder: Holder): Promise<JoinRecord[]> {
  const { rows } = await sql<JoinRecord>`
    select ${columns} from target_join where ${ofHolder(holder)} order by id desc limit 100`.execute(db);
  return rows;
}

/** Moves a request on from the state that it has to be in; undefined if it is in another one. */
export async function moveJoin(
  trx: Trx,
  id: number,
  move: { from: JoinState; to: JoinState; decision?: { by: number; message: string } },
): Promise<JoinRecord | undefined> {
  const { from, to, decision } = move;
  const { rows } = await sql<JoinRecord>`
    update target_join set state = ${to}
      ${decision ? sql`, decided_at = now(), decided_by = ${decision.by}, staff_message = ${decision.message}` : sql``}
      ${to === "joined" ? sql`` : sql`, ended_at = now()`}
    where id = ${id} and state = ${from} returning ${columns}`.execute(trx);
  return rows[0];
}

/** Requests in a state: those that wait from the oldest on, others the newest first. */
export async function listJoinRecords(
  db: Db,
  {
    state,
    definition,
    holder,
    after,
    limit,
  }: {
    state: JoinState;
    definition: number | undefined;
    holder: Holder | undefined;
    after: { value: string; id: number } | undefined;
    limit: number;
  },
): Promise<JoinRecord[]> {
  const [beyond, order] = state === "asked" ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const { rows } = await sql<JoinRecord>`
    select ${columns} from target_join
    where state = ${state}
      ${definition === undefined ? sql`` : sql`and definition_id = ${definition}`}
      ${holder ? sql`and ${ofHolder(holder)}` : sql``}
      ${after ? sql`and (asked_at, id) ${beyond} (${after.value}::timestamptz, ${after.id}::bigint)` : sql``}
    order by asked_at ${order}, id ${order} limit ${limit}`.execute(db);
  return rows;
}
