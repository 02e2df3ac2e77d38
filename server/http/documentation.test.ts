/** The API's documentation: for staff who are signed in, unless a setting opens it, and without any outside host. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { bindCookie, sha256 } from "./session.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

// The files of the viewer itself are a published library.
const addresses = ["/docs/", "/docs/json", "/docs/yaml", "/openapi.json"];
const statuses = (headers: Record<string, string>, of = app) =>
  Promise.all(addresses.map(async (url) => (await of.app.inject({ url, headers })).statusCode));
const all = (status: number) => addresses.map(() => status);

/** Gives the user's session a browser's cookie, which a navigation shows alone. */
async function cookieOf({ id }: TestUser): Promise<Record<string, string>> {
  const bind = randomBytes(32).toString("base64url");
  await app.database.db
    .updateTable("session")
    .set({ bind_hash: sha256(bind) })
    .where("user_id", "=", id)
    .execute();
  return { cookie: `${bindCookie}=${bind}` };
}

test("strangers and clients are refused, staff are served, with a token or by a navigation", async () => {
  expect(await statuses({})).toEqual(all(401));
  expect(await statuses({ authorization: "Bearer none" })).toEqual(all(401));
  expect(await statuses({ cookie: `${bindCookie}=none` })).toEqual(all(401));
  const [client, colleague] = [await app.as("client"), await app.as("internal")];
  expect(await statuses({ authorization: `Bearer ${client.token}` })).toEqual(all(403));
  expect(await statuses({ authorization: `Bearer ${colleague.token}` })).toEqual(all(200));
  expect(await statuses(await cookieOf(client))).toEqual(all(403));
  const cookie = await cookieOf(colleague);
  expect(await statuses(cookie)).toEqual(all(200));
  // The cookie opens the documentation, and no call.
  expect((await app.app.inject({ url: `/user/${colleague.id}`, headers: cookie })).statusCode).toBe(401);
  await app.database.db
    .updateTable("session")
    .set({ ended_at: new Date() })
    .where("user_id", "=", colleague.id)
    .execute();
  expect(await statuses(cookie)).toEqual(all(401));
});

test("a setting opens it; either way its policy names no host", async () => {
  const open = await createTestApp({ apiDocs: "open" });
  expect(await statuses({}, open)).toEqual(all(200));
  const { headers, body } = await open.app.inject({ url: "/docs/" });
  const policy = String(headers["content-security-policy"]);
  expect(policy).toMatch(/^default-src 'none'; /);
  const sources = policy.split("; ").flatMap((directive) => directive.split(" ").slice(1));
  for (const source of sources) expect(source).toMatch(/^('none'|'self'|'unsafe-inline'|data:)$/);
  expect(body).not.toMatch(/https?:\/\//);
  await open.close();
});
