/** Clients with a record in every relevant table, and what remains of them. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { TestApp, TestUser } from "../../../testing/app.ts";
import { arrangeFile, arrangeUpload } from "../../files/testing/arranged.ts";
import { pdfWith, pngOf } from "../../files/testing/samples.ts";
import { type CompanyPath, companyWithDraft, personWithDraft } from "../../forms/testing/filled.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { deposit, entry } from "../../portfolios/testing/firm.ts";
import { arrangeDelivered } from "../../report-runs/testing/arranged.ts";
import { arrangeReport } from "../../reports/testing/arranged.ts";
import { listTablesByClass } from "../classes.ts";

export const yearsAgo = (years: number, days = 0): Date => {
  const moment = new Date(Date.now() - days * 86_400_000);
  moment.setUTCFullYear(moment.getUTCFullYear() - years);
  return moment;
};

/** Ends the relationship at a past moment, by a rejection. */
export async function endedAt({ database }: TestApp, { holderType, holderId }: Holder, moment: Date): Promise<void> {
  await sql`
    update ${sql.table(holderType === "user" ? "app_user" : "company")}
    set state = 'rejected', ended_at = ${moment} where id = ${holderId}`.execute(database.db);
}

/** A few years of a ledger with nothing left, and everything else a holder has besides the form. */
async function gather(app: TestApp, office: TestUser, by: TestUser, holder: Holder): Promise<void> {
  const { db } = app.database;
  const { holderType, holderId } = holder;
  const day = yearsAgo(9).toISOString().slice(0, 10);
  await bookEntries(db, holder, [
    deposit(day, "500"),
    entry({ kind: "withdrawal", day, amount: "-500", currency: "EUR" }),
  ]);
  await sql`
    insert into daily_value (holder_type, holder_id, day, value, deposits, inflow, price, fx, income, fees, tax, net_deposits, complete)
    values (${holderType}, ${holderId}, ${day}, 0, 0, 0, 0, 0, 0, 0, 0, 0, true)`.execute(db);
  const instrument = await sql<{ id: number }>`
    insert into instrument (name, ticker, currency) values ('Sold out plc', ${randomBytes(4).toString("hex")}, 'EUR')
    returning id`.execute(db);
  await sql`
    insert into position (holder_type, holder_id, instrument_id, quantity, state)
    values (${holderType}, ${holderId}, ${instrument.rows[0]?.id}, 0, '{}')`.execute(db);
  await sql`
    insert into custodian_link (holder_type, holder_id, base_url)
    values (${holderType}, ${holderId}, 'https://custodian.example')`.execute(db);
  await sql`
    insert into holder_account (holder_type, holder_id, client_number)
    values (${holderType}, ${holderId}, ${randomBytes(5).toString("hex")}) on conflict do nothing`.execute(db);
  const request = await sql<{ id: number }>`
    insert into transaction_request (holder_type, holder_id, type, transaction_info, created_by)
    values (${holderType}, ${holderId}, 'deposit', '{}', ${by.id}) returning id`.execute(db);
  await office.client.payments.handleRequest({
    params: { ...holder, requestId: request.rows[0]?.id ?? 0 },
    body: { state: "declined", staffMessage: "Not now" },
  });
  const requestId = request.rows[0]?.id ?? 0;
  await sql`
    insert into cash_hold (holder_type, holder_id, currency) values (${holderType}, ${holderId}, 'EUR')`.execute(db);
  await sql`
    insert into cash_reservation (request_id, holder_type, holder_id, currency, amount, account_id, account, state, expires_at)
    values (${requestId}, ${holderType}, ${holderId}, 'EUR', 5, 1, '{}', 'voided', now())`.execute(db);
  await sql`
    insert into withdrawal_confirmation (request_id, holder_type, holder_id, user_id, factor)
    values (${requestId}, ${holderType}, ${holderId}, ${by.id}, 'mail')`.execute(db);
  await sql`
    insert into entry_match (request_id, holder_type, holder_id, entry_id, entry_day, request_state, how)
    values (${requestId}, ${holderType}, ${holderId}, 1, ${day}, 'open', 'staff')`.execute(db);
  await sql`
    insert into payment_review (holder_type, holder_id, entry_id, entry_day)
    values (${holderType}, ${holderId}, 1, ${day})`.execute(db);
  await sql`
    with one as (
      insert into payment_file (message_id, currency, debtor_iban, debtor_bank, execute_on, payments, total, content, sha256,
        created_by)
      values (${randomUUID()}, 'EUR', 'DE1', 'Bank', ${day}, 1, 5, 'Their name', 'x', ${office.id}) returning id
    )
    insert into payment_file_row (file_id, holder_type, holder_id, request_id, amount)
    select id, ${holderType}, ${holderId}, ${requestId}, 5 from one`.execute(db);
  await sql`
    with one as (
      insert into bank_entry (account, bank, name, booked_on, currency, amount, counterparty, import_id, state)
      values ('DE1', 'Bank', ${randomUUID()}, ${day}, 'EUR', 5, 'Their name', 1, 'booked') returning id
    )
    insert into bank_booking (holder_type, holder_id, entry_id, external_id, how)
    select ${holderType}, ${holderId}, id, 'bank:1', 'reference' from one`.execute(db);
  await sql`
    insert into former_deposit_reference (holder_type, holder_id, reference)
    values (${holderType}, ${holderId}, 'RF18OLD')`.execute(db);
  if (holderType === "company")
    await sql`
      insert into withdrawal_signers (company_id, rule, set_by) values (${holderId}, 'two', ${office.id})`.execute(db);
  if (holderType === "company")
    await sql`
      with first as (
        insert into ownership_share (company_id, user_id, percent, valid_from, confirmed_by)
        values (${holderId}, ${by.id}, 30, ${day}, ${office.id}) returning id
      )
      insert into ownership_share (company_id, user_id, percent, valid_from, corrects, confirmed_by)
      select ${holderId}, ${by.id}, 40, ${day}, id, ${office.id} from first`.execute(db);
  const note = { notif_type: "generic" as const, text: "About your account" };
  const notified = await office.client.notifications.send({ params: holder, body: note });
  await by.client.notifications.remove({ params: { ...holder, id: notified.id } });
  await office.client.notifications.send({ params: holder, body: note });
  await sql`
    insert into proposal (action, holder_type, holder_id, before, after, proposed_by)
    values ('setClientNumber', ${holderType}, ${holderId}, '{}', '{}', ${office.id})`.execute(db);
  await sql`
    insert into legal_hold (holder_type, holder_id, reason, ends_on, state, asked_by, placed_at, lifted_at)
    values (${holderType}, ${holderId}, 'A court asked', ${day}, 'lifted', ${office.id}, now(), now())`.execute(db);
  if (holderType === "user")
    await sql`
      insert into data_archive (holder_type, holder_id, reason, state, asked_by)
      values (${holderType}, ${holderId}, 'They asked', 'declined', ${office.id})`.execute(db);
  if (holderType === "user")
    await sql`
      insert into data_erasure (holder_type, holder_id, classes, asked_on, reason, state, asked_by)
      values (${holderType}, ${holderId}, '{signIns}', ${day}, 'They asked', 'declined', ${office.id})`.execute(db);
  await sql`
    insert into view_as (staff_id, session_id, holder_type, holder_id, reason)
    select ${office.id}, id, ${holderType}, ${holderId}, 'A question by phone' from session where user_id = ${office.id}
  `.execute(db);
  await sql`
    insert into ledger_checkpoint (holder_type, holder_id, no, day, booked_at, id, state, counts)
    values (${holderType}, ${holderId}, 1, '2024-01-02', now(), 1, '{}', '{}')`.execute(db);
  await sql`
    insert into former_checkpoint (holder_type, holder_id, no, day, booked_at, entry_id, state, instrument_ids, delivered_ids,
      currencies, last_entry_id, last_price_id, last_rate_id, splits_known_at, fees_in_cost)
    values (${holderType}, ${holderId}, 16, '2024-01-02', now(), 1, '{}', '{}', '{}', '{}', 1, 1, 1, now(), true)`.execute(
    db,
  );
  await sql`
    insert into ledger_undone (holder_type, holder_id, entry_id, reversal_id)
    values (${holderType}, ${holderId}, 1, 2)`.execute(db);
  await sql`
    insert into ledger_delivery (holder_type, holder_id, entry_id, acquired_on)
    values (${holderType}, ${holderId}, 1, '2021-01-04')`.execute(db);
  await sql`
    insert into ledger_delivery_lot (holder_type, holder_id, entry_id, no, acquired_on, quantity, cost)
    values (${holderType}, ${holderId}, 1, 1, '2021-01-04', 1, 5)`.execute(db);
  await sql`
    insert into ledger_settlement (holder_type, holder_id, entry_id, settled_on)
    values (${holderType}, ${holderId}, 1, '2021-01-06')`.execute(db);
  await sql`
    insert into excluded_instrument (holder_type, holder_id, key, name)
    values (${holderType}, ${holderId}, 'ACME 240119C00100000', 'ACME 19JAN24 100 C')`.execute(db);
  await sql`
    insert into announced_income (holder_type, holder_id, account, source, instrument_id, ex_day, pay_day, currency, quantity,
      gross_per_unit, gross, as_of)
    values (${holderType}, ${holderId}, 'U1', 'ibFlex', ${instrument.rows[0]?.id}, ${day}, ${day}, 'EUR', 10, 1, 10, ${day})`.execute(
    db,
  );
  const asked = await sql<{ id: number }>`
    insert into document_request (holder_type, holder_id, type, text, due, asked_by)
    values (${holderType}, ${holderId}, 'address', 'A recent bill', ${day}, ${office.id}) returning id`.execute(db);
  const bill = { name: "bill.pdf", content: pdfWith(`/Lang (en-${holderId})`) };
  await by.client.documents.add({
    params: { ...holder, type: "address" },
    body: {
      documents: [{ upload: await arrangeUpload(app, by, holder, bill) }],
      request: asked.rows[0]?.id ?? 0,
    },
  });
  const [file] = await db
    .selectFrom("stored_file")
    .select("id")
    .where("holder_type", "=", holderType)
    .where("holder_id", "=", holderId)
    .limit(1)
    .execute();
  const contract = await sql<{ id: number }>`
    insert into contract (holder_type, holder_id, contract_type, contract_name, language, state, by_admin, created_by,
      counter_sign, signers, day, expires_on, file_id, sha256, pages)
    values (${holderType}, ${holderId}, 'custom', 'Terms', 'en', 'approved', true, ${office.id}, false, 'any', ${day},
      ${day}, ${file?.id ?? 0}, ''::bytea, 1) returning id`.execute(db);
  const contractId = contract.rows[0]?.id ?? 0;
  await sql`
    insert into contract_signature (contract_id, side, user_id, name, account_name, account_email, address, user_agent, sha256)
    values (${contractId}, 'client', ${by.id}, 'Ivan', 'Ivan', 'ivan@test.example', '::1', 'Test', ''::bytea)`.execute(
    db,
  );
  const type = `batch${holderType}${holderId}`;
  await sql`
    insert into contract_template (type, version, state, content, changed_by)
    values (${type}, 1, 'draft', '{}', ${office.id})`.execute(db);
  const batch = await sql<{ id: number }>`
    insert into contract_batch (contract_type, template_version, contract_data, created_by)
    values (${type}, 1, '{}', ${office.id}) returning id`.execute(db);
  await sql`
    insert into contract_batch_row (batch_id, holder_type, holder_id, state, contract_id)
    values (${batch.rows[0]?.id ?? 0}, ${holderType}, ${holderId}, 'sent', ${contractId})`.execute(db);
  await sql`
    with definition as (
      insert into target_definition (place, card, created_by) values (1, '{}', ${office.id}) returning id
    )
    insert into target_join (holder_type, holder_id, definition_id, definition_version, amount, currency, message,
      client_key, asked_by)
    select ${holderType}, ${holderId}, id, 1, 100, 'EUR', '', 'a-key-of-theirs', ${by.id} from definition`.execute(db);
  await sql`
    with made as (
      insert into benchmark (kind, name, currency, return_kind, created_by, saved_by)
      values ('series', '{}', 'EUR', 'price', ${office.id}, ${office.id}) returning id
    )
    insert into benchmark_assignment (benchmark_id, scope, holder_type, holder_id, created_by)
    select id, 'holder', ${holderType}, ${holderId}, ${office.id} from made`.execute(db);
  const reportId = await arrangeReport(db, holder);
  await sql`
    insert into report_opening (report_id, holder_type, holder_id, user_id, form)
    values (${reportId}, ${holderType}, ${holderId}, ${by.id}, 'page')`.execute(db);
  await arrangeDelivered(db, { reportId, holder, userId: by.id });
  await sql`
    insert into statement_opening (quarter, holder_type, holder_id, report_id, user_id)
    values ('2026-01-01', ${holderType}, ${holderId}, ${reportId}, ${by.id})`.execute(db);
  await sql`
    with made as (
      insert into report_subscription (holder_type, holder_id, kind, frequency, language, made_by, due_on)
      values (${holderType}, ${holderId}, 'assets', 'month', 'en', ${by.id}, ${day}::date) returning id
    )
    insert into subscribed_report (subscription_id, holder_type, holder_id, period_from, period_to, report_id)
    select id, ${holderType}, ${holderId}, ${day}::date, ${day}::date, ${reportId} from made`.execute(db);
  await sql`
    insert into delegation (holder_type, holder_id, email, parts, valid_to, language, token_hash, invited_until, made_by)
    values (${holderType}, ${holderId}, 'accountant@firm.example', '{tax}', ${day}, 'en', ${randomBytes(32)}, now(),
      ${by.id})`.execute(db);
  await sql`
    insert into mandate (holder_type, holder_id, from_day, category, service, frequency)
    values (${holderType}, ${holderId}, ${day}, 'retail', 'management', 'quarter')`.execute(db);
  await sql`
    with known as (
      insert into custodian (name) values (${randomUUID()}) returning id
    ), result as (
      insert into reconciliation_result (holder_type, holder_id, custodian_id, day, agreed, broken)
      select ${holderType}, ${holderId}, id, ${day}, 1, 1 from known
    ), agreed as (
      insert into agreed_holding (holder_type, holder_id, custodian_id, key, day)
      select ${holderType}, ${holderId}, id, 'EUR', ${day} from known
    ), broken as (
      insert into reconciliation_break (holder_type, holder_id, custodian_id, key, part, currency, name, first_day, last_day, expected,
        stated, import_id)
      select ${holderType}, ${holderId}, id, 'EUR', 'cash', 'EUR', 'EUR', ${day}, ${day}, 1, 2, 1 from known
    ), stated as (
      insert into reconciliation_statement (holder_type, holder_id, custodian_id, account, part, day, import_id, version)
      select ${holderType}, ${holderId}, id, 'U1', 'positions', ${day}, 1, 1 from known returning id
    )
    insert into stated_position (holder_type, holder_id, statement_id, no, name, quantity)
    select ${holderType}, ${holderId}, id, 1, 'Sold out plc', 1 from stated`.execute(db);
  await sql`
    with known as (
      insert into custodian (name) values (${randomUUID()}) returning id
    )
    insert into custodian_account (custodian_id, number, purpose, holder_type, holder_id)
    select id, 'U1', 'client', ${holderType}, ${holderId} from known`.execute(db);
  await sql`
    insert into position_flag (holder_type, holder_id, currency, kind, from_day)
    values (${holderType}, ${holderId}, 'EUR', 'pledged', ${day})`.execute(db);
  await sql`
    with told as (
      insert into fall_notice (holder_type, holder_id, period_from, threshold, reached, due, currency, base, value, fall)
      values (${holderType}, ${holderId}, ${day}, 10, ${day}, ${day}, 'EUR', 100, 90, 10) returning id
    )
    insert into fall_notice_opening (holder_type, holder_id, notice_id, user_id)
    select ${holderType}, ${holderId}, id, ${by.id} from told`.execute(db);
  await sql`
    insert into fall_check (holder_type, holder_id, closed, round)
    values (${holderType}, ${holderId}, ${day}, 'close')`.execute(db);
  await sql`
    insert into client_mail (message_id, holder_type, holder_id, address, template, subject)
    values (${randomUUID()}, ${holderType}, ${holderId}, 'client@mail.example', 'news', 'News')`.execute(db);
  await sql`
    with action as (
      insert into corporate_action (instrument_id, type, state, ex_day, pay_day, terms, source, changed_by)
      values (${instrument.rows[0]?.id}, 'cashDividend', 'applied', ${day}, ${day}, '{}', 'Issuer', ${office.id}) returning id
    ), run as (
      insert into corporate_action_run (action_id, kind, version, application, state, created_by)
      select id, 'apply', 1, 1, 'done', ${office.id} from action returning id
    ), share as (
      insert into corporate_action_holder (holder_type, holder_id, run_id, state, units)
      select ${holderType}, ${holderId}, id, 'booked', 5 from run
    ), telling as (
      insert into corporate_action_telling (holder_type, holder_id, action_id, what)
      select ${holderType}, ${holderId}, id, 'choice' from action
    ), election as (
      insert into corporate_action_election (holder_type, holder_id, action_id, option, state, elected_by)
      select ${holderType}, ${holderId}, id, 'cash', 'standing', ${by.id} from action returning id
    )
    insert into corporate_action_signature (holder_type, holder_id, election_id, user_id)
    select ${holderType}, ${holderId}, id, ${by.id} from election`.execute(db);
  await sql`
    insert into screening_holder (holder_type, holder_id, due_for) values (${holderType}, ${holderId}, 'form')
    on conflict do nothing`.execute(db);
  await sql`
    with list as (
      insert into screening_list (source, state, name) values ('file', 'former', 'list.csv') returning id
    ), subject as (
      insert into screening_subject (holder_type, holder_id, role, digest, facts)
      values (${holderType}, ${holderId}, 'client', ${randomBytes(32)}, 'sealed') returning id
    ), run as (
      insert into screening_run (holder_type, holder_id, subject_id, list_id, rules, threshold, reason, found)
      select ${holderType}, ${holderId}, subject.id, list.id, '1/0.8', 0.8, 'form', 1 from subject, list returning id
    ), candidate as (
      insert into screening_candidate (holder_type, holder_id, run_id, subject_id, list_id, entry_id, entry, entry_hash, score,
        matched, state)
      select ${holderType}, ${holderId}, run.id, subject.id, list.id, 'MADE-1', '{}', ${randomBytes(32)}, 0.9, 'sealed', 'false'
      from run, subject, list returning id
    )
    insert into screening_decision (holder_type, holder_id, candidate_id, action, by)
    select ${holderType}, ${holderId}, id, 'false', ${office.id} from candidate`.execute(db);
  if (holderType === "user")
    await sql`
      with file as (
        insert into client_import (file_name, sha256, encoding, columns, people, companies, identified, state, uploaded_by)
        values ('clients.csv', ${randomBytes(32)}, 'utf-8', '[]', 1, 0, 0, 'booked', ${office.id}) returning id
      ), line as (
        insert into client_import_line (import_id, line, kind, state, user_id)
        select id, 2, 'person', 'booked', ${holderId} from file
      )
      insert into client_invitation (user_id, import_id) select ${holderId}, id from file`.execute(db);
  const screenshot = await arrangeFile(app, by, holder, { name: "screenshot.png", content: pngOf(20 + holderId, 30) });
  const ticket = await by.client.tickets.create({
    params: holder,
    body: { title: "A question", content: "About this page", files: [screenshot] },
  });
  await office.client.tickets.watch({ params: { id: ticket.id }, body: { watching: true } });
  await office.client.tickets.addComment({ params: { ...holder, id: ticket.id }, body: { content: "An answer" } });
  await sql`
    insert into ticket_mail (ticket_id, user_id, mail_key, outcome, is_answered)
    values (${ticket.id}, ${by.id}, ${`mailbox 1 ${ticket.id}`}, 'empty', false)`.execute(db);
  await sql`
    insert into unadded_mail (mail_key, reason, sender, subject, words, file_names, ticket_id, user_id)
    values (${`mailbox 1 ${ticket.id}`}, 'empty', 'By', 'Re', '', '{}', ${ticket.id}, ${by.id})`.execute(db);
  const again = await by.client.tickets.create({ params: holder, body: { title: "Again", content: "The same" } });
  await office.client.tickets.merge({ params: { id: again.id }, body: { into: ticket.id } });
  const offer = { name: "Contract.pdf", content: pdfWith(`/Lang (bg-${holderId})`) };
  await by.client.chats.send({
    params: holder,
    body: {
      key: randomUUID(),
      text: "What does it cost?",
      uploads: [await arrangeUpload(app, by, holder, offer)],
    },
  });
  await by.client.chats.edit({ params: { ...holder, number: 1 }, body: { text: "What does it cost me?" } });
  await office.client.chats.markRead({ params: holder, body: { number: 1 } });
  await office.client.chats.addNote({ params: holder, body: { key: randomUUID(), text: "Asks often" } });
  await office.client.chats.handOver({
    params: holder,
    body: { key: randomUUID(), title: "Costs", messages: [1] },
  });
  await arrangeFile(app, by, holder, { name: "letter.png", content: pngOf(60 + holderId, 40) });
}

/** A submission with remarks, partly accepted, returned and approved, and a started renewal. */
async function review(
  client: TestUser,
  office: TestUser,
  path: Awaited<ReturnType<typeof personWithDraft>>["path"] | CompanyPath,
) {
  const decide = (newState: "returnedKYC" | "postKYC") =>
    path.holderType === "user"
      ? office.client.users.modifyState({ params: { id: path.holderId }, body: { newState } })
      : office.client.companies.modifyState({ params: { id: path.holderId }, body: { newState } });
  await client.client.forms.snapshot({ params: path, body: {} });
  const first = { params: { ...path, revision: 1 } };
  await office.client.forms.acceptStep({ ...first, body: { step: "knowledge", accepted: true } });
  await office.client.forms.addRemark({
    ...first,
    body: { path: "bank", audience: "client", text: "A proof, please" },
  });
  await decide("returnedKYC");
  await client.client.forms.snapshot({ params: path, body: {} });
  await decide("postKYC");
}

/** A person with all kinds of records; approved, and not ended yet. */
export async function clientWithEverything(
  app: TestApp,
  office: TestUser,
): Promise<{ client: TestUser; holder: Holder }> {
  const { client, path } = await personWithDraft(app);
  const holder: Holder = { holderType: "user", holderId: client.id };
  await review(client, office, path);
  await client.client.users.modifyState({ params: { id: client.id }, body: { newState: "pendingReKYC" } });
  await gather(app, office, client, holder);
  await sql`
    insert into passkey (user_id, credential_id, public_key, name)
    values (${client.id}, ${randomBytes(8).toString("hex")}, ''::bytea, 'Phone')`.execute(app.database.db);
  return { client, holder };
}

export async function companyWithEverything(
  app: TestApp,
  office: TestUser,
): Promise<{ creator: TestUser; holder: Holder }> {
  const { creator, path } = await companyWithDraft(app);
  const holder: Holder = { holderType: "company", holderId: path.holderId };
  await review(creator, office, path);
  await gather(app, office, creator, holder);
  return { creator, holder };
}

/** Ends all sessions of the user. */
export const signedOut = ({ database }: TestApp, { id }: TestUser) =>
  sql`update session set ended_at = now() where user_id = ${id}`.execute(database.db);

/** Number of rows that name the holder by table; tables without any are left out. */
export async function rowsOf({ database }: TestApp, { holderType, holderId }: Holder): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const count = async (table: string, where: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where ${where}`.execute(database.db);
    if (rows[0]?.count) counts[table] = rows[0].count;
  };
  for (const table of listTablesByClass("holder"))
    await count(table, sql`holder_type = ${holderType} and holder_id = ${holderId}`);
  for (const table of listTablesByClass("revision"))
    await count(
      table,
      sql`revision_id in (select id from form_revision where holder_type = ${holderType} and holder_id = ${holderId})`,
    );
  for (const table of listTablesByClass("chat"))
    await count(
      table,
      sql`chat_id in (select id from chat where holder_type = ${holderType} and holder_id = ${holderId})`,
    );
  for (const table of listTablesByClass("document"))
    await count(
      table,
      sql`document_id in (select id from document where holder_type = ${holderType} and holder_id = ${holderId})`,
    );
  for (const table of listTablesByClass("ticket"))
    await count(
      table,
      sql`ticket_id in (select id from ticket where holder_type = ${holderType} and holder_id = ${holderId})`,
    );
  if (holderType === "user")
    for (const table of listTablesByClass("person", "account")) await count(table, sql`user_id = ${holderId}`);
  else for (const table of listTablesByClass("company")) await count(table, sql`company_id = ${holderId}`);
  await count(
    "audit_entry",
    sql`subject_type = ${holderType} and subject_id = ${String(holderId)} and erased_at is null
      and action not in ('holder.recordsErased', 'user.accountErased')`,
  );
  return counts;
}

/** All data not of this holder, as one number per table. */
export async function everythingBut({ database }: TestApp, tables: readonly string[]): Promise<Record<string, string>> {
  const figures: Record<string, string> = {};
  for (const table of tables) {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(t::text, '|' order by t::text) as text from ${sql.table(table)} t`.execute(database.db);
    figures[table] = createHash("sha256")
      .update(rows[0]?.text ?? "")
      .digest("hex");
  }
  return figures;
}

/** An imported file that names these holders. */
export async function importOf({ database }: TestApp, by: TestUser, holders: readonly Holder[]): Promise<number> {
  const accounts = holders.map(({ holderType, holderId }) => ({
    account: "X",
    holder: { holder_type: holderType, holder_id: holderId, name: "Somebody" },
  }));
  const { rows } = await sql<{ id: number }>`
    insert into import (kind, format, file_name, sha256, characters, content, state, rows, new_rows, known_rows, refused_rows,
                        preview, created_by, settled_at, settled_by)
    values ('statement', 'csv', 'file.csv', ${randomBytes(32)}, 1, ''::bytea, 'confirmed', 1, 1, 0, 0,
            ${JSON.stringify({ accounts })}, ${by.id}, now(), ${by.id}) returning id`.execute(database.db);
  return rows[0]?.id ?? 0;
}
