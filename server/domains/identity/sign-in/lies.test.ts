/** A provider whose answers do not stand up to the checks signs nobody in, whatever they say. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Bent, type BentProvider, startBentProvider } from "../testing/bent-provider.ts";
import { aProvider, type IdentityPortal, saveIdentity, startIdentityPortal } from "../testing/portal.ts";

let portal: IdentityPortal;
let bent: BentProvider;
const id = crypto.randomUUID();
beforeAll(async () => {
  portal = await startIdentityPortal();
  bent = await startBentProvider("portico");
  await saveIdentity(portal, {
    providers: [aProvider(id, bent.issuer)],
    emergency: [portal.admin.id],
  });
}, 60_000);
afterAll(async () => {
  await bent.close();
  await portal.close();
});

let subjects = 0;
let sub: string;
beforeEach(() => {
  sub = `bent-${++subjects}`;
});

async function signIn(how: Bent) {
  bent.bend({ ...how, claims: { sub, email: `${sub}@firm.example`, ...how.claims } });
  const browser = portal.browser();
  const begun = await browser.post("/identity/sign-in", { provider: id });
  return browser.post("/identity/sign-in/finish", { params: bent.visit(String(begun.body["url"])) });
}
const now = () => Math.floor(Date.now() / 1000);

test("what is right opens a session", async () => {
  expect((await signIn({})).status).toBe(200);
});

test.each<[string, () => Bent]>([
  ["another nonce", () => ({ claims: { nonce: "another" } })],
  ["no nonce", () => ({ claims: { nonce: undefined } })],
  ["another issuer", () => ({ claims: { iss: "https://other.example" } })],
  ["another audience", () => ({ claims: { aud: "another" } })],
  ["several audiences", () => ({ claims: { aud: ["portico", "another"], azp: "portico" } })],
  ["no subject", () => ({ claims: { sub: undefined } })],
  ["expired", () => ({ claims: { iat: now() - 900, exp: now() - 90 } })],
  ["no expiry", () => ({ claims: { exp: undefined } })],
  ["not yet valid", () => ({ claims: { nbf: now() + 90 } })],
  ["a key that it does not publish", () => ({ foreignKey: true })],
  ["an unknown key", () => ({ header: { kid: "other" }, foreignKey: true })],
])("%s is refused", async (_, how) => {
  expect((await signIn(how())).code).toBe("providerRefused");
});

test("clocks may differ by a minute", async () => {
  expect((await signIn({ claims: { iat: now() - 300, exp: now() - 30 } })).status).toBe(200);
  expect((await signIn({ claims: { iat: now() + 30, nbf: now() + 30, exp: now() + 300 } })).status).toBe(200);
});

test("claims of other types than the standard's are no rights", async () => {
  expect((await signIn({ claims: { groups: { "portal-admins": true } } })).code).toBe("noStaffGroup");
  expect((await signIn({ claims: { groups: [["portal-admins"], 1, null] } })).code).toBe("noStaffGroup");
  expect((await signIn({ claims: { email_verified: "true" } })).code).toBe("emailUnverified");
  expect((await signIn({ claims: { email: ["a@firm.example"] } })).code).toBe("emailUnverified");
  expect((await signIn({ claims: { email: "not an address" } })).code).toBe("emailUnverified");
  expect((await signIn({ claims: { amr: "mfa" } })).status).toBe(200);
  expect((await signIn({ claims: { amr: { mfa: true } } })).code).toBe("secondFactorMissing");
});

test("a provider that breaks, answers too much or leads elsewhere is away", async () => {
  const broken: Bent["token"][] = [
    (response) => response.writeHead(500).end("broken"),
    (response) => response.writeHead(200, { "content-type": "application/json" }).end("x".repeat(2_000_000)),
    (response) => response.writeHead(302, { location: "http://localhost:1/" }).end(),
  ];
  for (const token of broken) expect((await signIn({ token })).code).toBe("providerAway");
  const denied: Bent["token"] = (response) =>
    response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}');
  expect((await signIn({ token: denied })).code).toBe("providerRefused");
});

test("metadata of another issuer is refused", async () => {
  const other = await startBentProvider("portico");
  try {
    other.bend({ metadata: { issuer: "https://other.example" } });
    await saveIdentity(portal, { providers: [aProvider(id, other.issuer)], emergency: [portal.admin.id] });
    expect((await portal.browser().post("/identity/sign-in", { provider: id })).code).toBe("providerRefused");
  } finally {
    await other.close();
    await saveIdentity(portal, { providers: [aProvider(id, bent.issuer)], emergency: [portal.admin.id] });
  }
});
