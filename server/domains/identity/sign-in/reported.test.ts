/** What broke other relying parties: a person who turns back, and an issuer with a slash too many. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBentProvider } from "../testing/bent-provider.ts";
import { aProvider, type IdentityPortal, saveIdentity, startIdentityPortal } from "../testing/portal.ts";

let portal: IdentityPortal;
beforeAll(async () => {
  portal = await startIdentityPortal();
}, 60_000);
afterAll(() => portal.close());

/** Begins a sign-in, and comes back with this instead of a code. */
async function comeBack(query: Record<string, string>, hasState = true) {
  const browser = portal.browser();
  const begun = await browser.post("/identity/sign-in", { provider: portal.id });
  const state = new URL(String(begun.body["url"])).searchParams.get("state") ?? "";
  const params = new URLSearchParams({ ...query, ...(hasState && { state }) }).toString();
  return browser.post("/identity/sign-in/finish", { params });
}

test("a person who turns back at the provider is told so, and nothing is said to be wrong with it", async () => {
  expect((await comeBack({ error: "access_denied", iss: portal.provider.issuer })).code).toBe("signInDenied");
  expect((await comeBack({ error: "server_error", iss: portal.provider.issuer })).code).toBe("providerAway");
  expect((await comeBack({ error: "login_required", iss: portal.provider.issuer })).code).toBe("providerRefused");
  // Anybody may write this into an address.
  expect((await comeBack({ error: "access_denied" }, false)).code).toBe("expiredCode");
});

test("an issuer that was typed with a slash too many is refused before the person is sent there", async () => {
  const bent = await startBentProvider("portico");
  const id = crypto.randomUUID();
  const named = `${bent.issuer}/realms/firm`;
  bent.bend({ metadata: { issuer: named } });
  const begin = async (issuer: string) => {
    await saveIdentity(portal, { providers: [aProvider(id, issuer)], emergency: [portal.admin.id] });
    return portal.browser().post("/identity/sign-in", { provider: id });
  };
  expect((await begin(named)).status).toBe(200);
  expect((await begin(`${named}/`)).code).toBe("providerRefused");
  await bent.close();
});
