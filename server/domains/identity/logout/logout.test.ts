/** A provider ends sessions by logout tokens, and no other token does (OpenID Connect Back-Channel Logout 1.0). */
import { generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditOf, listen } from "../../../testing/effects.ts";
import { type IdentityPortal, startIdentityPortal } from "../testing/portal.ts";

let portal: IdentityPortal;
beforeAll(async () => {
  portal = await startIdentityPortal();
}, 60_000);
afterAll(() => portal.close());

const post = (token: string, id = portal.id, type = "application/x-www-form-urlencoded") =>
  portal.app.app.inject({
    method: "POST",
    url: `/api/identity/logout/${id}`,
    headers: { "content-type": type },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  });

let people = 0;
async function signedIn() {
  const sub = `leaver-${++people}`;
  portal.provider.signsIn({ sub, email: `${sub}@firm.example`, email_verified: true, groups: ["portal-office"] });
  const { body } = await portal.signIn(portal.browser());
  return { sub, id: (body["userData"] as { id: number }).id };
}

test("a token with the subject ends every session that the provider opened, with its sockets, and no other one", async () => {
  const leaver = await signedIn();
  const stays = await signedIn();
  const events = listen(portal.app);
  const token = await portal.provider.logoutToken({ sub: leaver.sub });
  expect((await post(token)).statusCode).toBe(200);
  events.stop();
  expect(events.all).toMatchObject([{ name: "sessionsRevoked", event: { reason: "ended" } }]);
  expect(await auditOf(portal.app, { type: "user", id: leaver.id }, "identity.loggedOut")).toHaveLength(1);
  const open = await portal.app.database.db
    .selectFrom("session")
    .select("user_id")
    .where("user_id", "in", [leaver.id, stays.id])
    .where("ended_at", "is", null)
    .execute();
  expect(open).toEqual([{ user_id: stays.id }]);
  // The same token again is a replay.
  expect((await post(token)).statusCode).toBe(400);
  expect((await post(await portal.provider.logoutToken({ sub: "nobody here" }))).statusCode).toBe(200);
});

test("a token with a session of the provider ends that one alone", async () => {
  const leaver = await signedIn();
  const rows = await portal.app.database.db
    .selectFrom("session")
    .select(["id", "provider_sid"])
    .where("user_id", "=", leaver.id)
    .execute();
  const [{ provider_sid: sid } = { provider_sid: null }] = rows;
  expect(sid).toEqual(expect.any(String));
  expect((await post(await portal.provider.logoutToken({ sid: "another" }))).statusCode).toBe(200);
  const ended = () => auditOf(portal.app, { type: "user", id: leaver.id }, "identity.loggedOut");
  expect(await ended()).toHaveLength(0);
  expect((await post(await portal.provider.logoutToken({ sid }))).statusCode).toBe(200);
  expect(await ended()).toHaveLength(1);
});

test("no other token ends a session", async () => {
  const { sub, id } = await signedIn();
  const now = Math.floor(Date.now() / 1000);
  const make: typeof portal.provider.logoutToken = (...given) => portal.provider.logoutToken(...given);
  const { privateKey } = await generateKeyPair("RS256");
  const foreign = await new SignJWT({
    iss: portal.provider.issuer,
    aud: "portico",
    sub,
    iat: now,
    jti: "foreign",
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
  })
    .setProtectedHeader({ alg: "RS256", kid: "test" })
    .sign(privateKey);
  const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${foreign.split(".")[1]}.`;
  const refused: Record<string, string> = {
    foreign,
    unsigned,
    issuer: await make({ sub, iss: "https://other.example" }),
    audience: await make({ sub, aud: "another" }),
    audiences: await make({ sub, aud: ["portico", "another"] }),
    old: await make({ sub, iat: now - 900 }),
    future: await make({ sub, iat: now + 900 }),
    expired: await make({ sub, exp: now - 300 }),
    nonce: await make({ sub, nonce: "x" }),
    noEvent: await make({ sub, events: {} }),
    noEvents: await make({ sub, events: undefined }),
    noName: await make({ sub, jti: undefined }),
    noTime: await make({ sub, iat: undefined }),
    nobody: await make({}),
    idToken: await make({ sub }, { typ: "at+jwt" }),
    text: "no token",
  };
  for (const [name, token] of Object.entries(refused)) expect((await post(token)).statusCode, name).toBe(400);
  const fine = await make({ sub });
  expect((await post(fine, crypto.randomUUID())).statusCode).toBe(400);
  expect((await post(fine, "no-id")).statusCode).toBe(400);
  expect((await post(fine, portal.id, "application/json")).statusCode).toBe(400);
  expect(await auditOf(portal.app, { type: "user", id }, "identity.loggedOut")).toHaveLength(0);
  // Clocks may differ by a minute.
  expect((await post(await make({ sub, iat: now + 30 }))).statusCode).toBe(200);
});
