/** Discarding a started company: what is deleted with it, what prevents it, and concurrent actions. */
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";
import { companyWithDraft } from "../forms/testing/filled.ts";
import { arrangeHolder, ask } from "../onboarding/testing/holders.ts";
import { recordTables } from "./record-tables.ts";

let app: TestApp;
let office: TestUser;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office");
  admin = await app.as("admin");
});
afterAll(() => app.close());

const begin = ({ id, client }: TestUser) => client.companies.create({ params: { userId: id }, body: {} });
const startedOf = ({ id, client }: TestUser) => client.companies.getStartedState({ params: { userId: id } });
const discard = ({ id, client }: TestUser) => client.forms.discardCompanyForm({ params: { id } });
const choose = ({ id, client }: TestUser, lastCompany: number | null) =>
  client.users.setLastCompany({ params: { id }, body: { lastCompany } });
const activeOf = async ({ id, client }: TestUser) => (await client.users.get({ params: { id } })).lastCompany;
const companyLog = (id: number, action?: string) => auditOf(app, { type: "company", id }, action);

test("a company that was never submitted is discarded with its form, and nobody acts for it any more", async () => {
  const { creator, path } = await companyWithDraft(app);
  await choose(creator, path.holderId);
  expect(await activeOf(creator)).toBe(path.holderId);
  await discard(creator);
  expect(await startedOf(creator)).toEqual({ id: null, state: null });
  expect(await activeOf(creator)).toBeNull();
  expect(await codeOf(creator.client.companies.get({ params: { id: path.holderId } }))).toBe("notFound");
  expect(await codeOf(discard(creator)), "there is nothing left to discard").toBe("notFound");
  expect(await companyLog(path.holderId, "company.discarded")).toHaveLength(1);
  const drafts = await app.database.db
    .selectFrom("form_draft")
    .select("holder_id")
    .where("holder_type", "=", "company")
    .where("holder_id", "=", path.holderId)
    .execute();
  expect(drafts).toEqual([]);
  expect((await begin(creator)).id).not.toBe(path.holderId);
});

test("what was submitted once cannot be discarded, also after it was returned", async () => {
  for (const state of ["pendingKYC", "returnedKYC"] as const) {
    const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", state);
    expect(await codeOf(discard(owner)), state).toBe("stateConflict");
    expect(await startedOf(owner)).toEqual({ id: holder.holderId, state });
  }
});

test("discarding against submitting: one of them happens, and the company is gone or waits", async () => {
  for (let round = 0; round < 6; round += 1) {
    const { creator, path } = await companyWithDraft(app);
    const [discarded, submitted] = await Promise.all([
      codeOf(discard(creator)),
      codeOf(creator.client.forms.snapshot({ params: path, body: {} })),
    ]);
    const { id, state } = await startedOf(creator);
    if (discarded === "done") expect([submitted === "done", id]).toEqual([false, null]);
    else expect([submitted, id, state]).toEqual(["done", path.holderId, "pendingKYC"]);
  }
});

test("choosing a company while it is discarded is ignored like choosing one that is not there", async () => {
  for (let round = 0; round < 12; round += 1) {
    const { creator, path } = await companyWithDraft(app);
    const answers = await Promise.all([
      codeOf(choose(creator, path.holderId)),
      codeOf(discard(creator)),
      codeOf(choose(creator, path.holderId)),
    ]);
    expect(answers).toEqual(["done", "done", "done"]);
    expect(await activeOf(creator)).toBeNull();
  }
});

test("a company that staff gave a client number is not discarded, until they take the number away", async () => {
  const give = (id: number, clientNumber: string | null) =>
    office.client.companies.setClientNumber({ params: { id }, body: { clientNumber } });
  const { creator, path } = await companyWithDraft(app);
  await give(path.holderId, "EARLY");
  expect(await codeOf(discard(creator))).toBe("stateConflict");
  await give(path.holderId, null);
  expect(await codeOf(discard(creator))).toBe("done");
  for (let round = 0; round < 8; round += 1) {
    const raced = await companyWithDraft(app);
    const [given, gone] = await Promise.all([
      codeOf(give(raced.path.holderId, `RACED-${round}`)),
      codeOf(discard(raced.creator)),
    ]);
    expect([
      ["done", "stateConflict"],
      ["notFound", "done"],
    ]).toContainEqual([given, gone]);
  }
});

test("a company of which something is kept is not discarded, and its page does not offer it", async () => {
  const { creator, path } = await companyWithDraft(app);
  const offered = async () =>
    (await creator.client.companies.listOwn({ params: { userId: creator.id } }))[0]?.can.discard;
  expect(await offered()).toBe(true);
  await creator.client.tickets.create({ params: path, body: { title: "A question", content: "About the form" } });
  expect(await offered()).toBe(false);
  expect(await codeOf(discard(creator))).toBe("stateConflict");
  expect((await office.client.tickets.listAll({ query: {} })).tickets.map(({ holder_id }) => holder_id)).toContain(
    path.holderId,
  );
});

test("the firm's rule for its signers goes with a company", async () => {
  const { creator, path } = await companyWithDraft(app);
  await app.database.db
    .insertInto("withdrawal_signers")
    .values({ company_id: path.holderId, rule: "all", set_by: admin.id })
    .execute();
  expect(await codeOf(discard(creator))).toBe("done");
});

test("every table of a holder is known: it keeps a company from being deleted, or says nothing without it", async () => {
  /** What goes with the draft, is derived, expires, or only exists beside a record. */
  const without = [
    // Of people alone.
    "data_archive",
    "data_erasure",
    "agreed_holding",
    "announced_income",
    "bank_account_list",
    "bank_booking",
    "benchmark_assignment",
    "cash_balance",
    "cash_hold",
    "cash_reservation",
    "client_mail",
    "chat",
    "chat_message",
    "chat_message_file",
    "chat_message_version",
    "chat_note",
    "chat_presence",
    "chat_reading",
    "corporate_action_signature",
    "corporate_action_telling",
    "custodian_link",
    "daily_value",
    "document_batch_entry",
    "document_text",
    "document_thumbnail",
    "document_version",
    "entry_match",
    "excluded_instrument",
    "excluded_knowledge",
    "fall_check",
    "fall_notice_opening",
    "form_draft",
    "form_expiry",
    "form_remark",
    "form_waiting",
    "former_checkpoint",
    "holder_account",
    "identifier_index",
    "knowledge_attempt",
    "ledger_checkpoint",
    "ledger_delivery",
    "ledger_delivery_lot",
    "ledger_head",
    "ledger_knowledge",
    "ledger_settlement",
    "ledger_undone",
    "notification",
    "payment_file_row",
    "payment_review",
    "position",
    "reconciliation_break",
    "reconciliation_result",
    "report_opening",
    "report_publication",
    "report_telling",
    "stated_position",
    "statement_opening",
    "stored_file",
    "subscribed_report",
    "ticket_comment",
    "ticket_file",
    "ticket_mail",
    "ticket_merge",
    "ticket_watcher",
    "upload",
    "upload_fragment",
    "view_as",
    "withdrawal_confirmation",
    "screening_candidate",
    "screening_decision",
    "screening_holder",
    "screening_run",
    "screening_subject",
  ];
  const { rows } = await sql<{ table: string }>`
    select table_name as table from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'holder_id' and table_type = 'BASE TABLE'`.execute(app.database.db);
  expect(rows.map(({ table }) => table).toSorted()).toEqual([...recordTables, ...without].toSorted());
});

test("a company is begun anew if the one before is discarded at the same moment", async () => {
  const { creator, path } = await companyWithDraft(app);
  const owner = new Client(app.database.owner);
  await owner.connect();
  // Each attempt to begin one waits here, after it has met the company before.
  await owner.query(`
    create function wait_for_test() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(4711); return null; end $$;
    create trigger wait_for_test after insert on company execute function wait_for_test()`);
  await owner.query("select pg_advisory_lock(4711)");
  const begun = begin(creator);
  await expect
    .poll(async () => (await owner.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount)
    .toBe(1);
  await discard(creator);
  await owner.query("select pg_advisory_unlock(4711)");
  expect((await begun).id).not.toBe(path.holderId);
  await owner.query("drop trigger wait_for_test on company; drop function wait_for_test()");
  await owner.end();
});

test("whatever is asked of a company while it is discarded is answered in words that are known", async () => {
  for (let round = 0; round < 6; round += 1) {
    const { creator, path, answers } = await companyWithDraft(app);
    const at = { params: { id: path.holderId } };
    const codes = await Promise.all(
      [
        () => creator.client.forms.create({ params: path, body: { formData: answers } }),
        () => discard(creator),
        () => creator.client.forms.get({ params: path }),
        () => office.client.companies.assign({ ...at, body: { admin_id: office.id } }),
        () => office.client.companies.editRepresentatives({ ...at, body: { newRepIDs: [creator.id] } }),
        () =>
          office.client.users.editRepresentations({ params: { id: creator.id }, body: { newRepIDs: [path.holderId] } }),
        () => office.client.notifications.send({ params: path, body: { text: "Hello" } }),
        () => ask(admin, { holderType: "company", holderId: path.holderId }, { newState: "disabled" }),
        () => choose(creator, path.holderId),
        () => begin(creator),
      ].map((call) => codeOf(call())),
    );
    expect(codes).not.toContain("generic");
    const left = await app.database.db
      .selectFrom("representation")
      .select("user_id")
      .where("company_id", "=", path.holderId)
      .where("company_id", "not in", app.database.db.selectFrom("company").select("id"))
      .execute();
    expect(left).toEqual([]);
  }
});
