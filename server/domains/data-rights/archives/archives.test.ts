/** The archive of a person's data: every table about people, nothing of others, two people, and how long it lasts. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAllBytes } from "../../../kernel/bytes.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf } from "../../../testing/effects.ts";
import { retentionClasses, type TableName } from "../../retention/classes.ts";
import { clientWithEverything, rowsOf } from "../../retention/testing/ended.ts";
import { unzipStored } from "../testing/arranged.ts";
import { expireArchives, makeArchive } from "./making.ts";
import { archivedTables, isOmitted, leftOut } from "./parts.ts";

let app: TestApp;
let office: TestUser;
let colleague: TestUser;
let client: TestUser;
let internalNote: string;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  colleague = await app.as("office");
  ({ client } = await clientWithEverything(app, office));
  internalNote = "Between colleagues, not for the client";
  const ticket = await client.client.tickets.create({
    params: { holderType: "user", holderId: client.id },
    body: { title: "A question", content: "About my fees" },
  });
  await sql`
    insert into ticket_comment (ticket_id, holder_type, holder_id, content, created_by, by_staff, internal)
    values (${ticket.id}, 'user', ${client.id}, ${internalNote}, ${office.id}, true, true)`.execute(app.database.db);
});
afterAll(() => app.close());

const params = () => ({ holderType: "user" as const, holderId: client.id });
const ask = (who: TestUser) => who.client.dataRights.askArchive({ params: params(), body: { reason: "By letter" } });
const decide = (who: TestUser, proposalId: number, decision: "confirm" | "withdraw") =>
  who.client.proposals.decide({ params: { proposalId }, body: { decision } });
const newest = async () => (await office.client.dataRights.get({ params: params() })).archives[0];

/** An archive that is made; its files by name. */
async function made(): Promise<{ id: number; entries: Map<string, Buffer>; bytes: Buffer }> {
  await decide(colleague, (await ask(office)).proposalId, "confirm");
  const id = (await newest())?.id ?? 0;
  await makeArchive(app.services, id);
  const row = await app.database.db
    .selectFrom("data_archive")
    .select(["sha256", "state"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(row.state).toBe("ready");
  const content = await app.services.files.open(row.sha256?.toString("hex") ?? "");
  const bytes = await readAllBytes(content.stream());
  return { id, entries: unzipStored(bytes), bytes };
}

test("each table that names a holder or a person is in the archive, or left out for a reason", async () => {
  const { rows } = await sql<{ name: TableName }>`
    select distinct relname as name from pg_attribute join pg_class on pg_class.oid = attrelid
    where attname in ('holder_id', 'user_id') and not attisdropped and relkind in ('r', 'p')
      and relnamespace = 'public'::regnamespace`.execute(app.database.db);
  const missing = rows
    .map(({ name }) => name)
    .filter(
      (name) =>
        !archivedTables.includes(name) &&
        leftOut[name] === undefined &&
        // Of hours, or of the firm: each was decided with its class.
        !["passing", "firm"].includes(retentionClasses[name]),
    );
  expect(missing).toEqual([]);
});

test("it has every row that is kept about the person, in JSON and in CSV, and every file", async () => {
  const { entries } = await made();
  const kept = await rowsOf(app, { holderType: "user", holderId: client.id });
  const log = kept["audit_entry"] ?? 0;
  expect(log).toBeGreaterThan(5);
  delete kept["audit_entry"];
  const compared = Object.keys(kept).filter((table) => leftOut[table as TableName] === undefined);
  expect(compared.length).toBeGreaterThan(40);
  const partly = ["ticket_comment", "chat_reading", "stored_file", "form_remark", "ticket_file"];
  for (const table of compared) {
    const json = entries.get(`data/${table}.json`);
    const rows = JSON.parse(json?.toString() ?? "null") as object[];
    if (!partly.includes(table)) expect(rows.length, table).toBe(kept[table]);
    const csv = entries.get(`data/${table}.csv`)?.toString() ?? "";
    if (rows.length > 0)
      expect(csv.split("\r\n")[0]?.replace("\ufeff", "").split(",").length, table).toBe(
        Object.keys(rows[0] ?? {}).length,
      );
  }
  const files = JSON.parse(entries.get("data/stored_file.json")?.toString() ?? "[]") as { id: number; state: string }[];
  expect(files.length).toBeGreaterThan(3);
  const lost = entries.get("files/missing.txt")?.toString() ?? "";
  for (const { id, state } of files.filter((file) => file.state === "clean"))
    expect(
      [...entries.keys()].some((name) => name.startsWith(`files/${id} `)) || lost.includes(`${id} `),
      `${id} ${state}`,
    ).toBe(true);
});

test("answers of forms are readable, in the words in which they were given", async () => {
  const { entries } = await made();
  const revisions = JSON.parse(entries.get("data/form_revision.json")?.toString() ?? "[]") as {
    answers: { form_data: object };
  }[];
  expect(revisions.length).toBeGreaterThan(0);
  for (const { answers } of revisions) expect(Object.keys(answers.form_data).length).toBeGreaterThan(3);
});

test("nothing of colleagues' work, of others, or that opens the account is in it", async () => {
  const { entries, bytes } = await made();
  expect(bytes.includes(internalNote)).toBe(false);
  expect(bytes.includes("Asks often"), "a note of the conversation").toBe(false);
  expect(bytes.includes("A court asked"), "a hold").toBe(false);
  for (const column of ["password_hash", "token_hash", "code_hash", "credential_id", "client_key"])
    expect(bytes.includes(column), column).toBe(false);
  const [own] = JSON.parse(entries.get("data/app_user.json")?.toString() ?? "[]") as object[];
  expect(Object.keys(own ?? {}).filter((column) => isOmitted("app_user", column))).toEqual([]);
  expect(own).toMatchObject({ id: client.id });
  expect(entries.get("log/log.csv")?.toString()).not.toContain("Olga Office");
});

test("it takes two people, is made once, and each download is in the log", async () => {
  const { proposalId } = await ask(office);
  expect(await codeOf(ask(colleague))).toBe("proposalOpen");
  expect(await codeOf(decide(office, proposalId, "confirm"))).toBe("fourEyes");
  await decide(colleague, proposalId, "confirm");
  const { id } = (await newest()) ?? { id: 0 };
  expect(await codeOf(office.client.dataRights.downloadArchive({ params: { ...params(), archiveId: id } }))).toBe(
    "notFound",
  );
  await Promise.all([makeArchive(app.services, id), makeArchive(app.services, id)]);
  expect(await newest()).toMatchObject({ state: "ready", can: { download: true } });
  await office.client.dataRights.downloadArchive({ params: { ...params(), archiveId: id } });
  const log = await auditOf(app, { type: "user", id: client.id }, "archive.downloaded");
  expect(log).toMatchObject([{ after: { archive: id } }]);
  expect(await auditOf(app, { type: "user", id: client.id }, "archive.made")).not.toEqual([]);
  const internal = await app.as("internal");
  expect(await codeOf(internal.client.dataRights.downloadArchive({ params: { ...params(), archiveId: id } }))).toBe(
    "forbidden",
  );
});

test("another client's address does not open it", async () => {
  const { id } = await made();
  const other = await app.as("client");
  expect(
    await codeOf(
      office.client.dataRights.downloadArchive({
        params: { holderType: "user", holderId: other.id, archiveId: id },
      }),
    ),
  ).toBe("notFound");
});

test("when it has expired its file is gone", async () => {
  const { id } = await made();
  await sql`update data_archive set expires_at = now() - interval '1 second' where id = ${id}`.execute(app.database.db);
  const { rows } = await sql<{ sha256: Buffer }>`select sha256 from data_archive where id = ${id}`.execute(
    app.database.db,
  );
  const name = rows[0]?.sha256.toString("hex") ?? "";
  expect(await app.services.files.has(name)).toBe(true);
  await Promise.all([expireArchives(app.services), expireArchives(app.services)]);
  expect(await app.services.files.has(name)).toBe(false);
  expect(await newest()).toMatchObject({ id, state: "expired", can: { download: false } });
});

test("a withdrawn one is not made, and one that failed can be asked for again", async () => {
  await decide(office, (await ask(office)).proposalId, "withdraw");
  const declined = await newest();
  expect(declined?.state).toBe("declined");
  await makeArchive(app.services, declined?.id ?? 0);
  expect((await newest())?.state).toBe("declined");
  await decide(colleague, (await ask(office)).proposalId, "confirm");
  const broken = {
    ...app.services,
    files: { ...app.services.files, put: () => Promise.reject(new Error("the disk is full")) },
  };
  await makeArchive(broken, (await newest())?.id ?? 0);
  expect((await newest())?.state).toBe("failed");
  expect(await codeOf(ask(office))).toBe("done");
});
