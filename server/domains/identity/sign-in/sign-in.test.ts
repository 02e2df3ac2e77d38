/** Staff sign in through a real provider: who enters, with which role, and who does not. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditOf, codeOf, listen } from "../../../testing/effects.ts";
import { aProvider, groups, type IdentityPortal, saveIdentity, startIdentityPortal } from "../testing/portal.ts";
import { startProvider, testClient, visitProvider } from "../testing/provider.ts";

let portal: IdentityPortal;
beforeAll(async () => {
  portal = await startIdentityPortal();
}, 60_000);
afterAll(() => portal.close());
beforeEach(() => portal.save());

let people = 0;
const person = (more: object = {}) => {
  const sub = `person-${++people}`;
  return {
    sub,
    email: `${sub}@firm.example`,
    email_verified: true,
    name: `Person ${people}`,
    groups: ["portal-office", "canteen"],
    ...more,
  };
};
const userOf = async (email: string) =>
  (
    await sql<{ id: number; role: string; password_hash: string }>`
    select id, role, password_hash from app_user where email = ${email}`.execute(portal.app.database.db)
  ).rows[0];

test("somebody of a mapped group gets an account with its role at the first sign-in, and is the same person at the next", async () => {
  const claims = person();
  portal.provider.signsIn(claims);
  const browser = portal.browser();
  const answer = await portal.signIn(browser);
  expect(answer.body).toMatchObject({ userData: { email: claims.email, name: claims.name, role: "office" } });
  expect(browser.cookies.has("__Host-portico-bind")).toBe(true);
  const user = await userOf(claims.email);
  expect(user).toMatchObject({ role: "office", password_hash: "" });
  const id = user?.id ?? 0;
  expect(await auditOf(portal.app, { type: "user", id }, "session.opened")).toMatchObject([
    { after: { factor: "provider" } },
  ]);
  expect(await auditOf(portal.app, { type: "user", id }, "identity.accountCreated")).toHaveLength(1);
  // The subject is who it is: another address and another name change nothing.
  portal.provider.signsIn({ ...claims, email: "new-name@firm.example", name: "Other" });
  expect((await portal.signIn(portal.browser())).body).toMatchObject({ userData: { id, email: claims.email } });
});

test("the role follows the groups of each sign-in", async () => {
  const claims = person({ groups: ["portal-staff"] });
  portal.provider.signsIn(claims);
  expect((await portal.signIn(portal.browser())).body).toMatchObject({ userData: { role: "internal" } });
  portal.provider.signsIn({ ...claims, groups: ["portal-staff", "portal-admins"] });
  expect((await portal.signIn(portal.browser())).body).toMatchObject({ userData: { role: "admin" } });
  portal.provider.signsIn({ ...claims, groups: ["portal-staff"] });
  expect((await portal.signIn(portal.browser())).body).toMatchObject({ userData: { role: "internal" } });
  const id = (await userOf(claims.email))?.id ?? 0;
  expect(await auditOf(portal.app, { type: "user", id }, "user.roleSet")).toMatchObject([
    { after: { role: "admin" } },
    { after: { role: "internal" } },
  ]);
});

test("without a group claim, or with groups that have no role, nobody enters, and open sessions end", async () => {
  const claims = person();
  portal.provider.signsIn(claims);
  const { body } = await portal.signIn(portal.browser());
  const token = String(body["token"]);
  const events = listen(portal.app);
  for (const left of [
    { ...claims, groups: ["canteen"] },
    { ...claims, groups: undefined },
  ]) {
    portal.provider.signsIn(left as never);
    expect((await portal.signIn(portal.browser())).code).toBe("noStaffGroup");
  }
  events.stop();
  expect(events.all.filter(({ name }) => name === "sessionsRevoked")).toHaveLength(1);
  expect(await codeOf(portal.app.withToken(token).colleagues.list())).toBe("unauthenticated");
  portal.provider.signsIn(person({ groups: undefined }) as never);
  expect((await portal.signIn(portal.browser())).code).toBe("noStaffGroup");
});

test("a provider that names a client's address gets nothing, and one that names a colleague's waits for a person", async () => {
  const client = await portal.app.as("client");
  const colleague = await portal.app.as("office");
  const emailOf = async (id: number) =>
    (await portal.app.database.db.selectFrom("app_user").select("email").where("id", "=", id).executeTakeFirstOrThrow())
      .email;
  portal.provider.signsIn(person({ email: await emailOf(client.id), groups: ["portal-admins"] }));
  expect((await portal.signIn(portal.browser())).code).toBe("isClient");
  const claims = person({ email: await emailOf(colleague.id), groups: ["portal-office"] });
  portal.provider.signsIn(claims);
  for (let time = 0; time < 2; time++) expect((await portal.signIn(portal.browser())).code).toBe("linkWaits");
  const { accounts } = await portal.admin.client.identity.get();
  const waiting = accounts.find(({ userId }) => userId === colleague.id);
  expect(waiting).toMatchObject({ linkedAt: null, subject: claims.sub });
  const params = { id: waiting?.id ?? 0 };
  expect(await codeOf(colleague.client.identity.confirmLink({ params, body: {} }))).toBe("forbidden");
  await portal.admin.client.identity.confirmLink({ params, body: {} });
  expect(await codeOf(portal.admin.client.identity.confirmLink({ params, body: {} }))).toBe("stateConflict");
  expect((await portal.signIn(portal.browser())).body).toMatchObject({ userData: { id: colleague.id } });
  await portal.admin.client.identity.removeAccount({ params });
  expect((await portal.signIn(portal.browser())).code).toBe("linkWaits");
});

test("an address that the provider does not vouch for opens no account, nor does a provider that makes none", async () => {
  portal.provider.signsIn(person({ email_verified: false }));
  expect((await portal.signIn(portal.browser())).code).toBe("emailUnverified");
  await portal.save({ creates: false });
  portal.provider.signsIn(person());
  expect((await portal.signIn(portal.browser())).code).toBe("unknownPerson");
});

test("a second factor is named by the token, unless the firm answers for it", async () => {
  const claims = person();
  portal.provider.signsIn(claims, ["pwd"]);
  expect((await portal.signIn(portal.browser())).code).toBe("secondFactorMissing");
  await portal.save({ secondFactor: "firm" });
  const answer = await portal.signIn(portal.browser());
  expect(answer.status).toBe(200);
  // The firm's own rule about second factors is met by the provider.
  await portal.app.database.db
    .insertInto("setting")
    .values({ name: "staffSecondFactor", data: JSON.stringify({ required: true }) })
    .execute();
  const browser = portal.browser();
  const { body } = await portal.signIn(browser);
  expect(body["userData"]).toMatchObject({ email: claims.email });
  await portal.app.database.db.deleteFrom("setting").where("name", "=", "staffSecondFactor").execute();
});

test("what a browser began is finished once, by that browser, with its own state", async () => {
  portal.provider.signsIn(person());
  const browser = portal.browser();
  const begin = async () => String((await browser.post("/identity/sign-in", { provider: portal.id })).body["url"]);
  const params = await visitProvider(await begin());
  const finish = (who = browser, sent = params) => who.post("/identity/sign-in/finish", { params: sent });
  expect((await finish(portal.browser())).code).toBe("expiredCode");
  const otherState = new URLSearchParams(params);
  otherState.set("state", "another");
  expect((await finish(browser, otherState.toString())).code).toBe("expiredCode");
  expect((await finish()).status).toBe(200);
  expect((await finish()).code).toBe("expiredCode");
  // A code of one flow in another: the provider refuses it, since its verifier is another.
  const [first, second] = [await visitProvider(await begin()), await visitProvider(await begin())];
  const mixed = new URLSearchParams(second);
  mixed.set("code", new URLSearchParams(first).get("code") ?? "");
  expect((await finish(browser, mixed.toString())).code).toBe("providerRefused");
  const refused = new URL(await begin());
  const answer = new URLSearchParams({ error: "access_denied", state: refused.searchParams.get("state") ?? "" });
  expect((await finish(browser, answer.toString())).code).toBe("providerRefused");
});

test("two providers: the same subject at each is another person, and each has its own groups", async () => {
  const second = await startProvider(`${portal.app.services.config.publicUrl}/identity/return`);
  try {
    const id = crypto.randomUUID();
    await portal.save({}, [
      { ...aProvider(id, second.issuer), name: "Second", groups: [{ group: "portal-office", role: "internal" }] },
    ]);
    await portal.admin.client.identity.saveSecret({ body: { provider: id, secret: testClient.secret } });
    const { providers } = await portal.app.anonymous.identity.listProviders();
    expect(providers.map(({ name }) => name)).toEqual(["Firm account", "Second"]);
    const claims = person();
    portal.provider.signsIn(claims);
    second.signsIn({ ...claims, email: `second-${claims.email}` });
    const one = (await portal.signIn(portal.browser())).body["userData"];
    const other = (await portal.signIn(portal.browser(), id)).body["userData"];
    expect([one, other]).toMatchObject([{ role: "office" }, { role: "internal" }]);
    expect((one as { id: number }).id).not.toBe((other as { id: number }).id);
  } finally {
    await second.close();
  }
});

test("a provider that is away says so, and one that is off is not there", async () => {
  const gone = await startProvider("http://localhost/identity/return");
  await gone.close();
  await portal.save({ issuer: gone.issuer });
  expect((await portal.browser().post("/identity/sign-in", { provider: portal.id })).code).toBe("providerAway");
  await portal.save({ isOn: false });
  expect((await portal.browser().post("/identity/sign-in", { provider: portal.id })).code).toBe("notFound");
});

test("sessions end when their provider is switched off, and roles follow a changed table", async () => {
  const claims = person();
  portal.provider.signsIn(claims);
  const token = String((await portal.signIn(portal.browser())).body["token"]);
  const { rows } = await sql<{ id: number }>`select id from app_user where email = ${claims.email}`.execute(
    portal.app.database.db,
  );
  await portal.save({ groups: [{ group: "portal-office", role: "internal" }] });
  expect(await userOf(claims.email)).toMatchObject({ role: "internal" });
  await portal.save({ isOn: false });
  expect(await auditOf(portal.app, { type: "user", id: rows[0]?.id ?? 0 }, "identity.rightsLost")).toHaveLength(1);
  expect(await codeOf(portal.app.withToken(token).colleagues.list())).toBe("unauthenticated");
});

test("a test shows claims and role, signs nobody in, and changes nothing", async () => {
  const claims = person({ groups: ["portal-admins"] });
  portal.provider.signsIn(claims);
  const browser = portal.browser();
  const token = portal.admin.token;
  await portal.save({ isOn: false });
  const { body } = await browser.post("/staff/identity/test", { provider: portal.id }, token);
  const params = await visitProvider(String(body["url"]));
  expect((await browser.post("/identity/sign-in/finish", { params })).code).toBe("expiredCode");
  expect((await browser.post("/staff/identity/test/finish", { params }, portal.other.token)).code).toBe("expiredCode");
  const again = await visitProvider(
    String((await browser.post("/staff/identity/test", { provider: portal.id }, token)).body["url"]),
  );
  const tested = await browser.post("/staff/identity/test/finish", { params: again }, token);
  expect(tested.body).toMatchObject({ provider: portal.id, groups: ["portal-admins"], role: "admin", refusal: null });
  expect(JSON.parse(String(tested.body["claims"]))).toMatchObject({ sub: claims.sub, email: claims.email });
  expect(await userOf(claims.email)).toBeUndefined();
});

test("a provider that is on needs an emergency admin; groups that make admins need a second person", async () => {
  const provider = aProvider(portal.id, portal.provider.issuer);
  const saving = (data: unknown) =>
    codeOf(portal.admin.client.settings.save({ params: { name: "identity" }, body: { data, reason: "Try" } }));
  expect(await saving({ providers: [provider], emergency: [] })).toBe("badInput");
  const office = await portal.app.as("office");
  expect(await saving({ providers: [provider], emergency: [office.id] })).toBe("badInput");
  const more = [...groups, { group: "more-admins", role: "admin" as const }];
  const { proposalId } = await portal.admin.client.settings.save({
    params: { name: "identity" },
    body: { data: { providers: [{ ...provider, groups: more }], emergency: [portal.admin.id] }, reason: "More" },
  });
  expect(proposalId).not.toBeNull();
  await portal.admin.client.proposals.decide({
    params: { proposalId: proposalId ?? 0 },
    body: { decision: "withdraw" },
  });
  // The last emergency admin cannot go.
  expect(
    await codeOf(portal.other.client.users.setRole({ params: { id: portal.admin.id }, body: { role: "office" } })),
  ).toBe("lastEmergencyAdmin");
  await saveIdentity(portal, { providers: [provider], emergency: [portal.admin.id] });
});
