/** Answers with a stamp: who has one is told that it has not changed, and nobody is told so of anything else. */
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApi } from "../app.ts";
import { bookEntries } from "../domains/portfolios/ledger/writer.ts";
import { deposit } from "../domains/portfolios/testing/firm.ts";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { hasTag, tagOf } from "./etag.ts";
import { createMetrics } from "./metrics.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await createTestApp();
});
afterAll(() => portal.close());

type Person = Awaited<ReturnType<TestApp["as"]>>;
let numbers = 0;
const makeClient = () => portal.as("client", { clientNumber: `E-${++numbers}` });
const book = (person: Person, amount: string) =>
  bookEntries(portal.services.db, { holderType: "user", holderId: person.id }, [deposit("2024-01-02", amount)]);

/** A read of the client's figures, with what else the caller sends. */
const read = (of: Person, by: Person, headers: Record<string, string> = {}, path = "customer-portfolio") =>
  portal.app.inject({
    url: path === "movements" ? `/money/user/${of.id}/movements` : `/portfolio/user/${of.id}/${path}`,
    headers: { authorization: `Bearer ${by.token}`, ...headers },
  });
const tagIn = (answer: Awaited<ReturnType<typeof read>>) => ({ "if-none-match": String(answer.headers["etag"]) });

test("the tag of a list is compared with each, spaces and all", () => {
  const tag = tagOf("build", "stamp");
  expect([tag, `"other", ${tag}`, `"other"`, undefined].map((header) => hasTag(header, tag))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(tagOf("other", "stamp")).not.toBe(tag);
});

test.each([
  "customer-portfolio",
  "customer-orders/2024-01-01/2024-12-31",
  "performance/2024-01-01/2024-12-31",
  "movements",
])("%s is sent again only once it has changed", async (path) => {
  const client = await makeClient();
  await book(client, "100");
  const first = await read(client, client, {}, path);
  expect(first.headers).toMatchObject({ "cache-control": "private, no-cache" });
  expect(first.headers["vary"]).toContain("authorization");
  const again = await read(client, client, tagIn(first), path);
  expect([again.statusCode, again.body, again.headers["etag"]]).toEqual([304, "", first.headers["etag"]]);
  await book(client, "101");
  const changed = await read(client, client, tagIn(first), path);
  expect(changed.statusCode).toBe(200);
  expect(changed.headers["etag"]).not.toBe(first.headers["etag"]);
});

test("a tag opens nothing: another's portfolio, an ended session, a caller without one", async () => {
  const [client, stranger] = [await makeClient(), await makeClient()];
  for (const person of [client, stranger]) await book(person, "100");
  const first = await read(client, client);
  expect((await read(client, stranger, tagIn(first))).statusCode).toBe(404);
  expect((await read(stranger, stranger, tagIn(first))).statusCode).toBe(200);
  expect((await read(client, { ...client, token: "unknown" }, tagIn(first))).statusCode).toBe(401);
  await client.client.sessions.logout({ body: {} });
  expect((await read(client, client, tagIn(first))).statusCode).toBe(401);
});

test("signing out has the browser drop what it kept", async () => {
  const client = await makeClient();
  const answer = await portal.app.inject({
    method: "POST",
    url: "/user/logout",
    headers: { authorization: `Bearer ${client.token}` },
    payload: {},
  });
  expect(answer.headers["clear-site-data"]).toBe('"cache"');
});

test("what staff look at is recorded, sent or not", async () => {
  const [client, office] = [await makeClient(), await portal.as("office")];
  await book(client, "100");
  const first = await read(client, office);
  expect((await read(client, office, tagIn(first))).statusCode).toBe(304);
  const { rows } = await portal.database.pool.query(
    "select from audit_entry where subject_id = $1 and action = 'holder.accessedByStaff'",
    [client.id],
  );
  expect(rows).toHaveLength(2);
});

test("another build's answers have other tags", async () => {
  const client = await makeClient();
  await book(client, "100");
  const other = await buildApi(portal.services, { operations: { metrics: createMetrics() }, build: "another" });
  const first = await read(client, client);
  const answer = await other.inject({
    url: `/portfolio/user/${client.id}/customer-portfolio`,
    headers: { authorization: `Bearer ${client.token}`, ...tagIn(first) },
  });
  expect(answer.statusCode).toBe(200);
  await other.close();
});

test("kept answers are compressed once in each encoding, to what they were", async () => {
  const client = await makeClient();
  for (let amount = 1; amount <= 40; amount += 1) await book(client, `${amount}.01`);
  const path = "customer-transactions/2024-01-01/2024-12-31";
  const plain = await read(client, client, {}, path);
  for (const [encoding, open] of [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const)
    for (let time = 0; time < 2; time += 1) {
      const answer = await read(client, client, { "accept-encoding": encoding }, path);
      expect(answer.headers["content-encoding"]).toBe(encoding);
      expect(open(answer.rawPayload).toString()).toBe(plain.body);
    }
  await book(client, "77");
  const changed = await read(client, client, { "accept-encoding": "br" }, path);
  expect(brotliDecompressSync(changed.rawPayload).toString()).toBe((await read(client, client, {}, path)).body);
  expect(changed.rawPayload).not.toEqual((await read(client, client, { "accept-encoding": "gzip" }, path)).rawPayload);
});
