/** SQL of batches: contracts of one template for many holders. */
import type { ContractBatch, TextFault } from "@portico/api/contracts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export interface BatchRecord extends Omit<ContractBatch, "created_at"> {
  contract_data: Record<string, string>;
  created_by_id: number;
  created_at: Date;
}

const columns = sql`batch.id, batch.contract_type, batch.template_version, batch.contract_data, batch.state, batch.created_at,
  batch.created_by as created_by_id, app_user.name as created_by, counts.total, counts.sent, counts.failed`;
const withCounts = sql`contract_batch batch
  join app_user on app_user.id = batch.created_by
  cross join lateral (
    select count(*)::int as total, (count(*) filter (where state = 'sent'))::int as sent,
      (count(*) filter (where state = 'failed'))::int as failed
    from contract_batch_row where batch_id = batch.id
  ) counts`;

export async function findBatch(db: Db, id: number): Promise<BatchRecord | undefined> {
  const { rows } = await sql<BatchRecord>`select ${columns} from ${withCounts} where batch.id = ${id}`.execute(db);
  return rows[0];
}

/** The newest first, from `before` on. */
export async function listBatches(
  db: Db,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<BatchRecord[]> {
  const { rows } = await sql<BatchRecord>`
    select ${columns} from ${withCounts} ${before === undefined ? sql`` : sql`where batch.id < ${before}`}
    order by batch.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function insertBatch(
  trx: Trx,
  {
    type,
    version,
    data,
    userId,
    holders,
  }: {
    type: string;
    version: number;
    data: Readonly<Record<string, string>>;
    userId: number;
    holders: readonly Holder[];
  },
): Promise<number> {
  const { id } = await trx
    .insertInto("contract_batch")
    .values({ contract_type: type, template_version: version, contract_data: JSON.stringify(data), created_by: userId })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`
    insert into contract_batch_row (batch_id, holder_type, holder_id)
    select ${id}, holder_type, holder_id
    from unnest(${holders.map(({ holderType }) => holderType)}::text[], ${holders.map(({ holderId }) => holderId)}::bigint[])
      as recipient (holder_type, holder_id)
    on conflict do nothing`.execute(trx);
  return id;
}

export interface BatchRow {
  holder_type: Holder["holderType"];
  holder_id: number;
  name: string;
  state: "waiting" | "sent" | "failed";
  contract_id: number | null;
  faults: TextFault[];
}

export async function listRows(db: Db, batchId: number, limit: number): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select holder_type, holder_id, state, contract_id, faults, case holder_type
        when 'user' then (select name from app_user where id = holder_id)
        else (select coalesce(nullif(name, ''), draft_name) from company where id = holder_id)
      end as name
    from contract_batch_row where batch_id = ${batchId} order by holder_type, holder_id limit ${limit}`.execute(db);
  return rows;
}

/** The next recipient, after the given one, of a batch that is running; none if it is done, paused or cancelled. */
export async function nextWaiting(db: Db, batchId: number, after: Holder | undefined): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select holder_type as "holderType", holder_id as "holderId" from contract_batch_row
    where batch_id = ${batchId} and state = 'waiting'
      ${after ? sql`and (holder_type, holder_id) > (${after.holderType}, ${after.holderId}::bigint)` : sql``}
      and exists (select 1 from contract_batch where id = ${batchId} and state = 'running')
    order by holder_type, holder_id limit 1`.execute(db);
  return rows;
}

/** Takes a recipient who waits, while the batch runs; false if another run, a pause or a cancellation was first. */
export async function settleRow(
  trx: Trx,
  batchId: number,
  { holderType, holderId }: Holder,
  { contractId, faults }: { contractId: number | null; faults: readonly TextFault[] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update contract_batch_row set state = ${contractId === null ? "failed" : "sent"}, contract_id = ${contractId},
      faults = ${JSON.stringify(faults)}::jsonb
    where batch_id = ${batchId} and holder_type = ${holderType} and holder_id = ${holderId} and state = 'waiting'
      and exists (select 1 from contract_batch where id = ${batchId} and state = 'running' for share)`.execute(trx);
  return numAffectedRows === 1n;
}

/** Moves a batch from one of the states; false if it is in another. */
export async function moveBatch(
  trx: Trx,
  id: number,
  { from, to }: { from: readonly ContractBatch["state"][]; to: ContractBatch["state"] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update contract_batch set state = ${to} where id = ${id} and state = any(${[...from]}::text[])`.execute(trx);
  return numAffectedRows === 1n;
}

/** Marks a running batch without waiting recipients as done. */
export async function finishBatch(trx: Trx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update contract_batch set state = 'done'
    where id = ${id} and state = 'running'
      and not exists (select 1 from contract_batch_row where batch_id = ${id} and state = 'waiting')`.execute(trx);
  return numAffectedRows === 1n;
}

/** Serialises the sending of contracts of the type to the holder, so that two at once do not both find that none awaits them. */
export const lockPending = (trx: Trx, type: string, { holderType, holderId }: Holder) =>
  sql`select pg_advisory_xact_lock(hashtext(${type}), hashtext(${`${holderType} ${holderId}`}))`.execute(trx);

/** Those of the holders whom a contract of the type awaits already. */
export async function listPending(db: Db, type: string, holders: readonly Holder[]): Promise<Set<string>> {
  const { rows } = await sql<{ holder_type: string; holder_id: number }>`
    select distinct holder_type, holder_id from contract
    join unnest(${holders.map(({ holderType }) => holderType)}::text[], ${holders.map(({ holderId }) => holderId)}::bigint[])
      as recipient (holder_type, holder_id) using (holder_type, holder_id)
    where contract_type = ${type} and state in ('awaitingAdmin', 'awaitingClient')`.execute(db);
  return new Set(rows.map(({ holder_type, holder_id }) => `${holder_type}/${holder_id}`));
}
