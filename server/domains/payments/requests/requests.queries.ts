/** SQL of clients' requests to deposit, withdraw, buy or sell. */

import type { RequestRow } from "@portico/api/payments/requests.ts";
import { isPendingRequest, pendingRequestStates } from "@portico/api/rules/transaction-requests.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import { isOfColleague } from "../../holders/assigned.ts";

export type RequestState = RequestRow["state"];
type RequestInfo = RequestRow["transactionInfo"];

interface NewRequest {
  type: RequestRow["type"];
  userMsg: string;
  transactionInfo: RequestInfo;
  key: string | undefined;
  createdBy: number;
  state: RequestState;
}

export interface RequestRecord {
  id: number;
  holder_type: Holder["holderType"];
  holder_id: number;
  type: RequestRow["type"];
  user_msg: string;
  transaction_info: RequestInfo;
  state: RequestState;
  created_at: Date;
  created_by: number;
  handled_at: Date | null;
  handled_by: number | null;
  staff_message: string | null;
}

const columns = sql`id, holder_type, holder_id, type, user_msg, transaction_info, state, created_at, created_by, handled_at,
  handled_by, staff_message`;

/** Stores the request; undefined if the holder already sent one with this key. */
export async function insertRequest(trx: Trx, holder: Holder, request: NewRequest): Promise<RequestRecord | undefined> {
  const { rows } = await sql<RequestRecord>`
    insert into transaction_request (holder_type, holder_id, type, user_msg, transaction_info, request_key, created_by, state)
    values (${holder.holderType}, ${holder.holderId}, ${request.type}, ${request.userMsg},
            ${JSON.stringify(request.transactionInfo)}::jsonb, ${request.key ?? null}, ${request.createdBy}, ${request.state})
    on conflict (holder_type, holder_id, request_key) do nothing
    returning ${columns}`.execute(trx);
  return rows[0];
}

/** The request sent with this key, and whether it is the same. */
export async function findRequestByKey(
  db: Db,
  holder: Holder,
  request: Omit<NewRequest, "state">,
): Promise<{ id: number; state: RequestState; alike: boolean } | undefined> {
  const { rows } = await sql<{ id: number; state: RequestState; alike: boolean }>`
    select id, state, type = ${request.type} and user_msg = ${request.userMsg}
      and transaction_info = ${JSON.stringify(request.transactionInfo)}::jsonb as alike
    from transaction_request where ${ofHolder(holder)} and request_key = ${request.key ?? null}`.execute(db);
  return rows[0];
}

/** A request, locked until the transaction ends. */
export async function lockRequest(trx: Trx, id: number): Promise<RequestRecord | undefined> {
  const { rows } =
    await sql<RequestRecord>`select ${columns} from transaction_request where id = ${id} for update`.execute(trx);
  return rows[0];
}

/** The holder's withdrawals whose payment is not ordered, locked in a fixed order. */
export async function lockUnpaidWithdrawals(trx: Trx, holder: Holder): Promise<RequestRecord[]> {
  const { rows } = await sql<RequestRecord>`
    select ${columns} from transaction_request
    where ${ofHolder(holder)} and type = 'withdrawal' and state in ('open', 'awaitingSigners')
    order by id for update`.execute(trx);
  return rows;
}

/** Withdrawals whose payment nobody ordered and that are in no payment file, the oldest first. */
export async function listUnordered(db: Db, limit: number): Promise<RequestRecord[]> {
  const { rows } = await sql<RequestRecord>`
    select ${columns} from transaction_request
    where type = 'withdrawal' and state = 'open' and not exists (
      select from payment_file_row as row
      where row.holder_type = transaction_request.holder_type and row.holder_id = transaction_request.holder_id
        and row.request_id = transaction_request.id and is_live
    )
    order by created_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Companies with withdrawals whose payment is not ordered. */
export async function listCompaniesWithUnpaid(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct request.holder_id as id from cash_reservation
    join transaction_request as request on request.id = request_id
    where cash_reservation.state = 'pending' and request.state in ('open', 'awaitingSigners')
      and request.holder_type = 'company'
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Moves a request on from one of the given states; undefined if it is in another, or not the holder's. */
export async function moveRequest(
  trx: Trx,
  id: number,
  move: {
    from: readonly RequestState[];
    to: RequestState;
    holder?: Holder;
    /** Who decided, with a message to the client. */
    by?: { userId: number; staffMessage: string };
  },
): Promise<RequestRecord | undefined> {
  const { from, to, holder, by } = move;
  const { rows } = await sql<RequestRecord>`
    update transaction_request
    set state = ${to}, changes = changes + 1, handled_at = ${isPendingRequest(to) ? null : sql`now()`}
      ${by ? sql`, handled_by = ${by.userId}, staff_message = ${by.staffMessage}` : sql``}
    where id = ${id} and state = any(${from}::text[]) ${holder ? sql`and ${ofHolder(holder)}` : sql``}
    returning ${columns}`.execute(trx);
  return rows[0];
}

/** Requests of any holders, in the order of their ids. */
export async function listRecordsById(db: Db, ids: readonly number[]): Promise<RequestRecord[]> {
  const { rows } = await sql<RequestRecord>`
    select ${columns} from transaction_request where id = any(${[...ids]}::bigint[]) order by id`.execute(db);
  return rows;
}

/** Opens again what was marked so a moment ago; undefined if it is in another state. */
export async function putBackRequest(trx: Trx, id: number, from: RequestState): Promise<RequestRecord | undefined> {
  const { rows } = await sql<RequestRecord>`
    update transaction_request
    set state = 'open', changes = changes + 1, handled_at = null, handled_by = null, staff_message = null
    where id = ${id} and state = ${from}
    returning ${columns}`.execute(trx);
  return rows[0];
}

/** The staff queue: open ones oldest first, all others newest first. */
export async function listRequestRecords(
  db: Db,
  page: {
    state: RequestState | undefined;
    holder: Holder | undefined;
    /** Who is in charge of the client; 0: nobody. */
    assigned: number | undefined;
    after: { value: string; id: number } | undefined;
    limit: number;
  },
): Promise<RequestRecord[]> {
  const [beyond, order] = page.state === "open" ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const { rows } = await sql<RequestRecord>`
    select ${columns} from transaction_request
    where true
      ${page.state ? sql`and state = ${page.state}` : sql``}
      ${page.holder ? sql`and ${ofHolder(page.holder)}` : sql``}
      ${page.assigned === undefined ? sql`` : sql`and ${isOfColleague("transaction_request", page.assigned)}`}
      ${page.after ? sql`and (created_at, id) ${beyond} (${page.after.value}::timestamptz, ${page.after.id}::bigint)` : sql``}
    order by created_at ${order}, id ${order} limit ${page.limit}`.execute(db);
  return rows;
}

/** The holder's deposits and withdrawals that are pending, and those decided since a moment; newest first. */
export async function listPaymentRecords(
  db: Db,
  holder: Holder,
  { decidedSince, limit }: { decidedSince: Date; limit: number },
): Promise<RequestRecord[]> {
  const { rows } = await sql<RequestRecord>`
    select ${columns} from transaction_request
    where ${ofHolder(holder)} and type in ('deposit', 'withdrawal')
      and (state = any(${pendingRequestStates}::text[]) or handled_at >= ${decidedSince})
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** The holder's open payments of a type and currency, the oldest first. */
export async function listOpenPayments(
  db: Db,
  holder: Holder,
  { type, currency }: { type: "deposit" | "withdrawal"; currency: string },
): Promise<RequestRecord[]> {
  const { rows } = await sql<RequestRecord>`
    select ${columns} from transaction_request
    where ${ofHolder(holder)} and type in ('deposit', 'withdrawal') and state in ('open', 'paying')
      and type = ${type} and transaction_info->>'currency' = ${currency}
    order by created_at, id`.execute(db);
  return rows;
}

/** The holder's payments of a type and currency that an entry of that day may be, closed ones too, the newest first. */
export async function listMatchable(
  db: Db,
  holder: Holder,
  { type, currency, until, limit }: { type: "deposit" | "withdrawal"; currency: string; until: Date; limit: number },
): Promise<RequestRecord[]> {
  const { rows } = await sql<RequestRecord>`
    select ${columns} from transaction_request
    where ${ofHolder(holder)} and type = ${type} and state <> 'done' and transaction_info->>'currency' = ${currency}
      and created_at <= ${until}
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

export async function listRequestsById(db: Db, holder: Holder, ids: readonly number[]): Promise<RequestRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<RequestRecord>`
    select ${columns} from transaction_request where ${ofHolder(holder)} and id = any(${ids}::bigint[]) order by id`.execute(
    db,
  );
  return rows;
}

/** Types and currencies of the holder's open payments. */
export async function listOpenCurrencies(
  db: Db,
  holder: Holder,
): Promise<{ type: "deposit" | "withdrawal"; currency: string }[]> {
  const { rows } = await sql<{ type: "deposit" | "withdrawal"; currency: string }>`
    select distinct type, transaction_info->>'currency' as currency from transaction_request
    where ${ofHolder(holder)} and type in ('deposit', 'withdrawal') and state in ('open', 'paying')`.execute(db);
  return rows;
}

export async function findRequest(db: Db, id: number): Promise<RequestRecord | undefined> {
  const { rows } = await sql<RequestRecord>`select ${columns} from transaction_request where id = ${id}`.execute(db);
  return rows[0];
}

/** Open requests, counted up to a cap, to avoid scanning everything. */
export async function countOpenRequests(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from transaction_request where state = 'open' limit ${most}) as open`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
