/** The erasing role has exactly the rights that retention needs. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openKysely, openPool } from "../../database/connect.ts";
import { appRole, retentionRole } from "../../database/roles.ts";
import type { Db } from "../../kernel/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { listTablesByClass, type RetentionClass, retentionClasses, type TableName } from "./classes.ts";

let database: TestDatabase;
let erasing: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  erasing = openKysely(
    openPool({ connection: database.retentionConnection, size: 1, prepared: false, name: "retention" }),
  );
});
afterAll(async () => {
  await erasing.destroy();
  await database.close();
});

/** Tables on which a role has a right. */
const tablesWith = async (role: string, right: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and has_table_privilege(${role}, oid, ${right}) and relname not like 'kysely%' order by relname`.execute(
    database.db,
  );
  return rows.map(({ name }) => name);
};
/** Columns on which a role has a right, by table. */
const columnsWith = async (role: string, right: string): Promise<Record<string, string[]>> => {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select relname as name, array_agg(attname::text order by attname) as columns
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
      and has_column_privilege(${role}, attrelid, attnum, ${right})
    group by relname order by relname`.execute(database.db);
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
};

test("every table has its class", async () => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'`.execute(database.db);
  expect(Object.keys(retentionClasses).toSorted()).toEqual(rows.map(({ table_name }) => table_name).toSorted());
});

const goes: RetentionClass[] = [
  "holder",
  "revision",
  "document",
  "contract",
  "ticket",
  "person",
  "company",
  "shared",
  "account",
  "signIn",
  "chat",
];

test("it deletes rows of clients and of signing in, and of no other table", async () => {
  expect(await tablesWith(retentionRole, "DELETE")).toEqual(listTablesByClass(...goes).toSorted());
});

test("it changes what names a person, a company or an entry's content, and nothing else", async () => {
  const emptied = ["actor", "address", "after", "before", "erased_at", "request_id", "salt"];
  expect(await columnsWith(retentionRole, "UPDATE")).toEqual({
    app_user: [
      "assigned_to",
      "client_data",
      "email",
      "erased_at",
      "last_company",
      "name",
      "password_hash",
      "phone",
      "preferences",
      "records_erased_at",
    ],
    audit_entry: emptied,
    audit_head: ["hash", "position"],
    company: ["assigned_to", "draft_name", "erased_at", "name", "records_erased_at", "register_number"],
    // What a person asked to have erased: the proof of it stays.
    data_erasure: ["ended_at", "outcome", "reason", "refusal", "state"],
  });
});

test("it adds to the audit log alone, and empties no table at a stroke", async () => {
  expect(await tablesWith(retentionRole, "INSERT")).toEqual(["audit_entry"]);
  expect(await tablesWith(retentionRole, "TRUNCATE")).toEqual([]);
  const { rows } = await sql<{ owned: number }>`
    select count(*)::int as owned from pg_class where relowner = ${retentionRole}::regrole`.execute(database.db);
  expect(rows).toEqual([{ owned: 0 }]);
});

const refused: [string, string][] = [
  ["cut the audit log", "delete from audit_entry"],
  ["rewrite its hashes", "update audit_entry set hash = ''"],
  ["delete a person", "delete from app_user"],
  ["make somebody an admin", "update app_user set role = 'admin'"],
  ["bring somebody back", "update app_user set state = 'postKYC', ended_at = null"],
  ["end a relationship", "update company set ended_at = now()"],
  ["take a hold off", "update company set held = false"],
  ["shorten the firm's years", "update setting set data = '{}'"],
  ["change a revision", "update form_revision set answers = ''"],
  ["book an entry", "insert into ledger_entry default values"],
  ["throw keys away", "delete from data_key"],
  ["delete prices", "delete from price"],
  ["disturb the queue", "delete from jobs.job"],
];
test.each(refused)("it may not %s", async (_, statement) => {
  await expect(sql.raw(statement).execute(erasing)).rejects.toMatchObject({ code: "42501" });
});

test("what is append-only the portal's own role still may not delete", async () => {
  const deletable = await tablesWith(appRole, "DELETE");
  const appendOnly: TableName[] = [
    "announced_income",
    "client_mail",
    "screening_candidate",
    "screening_decision",
    "screening_holder",
    "screening_list",
    "screening_round",
    "screening_run",
    "screening_subject",
    "corporate_action",
    "corporate_action_election",
    "corporate_action_holder",
    "corporate_action_run",
    "corporate_action_signature",
    "corporate_action_telling",
    "corporate_action_version",
    "ledger_entry",
    "ledger_delivery",
    "ledger_delivery_lot",
    "ledger_settlement",
    "price",
    "report",
    "report_addressee",
    "report_opening",
    "report_subscription",
    "statement_opening",
    "subscribed_report",
    "report_publication",
    "report_run",
    "report_schedule",
    "report_telling",
    "fx_rate",
    "form_revision",
    "form_decision",
    "knowledge_attempt",
    "data_key",
    "audit_entry",
    "audit_head",
    "setting_version",
    "staff_invitation",
    "client_import",
    "mail_test",
    "shipped_text",
    "operator_note",
    "demo_portal",
    "import",
    "seal_authority",
    "seal_certificate",
    "contract",
    "contract_signature",
    "withdrawal_confirmation",
    "contract_template",
    "content_version",
    "data_archive",
    "data_export",
    "data_export_file",
    "data_erasure",
    "delegation",
    "fall_notice",
    "fall_notice_opening",
    "instrument_leverage",
    "legal_hold",
    "mandate",
    "position_flag",
    "reconciliation_statement",
    "stated_position",
    "benchmark",
    "benchmark_upload",
    "benchmark_value",
    "benchmark_version",
    "central_bank_batch",
    "central_bank_rate",
    "central_bank_upload",
    "import_mapping_version",
    "pickup_file",
    "pickup_source",
    "machine_key",
    "machine_key_token",
    "income_announcement",
    "income_announcement_upload",
    // Written by triggers alone.
    "excluded_knowledge",
    "instrument_cost",
    "instrument_knowledge",
    "knowledge_start",
    "ledger_knowledge",
    "market_knowledge",
    "split_knowledge",
    "fund_nav",
    "nav_correction",
    "nav_upload",
    "fund_document_told",
    "ownership_share",
    "target_join",
    "target_order",
    "ticket",
    "ticket_comment",
    "ticket_file",
    "ticket_mail",
    "ticket_merge",
    "failed_sign_in",
    // Written by functions alone.
    "sign_in_change",
    "sign_in_hour",
    "sign_in_total",
  ];
  expect(deletable.filter((table) => (appendOnly as string[]).includes(table))).toEqual([]);
  expect(deletable).toHaveLength(Object.keys(retentionClasses).length - appendOnly.length);
});
