/** Invitations of colleagues: the mailed link, who gets which role when, and what is repeated, taken back or too late. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, recordMails } from "../../testing/effects.ts";

let app: TestApp;
let admin: TestUser;
let second: TestUser;
let mails: ReturnType<typeof recordMails>;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin", { name: "Ana Admin" });
  second = await app.as("admin");
  mails = recordMails(app);
});
afterAll(() => app.close());

let count = 0;
const address = () => `colleague-${(count += 1)}@firm.example`;
const invite = (email: string, role: "internal" | "office" | "admin" = "office", by = admin) =>
  by.client.invitations.invite({ body: { email, name: "New Colleague", role, language: "en", reason: "Joins us" } });
const stateOf = async (id: number) => (await admin.client.invitations.list()).find((one) => one.id === id);
const roleOf = async (id: number) =>
  (await app.database.db.selectFrom("app_user").select("role").where("id", "=", id).executeTakeFirstOrThrow()).role;
/** The code of the newest mailed link. */
const codeTo = (email: string): string => {
  const mail = mails.findLast(({ template, to }) => template === "staffInvitation" && to === email);
  const { link = "" } = (mail?.params ?? {}) as { link?: string };
  return new URL(link).searchParams.get("code") ?? "";
};
const choose = (email: string, validationString = codeTo(email)) =>
  codeOf(
    app.anonymous.sessions.resetPassword({
      params: { email },
      body: { newPass: "a long password of theirs", validationString },
    }),
  );

test("who is invited chooses a password by the mailed link, once, and has the role", async () => {
  const email = address();
  const { id, proposalId } = await invite(email);
  expect(proposalId).toBeNull();
  expect(await stateOf(id)).toMatchObject({ state: "open", role: "office", roleWaits: false, invitedBy: "Ana Admin" });
  const code = codeTo(email);
  expect(await choose(email, code)).toBe("done");
  expect(await choose(email, code)).toBe("expiredCode");
  expect(await stateOf(id)).toMatchObject({ state: "accepted" });
  expect(await roleOf(id)).toBe("office");
  expect(await auditOf(app, { type: "user", id }, "staff.invited")).toMatchObject([
    { after: { email, role: "office" } },
  ]);
  expect(await codeOf(admin.client.invitations.repeat({ params: { userId: id }, body: {} }))).toBe("stateConflict");
  expect(await codeOf(admin.client.invitations.revoke({ params: { userId: id }, body: {} }))).toBe("stateConflict");
});

test("a second administrator confirms another one, also after the password was chosen", async () => {
  const email = address();
  const { id, proposalId } = await invite(email, "admin");
  expect(proposalId).not.toBeNull();
  expect(await choose(email)).toBe("done");
  expect(await roleOf(id)).toBe("client");
  // Not among clients while the role waits.
  const listed = async (role: "client" | "admin") =>
    (await second.client.users.list({ query: { role, search: email } })).users.map((one) => one.id);
  const found = async () =>
    (await second.client.search.find({ query: { query: email } })).results.map(({ kind }) => kind);
  expect([await listed("client"), await found()]).toEqual([[], ["colleague"]]);
  expect(await stateOf(id)).toMatchObject({ roleWaits: true, state: "accepted" });
  const confirm = (by: TestUser) =>
    codeOf(by.client.proposals.decide({ params: { proposalId: proposalId ?? 0 }, body: { decision: "confirm" } }));
  expect(await confirm(admin)).toBe("fourEyes");
  expect(await confirm(second)).toBe("done");
  expect(await roleOf(id)).toBe("admin");
  expect([await listed("client"), await listed("admin"), await found()]).toEqual([[], [id], ["colleague"]]);
});

test("an address that has an account is refused, a client's too, and nothing is mailed", async () => {
  const client = await app.as("client");
  const { email } = await app.database.db
    .selectFrom("app_user")
    .select("email")
    .where("id", "=", client.id)
    .executeTakeFirstOrThrow();
  const before = mails.length;
  expect(await codeOf(invite(email))).toBe("emailInUse");
  expect(mails.length).toBe(before);
  expect(await roleOf(client.id)).toBe("client");
  const twice = address();
  const answers = await Promise.all([codeOf(invite(twice)), codeOf(invite(twice, "office", second))]);
  expect(answers.toSorted()).toEqual(["done", "emailInUse"]);
});

test("mailed again, the link before works no longer", async () => {
  const email = address();
  const { id } = await invite(email);
  const first = codeTo(email);
  await sql`update staff_invitation set expires_at = now() - interval '1 minute' where user_id = ${id}`.execute(
    app.database.db,
  );
  expect(await stateOf(id)).toMatchObject({ state: "expired" });
  await admin.client.invitations.repeat({ params: { userId: id }, body: {} });
  expect(await stateOf(id)).toMatchObject({ state: "open" });
  expect(await choose(email, first)).toBe("expiredCode");
  expect(await choose(email)).toBe("done");
});

test("taken back, the link opens nothing, the role is not given, and the address can be invited again", async () => {
  const email = address();
  const { id, proposalId } = await invite(email, "admin");
  await admin.client.invitations.revoke({ params: { userId: id }, body: {} });
  expect(await choose(email)).toBe("expiredCode");
  expect(await stateOf(id)).toMatchObject({ state: "revoked", email, roleWaits: false });
  expect(
    await codeOf(
      second.client.proposals.decide({ params: { proposalId: proposalId ?? 0 }, body: { decision: "confirm" } }),
    ),
  ).not.toBe("done");
  expect(await roleOf(id)).toBe("client");
  const again = await invite(email);
  expect(await choose(email)).toBe("done");
  expect(await roleOf(again.id)).toBe("office");
});

test("of accepting and taking back at the same moment one counts", async () => {
  for (let round = 0; round < 4; round += 1) {
    const email = address();
    const { id } = await invite(email);
    const [accepted, revoked] = await Promise.all([
      choose(email),
      codeOf(admin.client.invitations.revoke({ params: { userId: id }, body: {} })),
    ]);
    const state = (await stateOf(id))?.state;
    expect([accepted, revoked, state]).toEqual(
      revoked === "done" ? ["expiredCode", "done", "revoked"] : ["done", "stateConflict", "accepted"],
    );
  }
});
