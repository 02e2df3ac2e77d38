/** Limits count a holder with its type, and a network, as one caller; expired counters are deleted. */
import { api } from "@portico/api";
import type { Endpoint } from "@portico/api/endpoint.ts";
import type { ApiError } from "@portico/api/errors.ts";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { cleanCounters } from "../domains/sessions/sessions.jobs.ts";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { countCall } from "./limits.queries.ts";
import { createLimits } from "./limits.ts";
import type { PageRenderer } from "./page-rendering.ts";
import { buildPages } from "./pages.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ rateLimits: true });
});
afterAll(() => app.close());

test("a user and a company of the same number do not share a limit", async () => {
  const user = await app.as("client", { clientNumber: "U-1" });
  const company = await app.database.db
    .insertInto("company")
    .values({ name: "Oak", creator_id: user.id, state: "postKYC" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await app.database.db.updateTable("app_user").set({ last_company: null }).where("id", "=", user.id).execute();
  const ask = async (holderType: "user" | "company", holderId: number) => {
    const { statusCode } = await app.app.inject({
      method: "POST",
      url: `/portfolio/${holderType}/${holderId}/transaction`,
      headers: { authorization: `Bearer ${user.token}` },
      payload: { type: "deposit", userMsg: "", transactionInfo: { sum: "5", currency: "EUR" } },
    });
    return statusCode;
  };
  expect(company.id).toBe(user.id);
  for (let count = 0; count < 30; count += 1) expect(await ask("user", user.id)).toBe(200);
  expect(await ask("user", user.id)).toBe(429);
  expect(await ask("company", company.id)).not.toBe(429);
});

test("colleagues of one office share its address, and not each other's limit of comments", async () => {
  const client = await app.as("client");
  const [ines, olga] = [await app.as("internal"), await app.as("office")];
  const holder = { holderType: "user", holderId: client.id } as const;
  const { id } = await client.client.tickets.create({ params: holder, body: { title: "A fee", content: "Why?" } });
  const comment = async ({ token }: { token: string }) =>
    (
      await app.app.inject({
        method: "POST",
        url: `/ticket/user/${client.id}/${id}/comments`,
        headers: { authorization: `Bearer ${token}`, "x-forwarded-for": "198.51.100.20" },
        payload: { content: "A note", internal: true },
      })
    ).statusCode;
  for (let count = 0; count < 60; count += 1) expect(await comment(ines)).toBe(200);
  expect(await comment(ines)).toBe(429);
  expect(await comment(olga)).toBe(200);
});

test("tries to sign in from one network, and a person's calls, count over all processes; what anybody may read does not", async () => {
  const other = await app.another();
  const apps = [app.app, other.app];
  const statuses = async (times: number, request: object) => {
    const found: number[] = [];
    for (let count = 0; count < times; count += 1)
      found.push((await apps[count % 2]?.inject({ remoteAddress: "203.0.113.9", ...request }))?.statusCode ?? 0);
    return found;
  };
  const signIn = { method: "POST", url: "/user/passkey/begin-sign-in", payload: {} };
  const tried = await statuses(32, signIn);
  expect(tried.slice(0, 30)).not.toContain(429);
  expect(tried.slice(30)).toEqual([429, 429]);

  const { id, token } = await app.as("client");
  const headers = { authorization: `Bearer ${token}` };
  const zip = { url: `/doc/user/${id}/zip`, headers };
  const zipped = await statuses(32, zip);
  expect(zipped.slice(0, 30)).not.toContain(429);
  expect(zipped.slice(30)).toEqual([429, 429]);

  expect(await statuses(700, { url: "/content" })).not.toContain(429);
  const stored = await app.database.db.selectFrom("rate_limit").select("key").execute();
  expect(stored.filter(({ key }) => key.includes("203.0.113") || key.includes("/content"))).toEqual([]);
  await other.close();
});

test("a counter goes by the database's clock, and one from an hour ahead, before it was set right, is over", async () => {
  const { pool } = app.services;
  const count = () => countCall(pool, { key: "clock", seconds: 60 });
  const move = (by: number) => pool.query("update rate_limit set expire = expire + $1 where key = 'clock'", [by]);
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_600_000);
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await count()).points).toBe(1);
  expect(await count()).toMatchObject({ points: 2, secondsLeft: expect.closeTo(60, -2) });
  await move(3_600_000);
  expect(await count()).toMatchObject({ points: 1, secondsLeft: expect.closeTo(60, -2) });
  expect((await count()).points).toBe(2);
  await move(-61_000);
  expect((await count()).points).toBe(1);
});

test("what a process counts by itself is counted at once, and is over after its time", () => {
  const rateLimits = [{ tries: 2, seconds: 60, per: "address" }] as const;
  const limits = createLimits(app.services.pool, { on: true });
  const { byAddress } = limits.of({ eachProcess: true, method: "GET", path: "/counted", rateLimits });
  const count = () => byAddress?.("198.51.100.30");
  expect([count(), count()]).toEqual([undefined, undefined]);
  expect(count).toThrow(expect.objectContaining({ code: "tooManyRequests", retryAfter: expect.closeTo(60, 0) }));
  expect(byAddress?.("198.51.100.31")).toBeUndefined();
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_001);
  onTestFinished(() => void vi.restoreAllMocks());
  expect([count(), count()]).toEqual([undefined, undefined]);
  expect(count).toThrow();
});

test("a call waits for no limit that it does not have", () => {
  const limits = createLimits(app.services.pool, { on: true }).of({ method: "GET", path: "/plain" });
  expect(limits.byAddress?.("198.51.100.32")).toBeUndefined();
  expect([limits.byPerson, limits.byAccount]).toEqual([undefined, undefined]);
  expect(createLimits(app.services.pool, { on: false }).of({ method: "GET", path: "/plain" })).toEqual({
    byAddress: undefined,
    byPerson: undefined,
    byAccount: undefined,
  });
});

test("no call of somebody signed in counts for their address alone", () => {
  const endpoints = Object.values(api).flatMap((domain) => Object.values(domain as Record<string, Endpoint>));
  const shared = endpoints.filter(
    ({ access, rateLimits = [] }) => access.kind !== "anyone" && rateLimits.some(({ per }) => per === "address"),
  );
  expect(shared.map(({ path }) => path)).toEqual([]);
});

test("addresses of one IPv6 network are one caller, of which public settings too answer so many calls a minute", async () => {
  const ask = async (url: string, address: string) =>
    (await app.app.inject({ url, headers: { "x-forwarded-for": address } })).statusCode;
  for (const [index, url] of ["/settings/brand", "/settings/forex-rates"].entries()) {
    const statuses = new Set<number>();
    for (let count = 0; count < 121; count += 1)
      statuses.add(await ask(url, `2001:db8:9:${index}::${count.toString(16)}`));
    expect([...statuses], url).toEqual([200, 429]);
    expect(await ask(url, `2001:db8:9:${index + 7}::1`)).toBe(200);
  }
});

test("calls for a page count for whoever asked for it, whichever proxies are believed", async () => {
  const limited = await createTestApp({ rateLimits: true, trustProxy: "10.1.2.3" });
  const renderer: PageRenderer = {
    render: async (_request, { apiFetch }) => {
      const failure = await apiFetch({ method: "GET", path: "/settings/brand", repeatable: true }).then(
        () => undefined,
        (error: ApiError) => error,
      );
      return new Response(failure?.code ?? "page");
    },
  };
  const pages = await buildPages(limited.services, { api: limited.app, renderer, clientFolder: "/no-such-folder" });
  const visit = async (remoteAddress: string) => (await pages.inject({ url: "/en/login", remoteAddress })).body;
  for (let count = 0; count < 60; count += 1) expect(await visit("198.51.100.7")).toBe("page");
  // Its own calls count with those that its pages made.
  for (let count = 0; count < 60; count += 1)
    await limited.app.inject({ url: "/settings/brand", remoteAddress: "198.51.100.7" });
  expect(await visit("198.51.100.7")).toBe("tooManyRequests");
  expect(await visit("198.51.100.8")).toBe("page");
  await pages.close();
  await limited.close();
});

test("nobody makes the server render at will: what is not kept is limited for each network", async () => {
  const limited = await createTestApp({ rateLimits: true });
  const renderer: PageRenderer = {
    render: async () => new Response("page"),
    keptAddress: ({ pathname, search }) => (search === "" ? pathname : null),
  };
  const stamp = async () => "same";
  const pages = await buildPages(limited.services, {
    api: limited.app,
    renderer,
    clientFolder: "/no-such-folder",
    stamp,
  });
  const visit = (url: string, remoteAddress: string) => pages.inject({ url, remoteAddress });
  for (let count = 0; count < 300; count += 1) await visit("/en/login", "198.51.100.7");
  for (let count = 0; count < 99; count += 1)
    expect((await visit(`/en/login?a=${count}`, "198.51.100.7")).statusCode).toBe(200);
  const refused = await visit("/en/login?a=100", "198.51.100.7");
  expect([refused.statusCode, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
  // What is kept is still there, and others are not concerned.
  expect((await visit("/en/login", "198.51.100.7")).statusCode).toBe(200);
  expect((await visit("/en/login?a=101", "198.51.100.8")).statusCode).toBe(200);
  await pages.close();
  await limited.close();
});

test("counters whose time is over are deleted, and others stay", async () => {
  const { db } = app.database;
  await db.deleteFrom("rate_limit").execute();
  await db
    .insertInto("rate_limit")
    .values([
      { key: "old", points: 3, expire: Date.now() - 1000 },
      { key: "new", points: 3, expire: Date.now() + 60_000 },
    ])
    .execute();
  const failure = { kind: "password", account: Buffer.from("a"), count: 3 };
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  await db
    .insertInto("sign_in_failure")
    .values([
      { ...failure, origin: "old", since: twoDaysAgo },
      { ...failure, origin: "new" },
    ])
    .execute();
  const challenge = { webauthn_challenge: "c" };
  await db
    .insertInto("passkey_challenge")
    .values([
      { ...challenge, secret_hash: Buffer.from("old"), expires_at: twoDaysAgo },
      { ...challenge, secret_hash: Buffer.from("new"), expires_at: new Date(Date.now() + 60_000) },
    ])
    .execute();
  expect(await cleanCounters(app.services)).toEqual({ limits: 1, failures: 1, challenges: 1 });
  expect(await cleanCounters(app.services)).toEqual({ limits: 0, failures: 0, challenges: 0 });
});
