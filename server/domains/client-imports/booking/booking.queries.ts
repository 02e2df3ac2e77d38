/** SQL of booking lines of a file of clients. */

import type { ClientLineData } from "@portico/api/client-imports.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

/** Lines in a state; people before companies, whose representatives they may be, or after them. */
export async function listWaiting(
  db: Db,
  importId: number,
  {
    state,
    first,
    after,
    limit,
  }: { state: "new" | "booked"; first: "person" | "company"; after: WaitingLine | undefined; limit: number },
): Promise<WaitingLine[]> {
  const { rows } = await sql<WaitingLine>`
    select kind <> ${first} as later, line from client_import_line
    where import_id = ${importId} and state = ${state} and not (state = 'booked' and failure is not null)
      ${after ? sql`and (kind <> ${first}, line) > (${after.later}, ${after.line}::int)` : sql``}
    order by kind <> ${first}, line limit ${limit}`.execute(db);
  return rows;
}
export interface WaitingLine {
  later: boolean;
  line: number;
}

export interface LockedLine {
  kind: "person" | "company";
  data: ClientLineData;
  bookedBy: number;
  reason: string | null;
}

/** The line, if it is still to be booked and its file is being booked: nobody stops it meanwhile. */
export async function lockLine(trx: Trx, importId: number, line: number): Promise<LockedLine | undefined> {
  const { rows } = await sql<LockedLine>`
    select kind, data, one.booked_by as "bookedBy", one.reason from client_import_line
      join client_import one on one.id = import_id
    where import_id = ${importId} and line = ${line} and client_import_line.state = 'new' and one.state = 'booking'
    for update of client_import_line for share of one`.execute(trx);
  return rows[0];
}

/** What it says is not kept twice. */
export const markBooked = (
  trx: Trx,
  importId: number,
  { line, userId, companyId }: { line: number; userId?: number; companyId?: number },
) =>
  trx
    .updateTable("client_import_line")
    .set({ state: "booked", data: null, written: null, user_id: userId ?? null, company_id: companyId ?? null })
    .where("import_id", "=", importId)
    .where("line", "=", line)
    .execute();

export const markFailed = (trx: Trx, importId: number, { line, failure }: { line: number; failure: string }) =>
  trx
    .updateTable("client_import_line")
    .set({ state: "failed", failure })
    .where("import_id", "=", importId)
    .where("line", "=", line)
    .where("state", "=", "new")
    .execute();

/** Marks the account as one that waits for its invitation; `identifiedOn`: the day on which the firm identified the person. */
export async function insertBrought(
  trx: Trx,
  { userId, importId, identifiedOn }: { userId: number; importId: number; identifiedOn: string | null },
): Promise<void> {
  await sql`
    update app_user set awaits_invitation = true, reviewed_on = ${identifiedOn}::date where id = ${userId}`.execute(
    trx,
  );
  await trx.insertInto("client_invitation").values({ user_id: userId, import_id: importId }).execute();
}

export interface BookedRepresentative {
  id: number;
  email: string;
  state: HolderState;
  hasStarted: boolean;
}

/** Of lines of the file with one of these addresses: who is meant, or that nobody has decided it yet. */
export async function findDecided(
  trx: Trx,
  importId: number,
  addresses: readonly string[],
): Promise<{ email: string; state: string; userId: number | null }[]> {
  const { rows } = await sql<{ email: string; state: string; userId: number | null }>`
    select data->>'email' as email, state, user_id as "userId" from client_import_line
    where import_id = ${importId} and state in ('present', 'maybe') and data->>'email' = any(${[...addresses]}::text[])`.execute(
    trx,
  );
  return rows;
}

/** By their addresses, locked: nobody's state changes meanwhile. */
export async function lockRepresentatives(
  trx: Trx,
  { addresses, ids }: { addresses: readonly string[]; ids: readonly number[] },
): Promise<BookedRepresentative[]> {
  const { rows } = await sql<BookedRepresentative>`
    select id, email, state, exists (select from company where creator_id = app_user.id
      and company.state in ('preKYC', 'pendingKYC', 'returnedKYC')) as "hasStarted"
    from app_user where email = any(${[...addresses]}::text[]) or id = any(${[...ids]}::bigint[]) order by id for update`.execute(
    trx,
  );
  return rows;
}

export async function insertBroughtCompany(
  trx: Trx,
  one: {
    name: string;
    registerNumber: string;
    country: string | null;
    creatorId: number;
    identifiedOn: string | null;
  },
): Promise<number> {
  const isNew = one.identifiedOn === null;
  const { rows } = await sql<{ id: number }>`
    insert into company (name, draft_name, register_number, register_country, creator_id, state, reviewed_on)
    values (${isNew ? "" : one.name}, ${one.name}, ${one.registerNumber}, ${one.country}, ${one.creatorId},
      ${isNew ? "preKYC" : "pendingReKYC"}, ${one.identifiedOn}::date)
    returning id`.execute(trx);
  return rows[0]?.id as number;
}

/** Ends a file in which nothing is left to be done; false if it is not in that state any more. */
export async function endImport(trx: Trx, id: number, { from, to }: { from: string; to: string }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update client_import set state = ${to}, ended_at = now(),
      kept = (select count(*) from client_import_line where import_id = ${id} and state = 'booked' and failure is not null)
    where id = ${id} and state = ${from}`.execute(trx);
  return Boolean(numAffectedRows);
}

/** Files whose booking or undoing goes on. */
export async function listRunning(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from client_import where state = 'booking' or (state = 'undone' and ended_at is null) order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Drops previews, and what is left of booked files, that nobody went on with for so many days. */
export async function dropOld(trx: Trx, days: number): Promise<number> {
  await sql`
    delete from client_import_line line using client_import one
    where one.id = line.import_id and one.uploaded_at < now() - make_interval(days => ${days}::int)
      and one.state <> 'booking' and line.state in ('new', 'maybe', 'present', 'faulty', 'failed')`.execute(trx);
  const { numAffectedRows } = await sql`
    update client_import set state = 'discarded', ended_at = now()
    where state = 'previewed' and uploaded_at < now() - make_interval(days => ${days}::int)`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
