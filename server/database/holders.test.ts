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
    // Statements of the build before this one join these three without saying whose holder they mean; the next release adds it.
    "contract_signature -> contract",
    "form_decision -> form_revision",
    "form_step_acceptance -> form_revision",
    // A list of the firm's: a mail may be of no ticket, or get one later.
    "unadded_mail -> ticket",
    "unadded_mail -> ticket_comment",
  ]);
});

test("unique indexes of holders' tables without the holder: keys that a distributed database demands to be widened", async () => {
  const { rows } = await sql<{ index: string }>`
    select indexrelid::regclass::text as index from pg_index
    where indisunique and indrelid in ${holderTables} and not exists (
      select from unnest(indkey::int[]) key join pg_attribute on attrelid = indrelid and attnum = key where attname = 'holder_id'
    )`.execute(database.db);
  expect(rows.map(({ index }) => index).toSorted()).toEqual([
    "announced_income_pkey",
    "bank_account_pkey",
    "benchmark_assignment_pkey",
    "cash_reservation_pkey",
    "chat_message_chat_id_author_id_key_key",
    "chat_message_file_file_id_key",
    "chat_message_file_pkey",
    "chat_message_pkey",
    "chat_message_version_pkey",
    "chat_note_author_id_key_key",
    "chat_note_pkey",
    "chat_pkey",
    "chat_presence_pkey",
    "chat_reading_pkey",
    "contract_pkey",
    "contract_previous_id_key",
    "custodian_account_number",
    "custodian_account_pkey",
    "data_archive_pkey",
    "data_erasure_pkey",
    "delegation_pkey",
    "delegation_token",
    "document_batch_entry_pkey",
    "document_pkey",
    "document_request_client_key",
    "document_request_pkey",
    "document_text_pkey",
    "document_thumbnail_pkey",
    "document_version_file_id_key",
    "document_version_pkey",
    "entry_match_pkey",
    "excluded_knowledge_pkey",
    "form_remark_pkey",
    "form_revision_pkey",
    "former_checkpoint_pkey",
    "holder_account_client_number_key",
    "holder_account_number_once",
    "knowledge_attempt_pkey",
    "ledger_knowledge_pkey",
    "legal_hold_pkey",
    "notification_pkey",
    "proposal_open_account",
    "proposal_open_custodian",
    "proposal_open_setting",
    "proposal_pkey",
    "reconciliation_break_id",
    "reconciliation_statement_current",
    "report_addressee_pkey",
    "report_opening_pkey",
    "report_pkey",
    "report_publication_pkey",
    "report_subscription_pkey",
    "report_telling_once",
    "report_telling_pkey",
    "screening_candidate_pkey",
    "screening_candidate_run_id_entry_id_key",
    "screening_decision_pkey",
    "screening_run_once",
    "screening_run_pkey",
    "screening_subject_pkey",
    "stored_file_pkey",
    "subscribed_report_once",
    "subscribed_report_pkey",
    "target_join_pkey",
    "ticket_comment_key",
    "ticket_comment_pkey",
    "ticket_file_pkey",
    "ticket_key",
    "ticket_mail_mail_key_key",
    "ticket_mail_pkey",
    "ticket_merge_open",
    "ticket_merge_pkey",
    "ticket_pkey",
    "ticket_watcher_pkey",
    "transaction_request_id_key",
    "upload_client_key",
    "upload_fragment_pkey",
    "upload_pkey",
    "view_as_pkey",
    "withdrawal_confirmation_pkey",
  ]);
});
