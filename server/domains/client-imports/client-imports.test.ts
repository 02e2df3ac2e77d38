/** Clients from a file: previewed line by line, booked once, invited, signed in; who is there already is not made twice. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, recordMails } from "../../testing/effects.ts";
import { takeRegistrations } from "../content/testing/registration.ts";
import { book, inviteAll, upload } from "./testing/files.ts";

let app: TestApp;
let admin: TestUser;
let mails: ReturnType<typeof recordMails>;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin", { name: "Ana Admin" });
  mails = recordMails(app);
});
afterAll(() => app.close());

const userOf = (email: string) =>
  app.database.db.selectFrom("app_user").selectAll().where("email", "=", email).executeTakeFirst();
const mailTo = (email: string) => mails.filter(({ to, template }) => to === email && template === "clientInvitation");
const codeTo = (email: string): string => {
  const { link = "" } = (mailTo(email).at(-1)?.params ?? {}) as { link?: string };
  return new URL(link).searchParams.get("code") ?? "";
};
const choose = (email: string, validationString = codeTo(email)) =>
  codeOf(
    app.anonymous.sessions.resetPassword({
      params: { email },
      body: { newPass: "a long password of theirs", validationString },
    }),
  );

test("a file is previewed, booked and invited; the mailed link opens the account once", async () => {
  const file = await upload(
    admin,
    [
      "Name,E-mail,Phone,Language,Client number,Type,Registration number,Representatives",
      "Мария Иванова,Maria@First.Example,0888 123 456,bg,A-1,,,",
      "Jan Kowalski,jan@first.example,+48 512 345 678,pl,A-2,person,,",
      "First Ltd,,,bg,A-3,company,203123457,jan@first.example",
    ].join("\n"),
  );
  expect(file).toMatchObject({ state: "previewed", refusal: null, counts: { new: 3 }, people: 2, companies: 1 });
  expect(await userOf("maria@first.example")).toBeUndefined();
  expect(await book(app, admin, file.id)).toMatchObject({ state: "booked", counts: { booked: 3 } });
  const maria = await userOf("maria@first.example");
  expect(maria).toMatchObject({ phone: "+359888123456", state: "preKYC", awaits_invitation: true });
  expect(maria?.preferences).toEqual({ language: "bg" });
  const company = await app.database.db
    .selectFrom("company")
    .selectAll()
    .where("register_number", "=", "203123457")
    .executeTakeFirst();
  expect(company).toMatchObject({ draft_name: "First Ltd", creator_id: (await userOf("jan@first.example"))?.id });
  expect(mails).toEqual([]);

  expect(await codeOf(admin.client.clientImports.invite({ body: { whom: { filter: {} } } }))).toBe("documentsMissing");
  await takeRegistrations(app.services.db);
  // Inviting does not depend on registration being open.
  await sql`update setting set data = '{"open": false}' where name = 'registration'`.execute(app.database.db);
  expect(await inviteAll(app, admin, file.id)).toBe(2);
  expect(mailTo("maria@first.example")).toMatchObject([{ language: "bg", params: { days: 14, again: false } }]);
  const code = codeTo("maria@first.example");
  expect(await choose("maria@first.example", code)).toBe("done");
  expect(await choose("maria@first.example", code)).toBe("expiredCode");
  const { counts, invitations } = await admin.client.clientImports.listInvitations({ query: { importId: file.id } });
  expect(counts).toMatchObject({ sent: 1, accepted: 1, waiting: 0 });
  expect(invitations.map(({ name, state }) => [name, state])).toEqual([
    ["Jan Kowalski", "sent"],
    ["Мария Иванова", "accepted"],
  ]);
  expect(await auditOf(app, { type: "user", id: maria?.id ?? 0 }, "user.broughtIn")).toMatchObject([
    { after: { email: "maria@first.example", by: admin.id } },
  ]);
});

test("uploaded again, nobody is made twice", async () => {
  const text = "Name;E-mail;Client number\nAnna Nowak;anna@again.example;G-1\nPetar Petrov;PETAR@again.example;g-2";
  await book(app, admin, (await upload(admin, text)).id);
  const again = await upload(admin, text.replace("anna@", "ANNA@").replace("G-1", "g-1"));
  expect(again.counts).toEqual({ present: 2 });
  expect(again.can.book).toBe(false);
});
