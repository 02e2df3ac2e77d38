/** Invitations of clients who were brought in: how many go out, whose link works, who cannot come in, and whose mail came back. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { codeOf, recordMails } from "../../../testing/effects.ts";
import { takeRegistrations } from "../../content/testing/registration.ts";
import { noteReturned, recordSentMail } from "../../notifications/returned-mails.ts";
import { book, upload } from "../testing/files.ts";
import { noteAskedForPassword, sendDueInvitations } from "./sending.ts";

let app: TestApp;
let admin: TestUser;
let mails: ReturnType<typeof recordMails>;
let count = 0;
/** Of the test, so that two tests name nobody in common. */
let at: string;
let importId: number;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  mails = recordMails(app);
  await takeRegistrations(app.services.db);
});
beforeEach(async () => {
  count += 1;
  at = `inviting-${count}.example`;
  await sql`update client_invitation set sent_at = sent_at - interval '1 day'`.execute(app.database.db);
  const names = ["Ann", "Ben", "Cora"].map((name) => `${name} Inviting,${name.toLowerCase()}@${at}`);
  importId = (await book(app, admin, (await upload(admin, ["Name,E-mail", ...names].join("\n"))).id)).id;
});
afterAll(() => app.close());

const idOf = async (name: string): Promise<number> =>
  (
    await app.database.db
      .selectFrom("app_user")
      .select("id")
      .where("email", "=", `${name}@${at}`)
      .executeTakeFirstOrThrow()
  ).id;
const invite = (whom: { ids: number[] } | { filter: { importId?: number; state?: "waiting" } }) =>
  admin.client.clientImports.invite({ body: { whom } });
const list = (query = {}) => admin.client.clientImports.listInvitations({ query: { importId, ...query } });
const stateOf = async (name: string) => {
  const { invitations } = await list();
  return invitations.find(({ email }) => email.startsWith(name))?.state;
};
const mailsTo = (name: string) => mails.filter(({ to }) => to === `${name}@${at}`);
const linkTo = (name: string): URL => {
  const { link = "" } = (mailsTo(name).at(-1)?.params ?? {}) as { link?: string };
  return new URL(link);
};
const choose = (name: string, validationString: string, email = `${name}@${at}`) =>
  codeOf(
    app.anonymous.sessions.resetPassword({
      params: { email },
      body: { newPass: "a long password of theirs", validationString },
    }),
  );
const codeIn = (link: URL) => link.searchParams.get("code") ?? "";
const pace = (perHour: number, days = 14) =>
  admin.client.settings.save({ params: { name: "clientInvitations" }, body: { data: { perHour, days } } });

test("no more go out in an hour than the firm allows, and the rest later", async () => {
  await pace(2);
  await invite({ filter: { importId } });
  // Two processes at once, too.
  await Promise.all([sendDueInvitations(app.services), sendDueInvitations(app.services)]);
  expect((await list()).counts).toMatchObject({ sent: 2, queued: 1 });
  await sql`update client_invitation set sent_at = sent_at - interval '61 minutes'`.execute(app.database.db);
  expect(await sendDueInvitations(app.services)).toBe(1);
  expect((await list()).counts).toMatchObject({ sent: 3, queued: 0 });
  expect(["ann", "ben", "cora"].map((name) => mailsTo(name).length)).toEqual([1, 1, 1]);
  await pace(300);
});

test("who was not invited gets no link, is taken for registrations, and is shown as having asked", async () => {
  await app.anonymous.sessions.generateReset({ params: { email: `ann@${at}` } });
  expect(mailsTo("ann")).toEqual([]);
  const { rows } = await sql<{ data: { user: number } }>`
    select data from jobs.job where name = 'sessions.uninvited'`.execute(app.database.db);
  expect(rows.map(({ data }) => data.user)).toContain(await idOf("ann"));
  await noteAskedForPassword(app.services, await idOf("ann"));
  const { invitations } = await list();
  expect(invitations.map(({ askedAt }) => askedAt !== null)).toEqual([true, false, false]);
  const register = app.anonymous.sessions.register({
    body: { name: "Ann Again", email: `ANN@${at}`, phone: "+359 88 812 3456", password: "a long password of mine" },
  });
  expect(await codeOf(register)).toBe("emailInUse");
});

test("mailed again, the link before works no longer, and the new one for all its days", async () => {
  const ids = [await idOf("ann")];
  await invite({ ids });
  await sendDueInvitations(app.services);
  const first = codeIn(linkTo("ann"));
  await sql`
    update client_invitation set expires_at = now() - interval '1 minute' where user_id = ${ids[0]}`.execute(
    app.database.db,
  );
  expect(await stateOf("ann")).toBe("expired");
  await invite({ ids });
  await sendDueInvitations(app.services);
  expect(mailsTo("ann").map(({ params }) => (params as { again: boolean }).again)).toEqual([false, true]);
  const [ann] = (await list()).invitations;
  const days = (Date.parse(ann?.expiresAt ?? "") - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(14);
  expect(linkTo("ann").searchParams.has("welcome")).toBe(true);
  expect(await choose("ann", first)).toBe("expiredCode");
  expect(await choose("ann", codeIn(linkTo("ann")))).toBe("done");
  expect(await stateOf("ann")).toBe("accepted");
  // Nobody is invited who has a password.
  expect(await invite({ ids })).toEqual({ queued: 0 });
});

test("whose link expired asks for another one alone", async () => {
  const ids = [await idOf("ann")];
  await invite({ ids });
  await sendDueInvitations(app.services);
  await sql`update password_reset set expires_at = now() - interval '1 minute' where user_id = ${ids[0]}`.execute(
    app.database.db,
  );
  expect(await choose("ann", codeIn(linkTo("ann")))).toBe("expiredCode");
  await app.anonymous.sessions.generateReset({ params: { email: `ann@${at}` } });
  expect(await choose("ann", codeIn(linkTo("ann")))).toBe("done");
});

test("taken back, the link opens nothing and nobody waits in the queue; who accepted keeps the account", async () => {
  await invite({ ids: [await idOf("ann"), await idOf("ben")] });
  await sendDueInvitations(app.services);
  expect(await choose("ben", codeIn(linkTo("ben")))).toBe("done");
  await invite({ ids: [await idOf("cora")] });
  const ids = [await idOf("ann"), await idOf("ben"), await idOf("cora")];
  expect(await admin.client.clientImports.takeBack({ body: { whom: { ids } } })).toEqual({ takenBack: 2 });
  await sendDueInvitations(app.services);
  expect(mailsTo("cora")).toEqual([]);
  expect(await choose("ann", codeIn(linkTo("ann")))).toBe("expiredCode");
  expect((await list()).counts).toMatchObject({ waiting: 2, accepted: 1 });
});

test("a corrected address is invited anew, and the mail to the wrong one opens nothing", async () => {
  const userId = await idOf("ann");
  await invite({ ids: [userId] });
  await sendDueInvitations(app.services);
  const wrong = codeIn(linkTo("ann"));
  const correct = (email: string, id = userId) =>
    codeOf(admin.client.clientImports.correctEmail({ params: { userId: id }, body: { email } }));
  expect(await correct(`Ben@${at}`)).toBe("emailInUse");
  expect(await correct(`Right@${at}`)).toBe("done");
  expect(await choose("right", wrong)).toBe("expiredCode");
  expect((await list({ search: "right" })).invitations).toMatchObject([{ state: "waiting" }]);
  await invite({ ids: [userId] });
  await sendDueInvitations(app.services);
  expect(await choose("right", codeIn(linkTo("right")))).toBe("done");
  expect(await correct(`later@${at}`)).toBe("stateConflict");
  expect(await correct(`nobody@${at}`, admin.id)).toBe("notFound");
});

test("a mail that came back is shown, until the address is corrected", async () => {
  const userId = await idOf("ann");
  await invite({ ids: [userId] });
  await sendDueInvitations(app.services);
  const messageId = `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
  await recordSentMail(app.services.db, {
    messageId,
    to: `ann@${at}`,
    template: "clientInvitation",
    subject: "Access",
  });
  await noteReturned(app.services, {
    returned: "failed",
    status: "5.1.1",
    reason: "User unknown",
    messageIds: [messageId],
  });
  expect((await list()).counts.returned).toBe(1);
  expect((await list({ state: "returned" })).invitations).toMatchObject([{ email: `ann@${at}`, returned: true }]);
  await admin.client.clientImports.correctEmail({ params: { userId }, body: { email: `new@${at}` } });
  expect((await list()).counts.returned).toBe(0);
});

test("nothing is mailed while the privacy notice is gone, and it goes on once it is there", async () => {
  await invite({ ids: [await idOf("ann")] });
  await sql`delete from setting where name = 'firmDocuments'`.execute(app.database.db);
  expect(await sendDueInvitations(app.services)).toBe(0);
  expect(await codeOf(invite({ ids: [await idOf("ben")] }))).toBe("documentsMissing");
  expect((await list()).pace.missing).toEqual(["terms", "privacy"]);
  await takeRegistrations(app.services.db);
  expect(await sendDueInvitations(app.services)).toBe(1);
});

test("who is blocked, or chose a password, while they wait is not mailed", async () => {
  await invite({ filter: { importId, state: "waiting" } });
  await sql`update app_user set state = 'disabled' where id = ${await idOf("ann")}`.execute(app.database.db);
  await sql`update app_user set email_confirmed_at = now() where id = ${await idOf("ben")}`.execute(app.database.db);
  expect(await sendDueInvitations(app.services)).toBe(1);
  expect(["ann", "ben", "cora"].map((name) => mailsTo(name).length)).toEqual([0, 0, 1]);
});
