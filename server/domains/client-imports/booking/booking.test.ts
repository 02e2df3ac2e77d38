/** Booking a file of clients: who may, what it may say, decided lines, stopping, two people at once, and taking it back. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { personAnswers } from "../../../demo/kyc-answers.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf, recordMails } from "../../../testing/effects.ts";
import { takeRegistrations } from "../../content/testing/registration.ts";
import { arrangeScans, ivan } from "../../forms/testing/filled.ts";
import { book, inviteAll, linesOf, takeBack, upload } from "../testing/files.ts";
import { workOnImport } from "./booking.ts";

let app: TestApp;
let admin: TestUser;
let second: TestUser;
let count = 0;
/** Of the test, so that files of two tests name nobody in common. */
let at: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  second = await app.as("admin");
  await takeRegistrations(app.services.db);
  recordMails(app);
});
beforeEach(() => {
  count += 1;
  at = `test-${count}.example`;
});
afterAll(() => app.close());

const userOf = (email: string) =>
  app.database.db.selectFrom("app_user").selectAll().where("email", "=", email).executeTakeFirst();
const move = (id: number, action: "book" | "stop" | "resume" | "discard" | "undo", by = admin, reason?: string) =>
  codeOf(by.client.clientImports.move({ params: { id }, body: { action, ...(reason && { reason }) } }));
const fourEyes = (on: boolean) =>
  sql`insert into setting (name, data) values ('fourEyes', ${JSON.stringify({ on })})
    on conflict (name) do update set data = excluded.data`.execute(app.database.db);
const people = (size: number) =>
  ["Name,E-mail", ...Array.from({ length: size }, (_, index) => `Person ${index} Of,p${index}@${at}`)].join("\n");

test("an identified client renews the form, and a company of theirs is represented; the reason is recorded", async () => {
  const { id } = await upload(
    admin,
    [
      "Name,E-mail,State,Identified on,Registration number,Representatives",
      `Known Ltd,,identified,31.05.2024,R${count},"b@${at}; a@${at}"`,
      `Ann Known,a@${at},identified,2024-05-31,,`,
      `Ben Known,b@${at},identified,2023-01-02,,`,
    ].join("\n"),
  );
  expect(await move(id, "book")).toBe("badInput");
  const file = await book(app, admin, id, "Paper files of 2023 and 2024");
  expect(file).toMatchObject({ state: "booked", counts: { booked: 3 }, reason: "Paper files of 2023 and 2024" });
  const [ann, ben] = [await userOf(`a@${at}`), await userOf(`b@${at}`)];
  expect(ann).toMatchObject({ state: "pendingReKYC", reviewed_on: "2024-05-31" });
  expect(await auditOf(app, { type: "user", id: ann?.id ?? 0 }, "user.broughtIn")).toMatchObject([
    { after: { identifiedOn: "2024-05-31", reason: "Paper files of 2023 and 2024" } },
  ]);
  const { rows } = await sql<{ state: string; name: string; representatives: number[] }>`
    select state, name, array(select user_id::int from representation where company_id = company.id order by 1)
      as representatives from company where register_number = ${`R${count}`}`.execute(app.database.db);
  expect(rows).toEqual([
    {
      state: "pendingReKYC",
      name: "Known Ltd",
      representatives: [ann?.id ?? 0, ben?.id ?? 0].toSorted((a, b) => a - b),
    },
  ]);
});

test("the renewed form of an identified client is submitted and approved, although there was none before", async () => {
  const { id } = await upload(admin, `Name,E-mail,State,Identified on\nIvan Petrov,i@${at},identified,2024-05-31`);
  await book(app, admin, id, "Paper files");
  const holderId = (await userOf(`i@${at}`))?.id ?? 0;
  const path = { holderType: "user", holderId, type: "KYC" } as const;
  await admin.client.forms.create({ params: path, body: {} });
  const scans = await arrangeScans(app, path);
  const formData = personAnswers({ ...ivan, email: `i@${at}` }, { scans });
  await admin.client.forms.create({ params: path, body: { formData } });
  await admin.client.forms.snapshot({ params: path, body: {} });
  expect(await userOf(`i@${at}`)).toMatchObject({ state: "pendingReKYC" });
  await second.client.users.modifyState({ params: { id: holderId }, body: { newState: "postKYC" } });
  expect(await userOf(`i@${at}`)).toMatchObject({ state: "postKYC" });
});

test("with four eyes on, a colleague books the file, and nobody their own", async () => {
  const { id } = await upload(admin, people(1));
  await fourEyes(true);
  expect((await admin.client.clientImports.get({ params: { id } })).needsColleague).toBe(true);
  expect(await move(id, "book")).toBe("fourEyes");
  expect(await move(id, "book", second)).toBe("done");
  await fourEyes(false);
  await workOnImport(app.services, id);
  expect((await userOf(`p0@${at}`))?.state).toBe("preKYC");
});

test("of two administrators one books the file; a stopped one goes on where it was", async () => {
  const { id } = await upload(admin, people(6));
  const answers = await Promise.all([move(id, "book"), move(id, "book", second)]);
  expect(answers.toSorted()).toEqual(["done", "stateConflict"]);
  // The time is over at once: one line is booked.
  await workOnImport(app.services, id, 0);
  expect(await move(id, "stop")).toBe("done");
  await workOnImport(app.services, id);
  const stopped = await admin.client.clientImports.get({ params: { id } });
  expect(stopped).toMatchObject({ state: "stopped", counts: { booked: 1, new: 5 } });
  expect(await move(id, "discard")).toBe("stateConflict");
  expect(await move(id, "resume", second)).toBe("done");
  await Promise.all([workOnImport(app.services, id), workOnImport(app.services, id)]);
  expect(await admin.client.clientImports.get({ params: { id } })).toMatchObject({
    state: "booked",
    counts: { booked: 6 },
  });
});

test("whoever is perhaps there already is asked about, and decided also after the others are booked", async () => {
  await book(app, admin, (await upload(admin, `Name,E-mail,Phone\nIvan Petrov,i@${at},+359 88 812 0000`)).id);
  const text = [
    "Name,E-mail,Phone",
    `Иван Петров,ivan@${at},+359888120000`,
    `Petrov Ivan,other@${at},+359 88 812 0000`,
    `Maria Petrova,maria@${at},+359 88 812 0000`,
  ].join("\n");
  const { id, counts } = await upload(admin, text);
  expect(counts).toEqual({ maybe: 2, new: 1 });
  const decide = (line: number, is: "new" | "same") =>
    codeOf(admin.client.clientImports.decide({ params: { id, line }, body: { is } }));
  expect(await decide(2, "same")).toBe("done");
  expect(await decide(4, "new")).toBe("stateConflict");
  expect(await book(app, admin, id)).toMatchObject({ counts: { maybe: 1, present: 1, booked: 1 } });
  expect(await decide(3, "new")).toBe("done");
  expect(await book(app, admin, id)).toMatchObject({ state: "booked", counts: { present: 1, booked: 2 } });
  expect(await decide(3, "same")).toBe("stateConflict");
  expect(await userOf(`ivan@${at}`)).toBeUndefined();
  expect(await userOf(`other@${at}`)).toBeDefined();
});

test("a representative who is the same as somebody there represents the company under their own account", async () => {
  await book(app, admin, (await upload(admin, `Name,E-mail,Phone\nIvan Petrov,i@${at},+359 88 813 0000`)).id);
  const { id } = await upload(
    admin,
    [
      "Name,E-mail,Phone,Registration number,Country,Representatives",
      `Ivan Petrov,other@${at},+359 88 813 0000,,,`,
      `Rep Ltd,,,20312345${count},BG,other@${at}`,
    ].join("\n"),
  );
  expect(await book(app, admin, id)).toMatchObject({ counts: { maybe: 1, failed: 1 } });
  expect((await linesOf(admin, id))[1]?.failure).toBe("representativeUndecided");
  await admin.client.clientImports.decide({ params: { id, line: 2 }, body: { is: "same" } });
  expect(await book(app, admin, id)).toMatchObject({ counts: { present: 1, booked: 1 } });
  const holderId = (await linesOf(admin, id))[1]?.holder?.holderId ?? 0;
  const { creator } = await admin.client.companies.get({ params: { id: holderId } });
  expect(creator.id).toBe((await userOf(`i@${at}`))?.id);
  // Its first form begins with what is known.
  const form = await admin.client.forms.create({
    params: { holderType: "company", holderId, type: "companyKYC" },
    body: {},
  });
  expect(form.form_data).toMatchObject({
    entity: { legalName: "Rep Ltd", entityCountry: "BG", eik: `20312345${count}` },
  });
});

test("who registered between preview and booking fails alone, and is found the next time", async () => {
  const { id } = await upload(admin, people(2));
  await sql`insert into app_user (email, name, password_hash) values (${`p0@${at}`}, 'Registered Meanwhile', '')`.execute(
    app.database.db,
  );
  expect(await book(app, admin, id)).toMatchObject({ counts: { booked: 1, failed: 1 } });
  expect((await linesOf(admin, id)).find(({ state }) => state === "failed")).toMatchObject({ failure: "emailInUse" });
  expect((await upload(admin, people(2))).counts).toEqual({ present: 2 });
});

test("a client number that is proposed for another client fails alone", async () => {
  const client = await app.as("client");
  await fourEyes(true);
  await admin.client.users.setClientNumber({
    params: { id: client.id },
    body: { clientNumber: "RES-1", reason: "Agreed" },
  });
  await fourEyes(false);
  const { id } = await upload(admin, `Name,E-mail,Client number\nAnna Reserved,a@${at},res-1\nBen Free,b@${at},RES-2`);
  expect(await book(app, admin, id)).toMatchObject({ counts: { booked: 1, failed: 1 } });
  // Nothing of the line is left.
  expect(await userOf(`a@${at}`)).toBeUndefined();
});

test("taken back, nobody unused is left, who signed in stays, and addresses and numbers are free again", async () => {
  const text = [
    "Name,E-mail,Client number,Registration number,Representatives",
    `Anna Back,a@${at},B${count}-1,,`,
    `Ben Back,b@${at},B${count}-2,,`,
    `Cora Back,c@${at},B${count}-3,,`,
    `Back Ltd,,B${count}-4,BACK${count},a@${at}`,
  ].join("\n");
  const { id } = await upload(admin, text);
  await book(app, admin, id);
  await inviteAll(app, admin, id);
  // Cora was never mailed, and Ben has chosen a password.
  await sql`update client_invitation set sends = 0 where user_id = ${(await userOf(`c@${at}`))?.id}`.execute(
    app.database.db,
  );
  await sql`update app_user set email_confirmed_at = now() where email = ${`b@${at}`}`.execute(app.database.db);
  const anna = await userOf(`a@${at}`);
  expect(await takeBack(app, admin, id)).toMatchObject({ state: "undone", kept: 1, counts: { undone: 3, booked: 1 } });
  expect(await Promise.all([userOf(`a@${at}`), userOf(`c@${at}`)])).toEqual([undefined, undefined]);
  expect(await userOf(`b@${at}`)).toMatchObject({ state: "preKYC" });
  // Who was mailed is closed.
  const closed = await app.database.db
    .selectFrom("app_user")
    .select("state")
    .where("id", "=", anna?.id ?? 0)
    .executeTakeFirst();
  expect(closed).toEqual({ state: "disabled" });
  expect((await upload(admin, text)).counts).toEqual({ new: 3, present: 1 });
  expect(await move(id, "undo")).toBe("stateConflict");
});

test("who has a record is not taken back", async () => {
  const { id } = await upload(admin, people(2));
  await book(app, admin, id);
  const one = await userOf(`p0@${at}`);
  await sql`
    insert into ticket (holder_type, holder_id, title, content, topic, created_by, by_staff)
    values ('user', ${one?.id}, 'By phone', 'Asked', 'question', ${admin.id}, true)`.execute(app.database.db);
  expect(await takeBack(app, admin, id)).toMatchObject({ kept: 1, counts: { undone: 1, booked: 1 } });
  expect((await linesOf(admin, id)).map(({ state, failure }) => `${state} ${failure}`).toSorted()).toEqual([
    "booked inUse",
    "undone null",
  ]);
});

test("a dropped preview leaves no lines, and is not booked any more", async () => {
  const { id } = await upload(admin, people(2));
  expect(await move(id, "discard")).toBe("done");
  expect(await linesOf(admin, id)).toEqual([]);
  expect(await move(id, "book")).toBe("stateConflict");
  expect(await move(9_999_999, "book")).toBe("notFound");
});
