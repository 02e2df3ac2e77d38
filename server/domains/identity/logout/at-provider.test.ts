/** Signing out of the portal also ends the session at the provider (OpenID Connect RP-Initiated Logout 1.0). */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deletePassed } from "../identity.queries.ts";
import { startBentProvider } from "../testing/bent-provider.ts";
import { aProvider, type IdentityPortal, saveIdentity, startIdentityPortal } from "../testing/portal.ts";
import { signOutAtProvider, startProvider, testClient } from "../testing/provider.ts";

let portal: IdentityPortal;
beforeAll(async () => {
  portal = await startIdentityPortal();
}, 60_000);
afterAll(() => portal.close());

let people = 0;
function nextPerson(): string {
  const sub = `colleague-${++people}`;
  portal.provider.signsIn({ sub, email: `${sub}@firm.example`, email_verified: true, groups: ["portal-office"] });
  return sub;
}

/** Signed in with a browser that keeps what it gets at the provider. */
async function signedIn(id = portal.id) {
  nextPerson();
  const [browser, atProvider] = [portal.browser(), new Map<string, string>()];
  const { body } = await portal.signIn(browser, id, atProvider);
  const token = String(body["token"]);
  const userId = (body["userData"] as { id: number }).id;
  const signOut = () => browser.post("/identity/sign-out", {}, token);
  return { browser, atProvider, token, userId, signOut };
}

const openSessions = async (userId: number): Promise<number> => {
  const { rows } = await sql`select id from session where user_id = ${userId} and ended_at is null`.execute(
    portal.app.database.db,
  );
  return rows.length;
};
const keptTokens = async (userId: number): Promise<Buffer[]> => {
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from identity_session join session on session.id = session_id where user_id = ${userId}`.execute(
    portal.app.database.db,
  );
  return rows.map(({ sealed }) => sealed);
};

test("the browser ends the provider's session, comes back, and is asked for an account the next time", async () => {
  const { atProvider, userId, signOut } = await signedIn();
  // Until then the provider knows the browser.
  const before = portal.provider.asked();
  expect((await portal.signIn(portal.browser(), portal.id, atProvider)).status).toBe(200);
  expect(portal.provider.asked()).toBe(before);

  const { status, body } = await signOut();
  expect([status, body["staysAt"], await openSessions(userId)]).toEqual([200, null, 1]);
  const url = new URL(String(body["url"]));
  expect(url.href.startsWith(portal.provider.issuer)).toBe(true);
  const back = new URL(await signOutAtProvider(url.href, atProvider));
  expect(`${back.origin}${back.pathname}`).toBe(`${portal.app.services.config.publicUrl}/identity/signed-out`);
  expect(back.searchParams.get("state")).toBe(url.searchParams.get("state"));
  nextPerson();
  expect((await portal.signIn(portal.browser(), portal.id, atProvider)).status).toBe(200);
  expect(portal.provider.asked()).toBe(before + 1);
});

test("a second sign-out leads nowhere, and the token does not outlive the session", async () => {
  const { userId, signOut } = await signedIn();
  const [sealed] = await keptTokens(userId);
  // Of a token, the first letters are always these.
  expect(sealed?.includes("eyJ")).toBe(false);
  expect((await signOut()).body["url"]).not.toBeNull();
  expect((await signOut()).body).toEqual({ url: null, staysAt: null });
  await deletePassed(portal.app.database.db);
  expect(await keptTokens(userId)).toEqual([]);
});

test("a session by password and a stranger have none at a provider", async () => {
  const emergency = await portal.admin.client.identity.signOut({ body: {} });
  expect(emergency).toEqual({ url: null, staysAt: null });
  expect((await portal.browser().post("/identity/sign-out", {})).body).toEqual({ url: null, staysAt: null });
});

test("the session here ends also if the provider is away, and the person is told of the one there", async () => {
  const gone = await startProvider(`${portal.app.services.config.publicUrl}/identity/return`);
  const id = crypto.randomUUID();
  const admin = await portal.app.as("admin");
  const save = (change = {}) =>
    saveIdentity(
      { admin, other: portal.other },
      { providers: [{ ...aProvider(id, gone.issuer), name: "Gone account", ...change }], emergency: [admin.id] },
    );
  await save();
  await admin.client.identity.saveSecret({ body: { provider: id, secret: testClient.secret } });
  gone.signsIn({ sub: "left", email: "left@firm.example", email_verified: true, groups: ["portal-office"] });
  const [one, two] = [portal.browser(), portal.browser()];
  const [first, second] = [await portal.signIn(one, id), await portal.signIn(two, id)];
  await gone.close();
  // What is known of it is used for some minutes; another client id is another provider.
  await sql`update setting set data = jsonb_set(data, '{providers,0,clientId}', '"another"') where name = 'identity'`.execute(
    portal.app.database.db,
  );
  const answer = await one.post("/identity/sign-out", {}, String(first.body["token"]));
  expect([answer.status, answer.body]).toEqual([200, { url: null, staysAt: "Gone account" }]);
  const userId = (first.body["userData"] as { id: number }).id;
  expect(await openSessions(userId)).toBe(1);
  // Stored before this was offered: nothing is ended there, and nobody is told.
  await sql`update setting set data = data #- '{providers,0,endsSession}' where name = 'identity'`.execute(
    portal.app.database.db,
  );
  const old = await two.post("/identity/sign-out", {}, String(second.body["token"]));
  expect([old.body, await openSessions(userId)]).toEqual([{ url: null, staysAt: null }, 0]);
});

/** Signs in and out through a provider of its own, whose metadata name this address. */
async function atBent(end_session_endpoint: string | undefined): Promise<Record<string, unknown>> {
  const bent = await startBentProvider(testClient.clientId);
  const sub = `bent-${++people}`;
  bent.bend({
    metadata: { ...(end_session_endpoint !== undefined && { end_session_endpoint }) },
    claims: { sub, email: `${sub}@firm.example`, login_hint: "what Entra ID calls the account" },
  });
  const id = crypto.randomUUID();
  const admin = await portal.app.as("admin");
  await saveIdentity(
    { admin, other: portal.other },
    { providers: [{ ...aProvider(id, bent.issuer), name: "Bent account" }], emergency: [admin.id] },
  );
  const browser = portal.browser();
  const begun = await browser.post("/identity/sign-in", { provider: id });
  const { body } = await browser.post("/identity/sign-in/finish", { params: bent.visit(String(begun.body["url"])) });
  const answer = await browser.post("/identity/sign-out", {}, String(body["token"]));
  expect(await openSessions((body["userData"] as { id: number }).id)).toBe(0);
  await bent.close();
  return answer.body;
}

test("the browser is led nowhere but to an address of the web", async () => {
  expect(await atBent(undefined)).toEqual({ url: null, staysAt: "Bent account" });
  expect(await atBent("javascript:alert(1)")).toEqual({ url: null, staysAt: "Bent account" });
  const { searchParams } = new URL(String((await atBent("https://provider.example/end?p=policy"))["url"]));
  expect([...searchParams.keys()].toSorted()).toEqual([
    "client_id",
    "id_token_hint",
    "logout_hint",
    "p",
    "post_logout_redirect_uri",
    "state",
  ]);
});
