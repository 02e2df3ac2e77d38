/** SQL of payment files and the withdrawals that they pay. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { oneRow } from "../../../kernel/one-row.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import type { RequestRecord } from "../requests/requests.queries.ts";

export type PaymentFileState = "prepared" | "released" | "cancelled";

export interface PaymentFileRow {
  id: number;
  messageId: string;
  currency: string;
  debtorIban: string;
  debtorBank: string;
  executeOn: string;
  payments: number;
  total: string;
  sha256: string;
  state: PaymentFileState;
  createdBy: number;
  createdAt: Date;
  settledBy: number | null;
  settledAt: Date | null;
}

const columns = sql`id, message_id as "messageId", currency, debtor_iban as "debtorIban", debtor_bank as "debtorBank",
  execute_on as "executeOn", payments, trim_scale(total)::text as total, encode(sha256, 'hex') as sha256, state,
  created_by as "createdBy", created_at as "createdAt", settled_by as "settledBy", settled_at as "settledAt"`;

export async function insertPaymentFile(
  trx: Trx,
  file: Pick<
    PaymentFileRow,
    "messageId" | "currency" | "debtorIban" | "debtorBank" | "executeOn" | "payments" | "total"
  > & {
    content: string;
    sha256: Buffer;
    createdBy: number;
  },
): Promise<PaymentFileRow> {
  return oneRow(
    await sql<PaymentFileRow>`
      insert into payment_file (message_id, currency, debtor_iban, debtor_bank, execute_on, payments, total, content, sha256,
        created_by)
      values (${file.messageId}, ${file.currency}, ${file.debtorIban}, ${file.debtorBank}, ${file.executeOn},
        ${file.payments}, ${file.total}, ${file.content}, ${file.sha256}, ${file.createdBy})
      returning ${columns}`.execute(trx),
  );
}

/** False if the withdrawal is in another file that was not cancelled. */
export async function insertFileRow(
  trx: Trx,
  holder: Holder,
  { fileId, requestId, amount }: { fileId: number; requestId: number; amount: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into payment_file_row (file_id, holder_type, holder_id, request_id, amount)
    values (${fileId}, ${holder.holderType}, ${holder.holderId}, ${requestId}, ${amount})
    on conflict do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

export async function lockPaymentFile(trx: Trx, id: number): Promise<PaymentFileRow | undefined> {
  const { rows } = await sql<PaymentFileRow>`select ${columns} from payment_file where id = ${id} for update`.execute(
    trx,
  );
  return rows[0];
}

export async function findPaymentFile(
  db: Db,
  id: number,
): Promise<(PaymentFileRow & { content: string | null }) | undefined> {
  const { rows } = await sql<PaymentFileRow & { content: string | null }>`
    select ${columns}, content from payment_file where id = ${id}`.execute(db);
  return rows[0];
}

export async function listFileRequests(db: Db, fileId: number): Promise<(Holder & { requestId: number })[]> {
  const { rows } = await sql<Holder & { requestId: number }>`
    select holder_type as "holderType", holder_id as "holderId", request_id as "requestId"
    from payment_file_row where file_id = ${fileId} order by request_id`.execute(db);
  return rows;
}

/** The withdrawals of a file, with the state that each is in now. */
export async function listFileRows(
  db: Db,
  fileId: number,
): Promise<(Pick<RequestRecord, "id" | "holder_type" | "holder_id" | "state"> & { amount: string })[]> {
  const { rows } = await sql<Awaited<ReturnType<typeof listFileRows>>[number]>`
    select request.id, request.holder_type, request.holder_id, trim_scale(row.amount)::text as amount, request.state
    from payment_file_row as row
    join transaction_request as request
      on request.holder_type = row.holder_type and request.holder_id = row.holder_id and request.id = row.request_id
    where row.file_id = ${fileId} order by request.id`.execute(db);
  return rows;
}

/** Ends a prepared file; undefined if it was ended before. A cancelled one frees its withdrawals. */
export async function settlePaymentFile(
  trx: Trx,
  id: number,
  { to, by }: { to: "released" | "cancelled"; by: number },
): Promise<PaymentFileRow | undefined> {
  const { rows } = await sql<PaymentFileRow>`
    update payment_file set state = ${to}, settled_by = ${by}, settled_at = now()
    where id = ${id} and state = 'prepared' returning ${columns}`.execute(trx);
  if (rows[0] && to === "cancelled")
    await sql`update payment_file_row set is_live = false where file_id = ${id}`.execute(trx);
  return rows[0];
}

export async function listPaymentFileRows(
  db: Db,
  { below, limit }: { below: number | undefined; limit: number },
): Promise<PaymentFileRow[]> {
  const { rows } = await sql<PaymentFileRow>`
    select ${columns} from payment_file ${below === undefined ? sql`` : sql`where id < ${below}`}
    order by id desc limit ${limit}`.execute(db);
  return rows;
}
