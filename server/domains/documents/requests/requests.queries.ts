/** SQL of the documents that the firm asks for. */
import type { DocumentRequestState } from "@portico/api/rules/documents.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export interface RequestRecord {
  id: number;
  holder_type: Holder["holderType"];
  holder_id: number;
  type: string;
  text: string;
  due: string;
  state: DocumentRequestState;
  document_id: number | null;
  created_at: Date;
  closed_at: Date | null;
}

const columns = sql`id, holder_type, holder_id, type, text, to_char(due, 'YYYY-MM-DD') as due, state, document_id,
  created_at, closed_at`;
const ofHolder = ({ holderType, holderId }: Holder): RawBuilder<SqlBool> =>
  sql`holder_type = ${holderType} and holder_id = ${holderId}`;

/** Those not closed, by day, then the newest fifty closed ones. */
export async function listHolderRequests(db: Db, holder: Holder): Promise<RequestRecord[]> {
  const { rows } = await sql<RequestRecord>`
    (select ${columns} from document_request
      where ${ofHolder(holder)} and closed_at is null order by document_request.due, id limit 200)
    union all
    (select ${columns} from document_request
      where ${ofHolder(holder)} and closed_at is not null order by id desc limit 50)`.execute(db);
  return rows;
}

interface NewRequest {
  type: string;
  text: string;
  due: string;
  askedBy: number;
  key: string | undefined;
  /** Of a request to many. */
  round?: string | undefined;
}

/** The new request's id; undefined if the person's key was used before. */
export const insertRequest = async (
  trx: Trx,
  { holderType, holderId }: Holder,
  { type, text, due, askedBy, key, round }: NewRequest,
): Promise<number | undefined> =>
  (
    await trx
      .insertInto("document_request")
      .values({
        holder_type: holderType,
        holder_id: holderId,
        type,
        text,
        due,
        asked_by: askedBy,
        client_key: key ?? null,
        round_id: round ?? null,
      })
      .onConflict((conflict) =>
        conflict.columns(["asked_by", "client_key"]).where("client_key", "is not", null).doNothing(),
      )
      .returning("id")
      .executeTakeFirst()
  )?.id;

/** The same request, made by the person for the holder with the same key. */
export const findRequestByKey = (
  trx: Trx,
  { holderType, holderId }: Holder,
  { type, text, due, askedBy, key }: NewRequest,
) =>
  trx
    .selectFrom("document_request")
    .select("id")
    .where("asked_by", "=", askedBy)
    .where("client_key", "=", key ?? null)
    .where("holder_type", "=", holderType)
    .where("holder_id", "=", holderId)
    .where("type", "=", type)
    .where("text", "=", text)
    .where("due", "=", sql<never>`${due}::date`)
    .executeTakeFirst();

/** The holder's request, locked until the transaction ends. */
export async function lockRequest(trx: Trx, holder: Holder, id: number): Promise<RequestRecord | undefined> {
  const { rows } = await sql<RequestRecord>`
    select ${columns} from document_request where ${ofHolder(holder)} and id = ${id} for update`.execute(trx);
  return rows[0];
}

/** An open request has its document; false if it is not open any more. */
export const setReceived = async (trx: Trx, id: number, documentId: number): Promise<boolean> =>
  (await trx
    .updateTable("document_request")
    .set({ state: "received", document_id: documentId })
    .where("id", "=", id)
    .where("state", "=", "open")
    .returning("id")
    .executeTakeFirst()) !== undefined;

/** Requests that the document answered, and that office has not decided, are open again. */
export const reopenRequestsForDocument = (trx: Trx, documentId: number) =>
  trx
    .updateTable("document_request")
    .set({ state: "open", document_id: null })
    .where("document_id", "=", documentId)
    .where("state", "=", "received")
    .execute();

/** Closes a request that is in that state; false if it is not. */
export const setClosed = async (
  trx: Trx,
  id: number,
  from: DocumentRequestState,
  { outcome, by }: { outcome: "accepted" | "cancelled"; by: number },
): Promise<boolean> =>
  (await trx
    .updateTable("document_request")
    .set({ state: outcome, closed_by: by, closed_at: sql`now()` })
    .where("id", "=", id)
    .where("state", "=", from)
    .returning("id")
    .executeTakeFirst()) !== undefined;

/** Asks again for a request whose document was not accepted; false if it is not received. */
export const setOpenAgain = async (
  trx: Trx,
  id: number,
  { text, due }: { text: string; due: string },
): Promise<boolean> =>
  (await trx
    .updateTable("document_request")
    .set({ state: "open", document_id: null, text, due, reminded_on: null })
    .where("id", "=", id)
    .where("state", "=", "received")
    .returning("id")
    .executeTakeFirst()) !== undefined;

/** Open requests due on one of those days, whose holder was not reminded today. */
export async function listToRemind(
  db: Db,
  { days, today, after, limit }: { days: readonly string[]; today: string; after: number; limit: number },
): Promise<RequestRecord[]> {
  const { rows } = await sql<RequestRecord>`
    select ${columns} from document_request
    where state = 'open' and document_request.due = any(${days}::date[]) and id > ${after}
      and (reminded_on is null or reminded_on < ${today}::date)
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Records today's reminder; false if the request is not open any more, or the holder was reminded today. */
export const noteReminded = async (trx: Trx, id: number, today: string): Promise<boolean> =>
  (await trx
    .updateTable("document_request")
    .set({ reminded_on: today })
    .where("id", "=", id)
    .where("state", "=", "open")
    .where((eb) => eb.or([eb("reminded_on", "is", null), eb("reminded_on", "<", sql<string>`${today}::date`)]))
    .returning("id")
    .executeTakeFirst()) !== undefined;
