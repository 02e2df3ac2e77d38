/** The demo's year, seeded through the product's own services on the real database. */

import { readdir } from "node:fs/promises";
import { contractStates } from "@portico/api/contract-states.ts";
import { calculateShares, readOwnership } from "@portico/api/forms/check-ownership.ts";
import { checkStep } from "@portico/api/forms/check-step.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import { firstSettled } from "@portico/api/forms/settled.ts";
import { holderStates } from "@portico/api/holder-states.ts";
import { notificationTypes } from "@portico/api/notification-types.ts";
import { type Holder } from "@portico/api/shapes.ts";
import { beneficialOwners } from "@portico/kyc/ownership.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readWhole } from "../adapters/files/files.ts";
import { sharepointFolder } from "../adapters/sharepoint/sharepoint.ts";
import { verifyAudit } from "../audit/verify.ts";
import { checkContent } from "../domains/files/check.ts";
import { openRevision } from "../domains/forms/content.ts";
import { getDefinition } from "../domains/forms/definition.ts";
import { readAllBytes } from "../kernel/bytes.ts";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { listMixedHolders } from "../testing/holders.ts";
import { toDay } from "./calendar.ts";
import { demoPeople } from "./people.ts";
import { peopleOnTheWay } from "./people-on-the-way.ts";
import { seedYear } from "./seed-year.ts";

let app: TestApp;
let begun: Date;

beforeAll(async () => {
  app = await createTestApp();
  begun = new Date();
  await seedYear(app.services);
});
afterAll(() => app.close());

const database = () => app.database.db;

interface ApprovedRevision {
  holder_type: Holder["holderType"];
  holder_id: number;
  form_type: FormType;
  revision: number;
  answers: Buffer;
  content_hash: Buffer;
}
const approvedRevisions = async (): Promise<ApprovedRevision[]> =>
  (
    await sql<ApprovedRevision>`
      select form_revision.* from form_revision join form_decision on revision_id = form_revision.id
      where decision = 'approved' order by form_revision.id`.execute(database())
  ).rows;
const open = ({ holder_type, holder_id, form_type, ...row }: ApprovedRevision) =>
  openRevision(app.services, { holderType: holder_type, holderId: holder_id, type: form_type }, row);

test("rows that refer to each other have the same holder", async () => {
  expect(await listMixedHolders(database())).toEqual([]);
});

describe("who is there", () => {
  test.each(holderStates)("a client and a company are in the state %s", async (state) => {
    const clients = await database()
      .selectFrom("app_user")
      .select("name")
      .where("role", "=", "client")
      .where("state", "=", state)
      .execute();
    const companies = await database().selectFrom("company").select("id").where("state", "=", state).execute();
    expect(clients.length).toBeGreaterThan(0);
    expect(companies.length).toBeGreaterThan(0);
  });

  test("everybody stands where the list that the console prints says", async () => {
    const people = [...demoPeople, ...peopleOnTheWay];
    const rows = await database()
      .selectFrom("app_user")
      .leftJoin("holder_account", (join) =>
        join.onRef("holder_account.holder_id", "=", "app_user.id").on("holder_account.holder_type", "=", "user"),
      )
      .select(["email", "name", "role", "state", "client_number"])
      .execute();
    const known = new Map(rows.map((row) => [row.email, row]));
    for (const { email, name, role, state, clientNumber } of people)
      expect(known.get(email)).toEqual({ email, name, role, state, client_number: clientNumber });
    expect(rows).toHaveLength(people.length);
  });

  test("a renewal is open, and another one lies with staff", async () => {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select from form_waiting where holder_type = 'user' and holder_id = app_user.id) as waits
      from app_user where state = 'pendingReKYC' order by waits`.execute(database());
    expect(rows).toEqual([{ waits: false }, { waits: true }]);
  });

  test("somebody acts for two companies, somebody no longer does, and somebody has begun one", async () => {
    const { rows } = await sql<{ email: string; now: number; before: number; begun: number }>`
      select email,
        (select count(*) from representation where user_id = app_user.id and valid_to is null)::int as now,
        (select count(*) from representation where user_id = app_user.id and valid_to < firm_today())::int as before,
        (select count(*) from company where creator_id = app_user.id and state = 'preKYC')::int as begun
      from app_user`.execute(database());
    const by = new Map(rows.map((row) => [row.email, row]));
    expect(by.get("nikolay@portico.example")).toMatchObject({ now: 2 });
    expect(by.get("magdalena@portico.example")).toMatchObject({ now: 0, before: 1 });
    expect(by.get("joanna@portico.example")).toMatchObject({ now: 0, begun: 1 });
  });
});

describe("what they submitted", () => {
  test("every approved form passes the product's own checks today", async () => {
    const revisions = await approvedRevisions();
    expect(revisions.length).toBeGreaterThan(10);
    for (const row of revisions) {
      const { form_data } = await open(row);
      const given = { form: form_data, today: toDay(begun), ownerPercent: 25, settled: firstSettled };
      const steps = await getDefinition(row.form_type);
      expect(steps.flatMap((step) => checkStep(step, given))).toEqual([]);
    }
  });

  test("a company's owners stand behind other companies, and their shares are computed", async () => {
    const companies = (await approvedRevisions()).filter(({ form_type }) => form_type === "companyKYC");
    const forms = await Promise.all(companies.map(open));
    const trakia = forms.find(({ form_data }) => form_data["entity"]?.["latinName"] === "Trakia Solar AD");
    const graph = readOwnership(trakia?.form_data["ownership"]?.["owners"]);
    if (!graph) throw new Error("the demo's company with two layers of owners is gone");
    const percents = new Map(beneficialOwners(calculateShares(graph), 25).map(({ id, percent }) => [id, percent]));
    expect(percents.get("p1")).toBe("36.5");
    expect(percents.get("p3")).toBe("41.5");
    expect(trakia?.computed.beneficialOwners.map(({ name }) => name)).toContain("Adam Malinowski");
  });

  test("the scans are files that an upload would take", async () => {
    for (const type of ["image/png", "application/pdf"]) {
      const { name, sha256 } = await database()
        .selectFrom("stored_file")
        .select(["name", "sha256"])
        .where("media_type", "=", type)
        .orderBy("id")
        .executeTakeFirstOrThrow();
      const content = await readWhole(app.services.files, sha256.toString("hex"));
      expect(await checkContent(name, content, 1)).toEqual({ mediaType: type, content });
    }
  });
});

describe("what the staff dashboard lists", () => {
  test("every kind of notification but those of a reopened form was sent, and one was taken off its list", async () => {
    const rows = await database().selectFrom("notification").select(["type", "deleted_at"]).execute();
    // Payments are seeded after the ledgers, by demo/load.ts.
    // In the demo's year no rejection is reversed, no document is late or asked for again, and nobody is reminded of a contract,
    // nor stops one that another has signed; no name of a client changes, no right to act is suspended, and no access to read ends.
    // Reports, categories, falls and the screening are seeded after the ledgers too. No file is picked up, no corporate action announced,
    // no hold or archive of data asked for, no work given to a colleague, and there are neither keys nor webhooks.
    const sent = notificationTypes.filter(
      (type) =>
        !/^reopened_|^withdrawal_|^client_(withdrawal_stuck|withdrawal_maybe_paid|payment_unexplained)$|^contract_stopped$|^signed_contract_ended$|^request_(expired|reopened)$|^(document|contract)_reminder$|^document_again$|^fund_document$|^name_changed$|^representative_(suspended|restored)$|^share_(ended|removed)$|^delegate_(ended|ending|undelivered)$|^report(Published|Shared|SubscriptionEnded|NotMade)$|fall|^category_|^action_|^pickup_|^client_(archive_ready|hold_ending)$|^machine_key_|^webhook_|^screening_found$|^work_given$/.test(
          type,
        ),
    );
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(sent));
    expect(rows.filter(({ deleted_at }) => deleted_at !== null)).toHaveLength(1);
  });

  test("of the companies to approve, one has the required contract signed, one before them, one not sent yet", async () => {
    const { rows } = await sql<{ state: string; contract: string | null }>`
      select company.state, contract.state as contract from company
        left join contract on holder_type = 'company' and holder_id = company.id and contract_type = 'accountCompany'
      where company.state in ('pendingKYC', 'returnedKYC', 'pendingReKYC') order by company.state`.execute(database());
    expect(rows).toEqual([
      { state: "pendingKYC", contract: "awaitingClient" },
      { state: "pendingReKYC", contract: "approved" },
      { state: "returnedKYC", contract: null },
    ]);
  });

  test("a person has a contract in every state, and a company one that awaits it", async () => {
    const { rows } = await sql<{ holder_type: string; states: string[] }>`
      select holder_type, array_agg(distinct state order by state) as states from contract
      group by holder_type order by holder_type`.execute(database());
    expect(rows).toEqual([
      { holder_type: "company", states: ["approved", "awaitingClient"] },
      { holder_type: "user", states: contractStates.toSorted() },
    ]);
  });

  test("a person and a company have a year of documents, the latest unread, and requests for more", async () => {
    const { rows } = await sql<{ holder_type: string; documents: number; unread: number; early: number }>`
      select document.holder_type, count(*)::int as documents,
        count(*) filter (where version.by_admin and opened_at is null)::int as unread,
        count(*) filter (where changed_at < ${begun}::timestamptz - interval '180 days')::int as early
      from document join document_version version on document_id = document.id
      group by document.holder_type order by document.holder_type`.execute(database());
    expect(rows).toMatchObject([
      { holder_type: "company", documents: 5, unread: 2 },
      { holder_type: "user", documents: 9, unread: 3 },
    ]);
    expect(rows.every(({ early }) => early > 0)).toBe(true);
    const requests = await database().selectFrom("document_request").select(["state", "created_at"]).execute();
    expect(requests.map(({ state }) => state).toSorted()).toEqual(["open", "open", "received"]);
    expect(requests.every(({ created_at }) => created_at < begun)).toBe(true);
  });

  test("clients with a number find papers in their shared folder, with past dates", async () => {
    const { config, sharepoint } = app.services;
    const root = await readdir(sharepointFolder(config.dataDir));
    expect(root.toSorted()).toEqual(["C200001", "P100001", "P100003"]);
    const folder = await sharepoint.find(["P100001"]);
    const { items } = folder ? await sharepoint.list(folder) : { items: [] };
    expect(items.map(({ name, isFolder }) => [name, isFolder])).toEqual([
      ["План за инвестиции.pdf", false],
      ["Срещи", true],
    ]);
    const [plan] = items;
    if (!plan) throw new Error("The plan is not there");
    expect(new Date(plan.modifiedAt) < begun).toBe(true);
    const content = await readAllBytes(sharepoint.open(plan, 0, plan.size));
    expect(await checkContent(plan.name, content, 1)).toMatchObject({ mediaType: "application/pdf" });
  });

  test("clients' requests wait and are settled, a change waits for a second word, the team has views, a client was looked at", async () => {
    const count = async (table: string, where: string): Promise<number> => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(table)} where ${sql.raw(where)}`.execute(database());
      return rows[0]?.n ?? 0;
    };
    for (const topic of ["clientMessage", "serviceRequest"])
      for (const state of ["open", "resolved"])
        expect(await count("ticket", `topic = '${topic}' and state = '${state}'`), `${topic} ${state}`).toBeGreaterThan(
          0,
        );
    expect(await count("proposal", "state = 'open'")).toBeGreaterThan(0);
    expect(await count("saved_view", "list = 'users'")).toBeGreaterThan(0);
    expect(await count("audit_entry", "action = 'holder.viewedAs'")).toBe(1);
    expect(await count("distribution_group_member", "true")).toBeGreaterThan(3);
    expect(await count("app_user", "client_data <> '{}'")).toBeGreaterThan(2);
  });
});

test("what a client and the firm write to each other is in the client's script", async () => {
  const { rows } = await sql<{ language: string; text: string }>`
    with written as (
      select holder_type, holder_id, title || ' ' || content as text from ticket where service_name is null
      union all select holder_type, holder_id, content from ticket_comment where not internal
      union all select holder_type, holder_id, text from chat_message where text <> ''
      union all select holder_type, holder_id, text from document_request
    ) select preferences ->> 'language' as language, text
    from written join app_user on app_user.id = holder_id where holder_type = 'user'`.execute(database());
  expect(new Set(rows.map(({ language }) => language))).toEqual(new Set(["bg", "pl"]));
  const isCyrillic = (text: string) => /\p{Script=Cyrillic}/u.test(text);
  expect(rows.filter(({ language, text }) => isCyrillic(text) !== (language === "bg"))).toEqual([]);
});

describe("when it happened", () => {
  test("everything lies on days before today, whatever table keeps its moment", async () => {
    // The data key and the default settings are as old as the database.
    const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
      select table_name, column_name from information_schema.columns
      where table_schema = 'public' and table_name not in ('data_key', 'setting_version')
        and (data_type = 'timestamp with time zone' or column_default ilike any(array['current_date', 'firm_today()']))
        and column_name not in ('expires_at', 'first_answer_due_at', 'resolution_due_at', 'next_due_at', 'usable_from', 'due_since')
        and is_generated = 'NEVER'`.execute(database());
    const late: string[] = [];
    for (const { table_name: table, column_name: column } of columns) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(table)} where ${sql.ref(column)} >= ${toDay(begun)}`.execute(
        database(),
      );
      if (rows[0]?.n !== 0) late.push(`${table}.${column}`);
    }
    expect(late).toEqual([]);
  });

  test("what is offered has an actual history of ten years, with the weights of two versions", async () => {
    const { definitions } = (await app.app.inject({ url: "/target/definitions" })).json();
    expect(definitions).toHaveLength(4);
    const histories = await Promise.all(
      definitions.map(async ({ id }: { id: number }) =>
        (await app.app.inject({ url: `/target/definition/${id}/history` })).json(),
      ),
    );
    // The rest is priced by the market data, which is not seeded here.
    const priced = histories.filter(({ fault }) => fault === null);
    expect(priced.length).toBeGreaterThan(0);
    for (const { days, versions, demo } of priced) {
      const [first, second] = versions;
      expect([demo, versions.length]).toEqual([true, 2]);
      expect(first.percents).not.toEqual(second.percents);
      expect(Number(days.at(-1).slice(0, 4)) - Number(first.since.slice(0, 4))).toBeGreaterThanOrEqual(10);
      // Some of what is shown is simulated, so that it can be seen too.
      expect(days[0] < first.since).toBe(true);
    }
  });

  test("the audit log follows link by link, and no chain goes back in time", async () => {
    const verdict = await verifyAudit(database());
    expect(verdict.breaks).toEqual([]);
    expect(verdict.entries).toBeGreaterThan(100);
    const { rows } = await sql`
      select from (select at, lag(at) over (partition by chain order by position) as before from audit_entry) as entry
      where at < before`.execute(database());
    expect(rows).toHaveLength(0);
  });
});
