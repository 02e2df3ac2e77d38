/**
 * What stands in the way of partitions by holder, row-level security and a distributed PostgreSQL (docs/scaling.md), from the
 * catalogue. The lists may only become shorter: a new table of a holder's records has the holder, written with the row.
 */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const holderTables = sql`(
  select attrelid from pg_attribute join pg_class on pg_class.oid = attrelid
  where attname = 'holder_id' and not attisdropped and relkind = 'r' and relnamespace = 'public'::regnamespace)`;

test("tables that have a holder only through another table", async () => {
  const { rows } = await sql<{ link: string }>`
    select distinct conrelid::regclass || ' -> ' || confrelid::regclass as link from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and confrelid in ${holderTables}
      and conrelid not in ${holderTables} order by 1`.execute(database.db);
  expect(rows.map(({ link }) => link)).toEqual([
    "chat_message -> chat",
    "chat_message -> ticket",
    "chat_message_file -> stored_file",
    "chat_note -> chat",
    "chat_presence -> chat",
    "chat_reading -> chat",
    "contract_signature -> contract",
    "document_version -> document",
    "document_version -> stored_file",
    "form_decision -> form_revision",
    "form_remark -> form_revision",
    "form_step_acceptance -> form_revision",
    "ticket_comment -> ticket",
    "ticket_file -> stored_file",
    "ticket_file -> ticket",
    "ticket_mail -> ticket",
    "ticket_merge -> ticket",
    "ticket_watcher -> ticket",
    "unadded_mail -> ticket",
    "upload_fragment -> upload",
  ]);
});

test("unique indexes of holders' tables without the holder", async () => {
  const { rows } = await sql<{ index: string }>`
    select indexrelid::regclass::text as index from pg_index
    where indisunique and indrelid in ${holderTables} and not exists (
      select from unnest(indkey::int[]) key join pg_attribute on attrelid = indrelid and attnum = key where attname = 'holder_id'
    ) order by 1`.execute(database.db);
  expect(rows.map(({ index }) => index)).toEqual([
    "bank_account_pkey",
    "cash_reservation_pkey",
    "chat_pkey",
    "contract_pkey",
    "contract_previous_id_key",
    "document_batch_entry_pkey",
    "document_pkey",
    "document_request_client_key",
    "document_request_pkey",
    "entry_match_pkey",
    "entry_match_request",
    "form_revision_pkey",
    "holder_account_client_number_key",
    "holder_account_number_once",
    "knowledge_attempt_pkey",
    "notification_pkey",
    "proposal_pkey",
    "stored_file_pkey",
    "target_join_pkey",
    "ticket_key",
    "ticket_pkey",
    "transaction_request_id_key",
    "upload_client_key",
    "upload_pkey",
    "view_as_pkey",
    "withdrawal_confirmation_pkey",
  ]);
});
