/** What a stranger gets of the audit log about one subject. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openKysely, openPool } from "../database/connect.ts";
import { inTransaction } from "../kernel/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { audit } from "./audit.ts";
import { chainOf, contentHash, linkHash } from "./chain.ts";
import { readTrail, type TrailEntry } from "./trail.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const subject = { type: "contract", id: 417 };
const later = (): Date => new Date(Date.now() + 60_000);
/** Another subject of the same chain. */
const neighbour = (() => {
  const chain = chainOf({ type: "contract", id: "417" });
  for (let id = 418; ; id += 1)
    if (chainOf({ type: "contract", id: `${id}` }) === chain) return { type: "contract", id };
})();
const write = (of: typeof subject, after: unknown) =>
  inTransaction(database.db, (trx) =>
    audit(trx, { actor: { userId: 3 }, action: "contract.signed", subject: of, after, address: "::1" }),
  );
const positionsOf = (entries: readonly TrailEntry[] | undefined) => entries?.map(({ position }) => position);

test("the subject's entries come whole, of others between them the hash alone, and each hash follows", async () => {
  await write(neighbour, { secret: "before" });
  await write(subject, { contract: 1, name: "Анна" });
  await write(neighbour, { secret: "between" });
  await write(subject, { contract: 2 });
  await write(neighbour, { secret: "behind" });
  const trail = await readTrail(database.db, { subject, until: later() });
  expect(trail).toMatchObject({ before: { position: 1 }, links: [{}, {}, {}].map(() => expect.any(String)) });
  expect(positionsOf(trail?.entries)).toEqual([2, 4]);
  expect(JSON.stringify(trail)).not.toContain("secret");

  let hash: Buffer = Buffer.from(trail?.before.hash ?? "", "hex");
  const hashes = trail?.links.map((link, index) => {
    hash = linkHash(hash, trail.chain, 2 + index, Buffer.from(link, "hex"));
    return hash.toString("hex");
  });
  expect(trail?.entries.map((entry) => entry.hash)).toEqual([hashes?.[0], hashes?.[2]]);
  for (const entry of trail?.entries ?? []) {
    if (!("salt" in entry)) throw new Error("erased");
    expect(contentHash(entry.content, Buffer.from(entry.salt, "hex")).toString("hex")).toBe(
      trail?.links[entry.position - 2],
    );
  }
});

test("only entries about one thing, and only those until a moment", async () => {
  const about = await readTrail(database.db, { subject, about: { contract: 2 }, until: later() });
  expect(about).toMatchObject({ before: { position: 3 }, links: [expect.any(String)], entries: [{ position: 4 }] });
  expect(
    await readTrail(database.db, { subject, actions: "contract.", about: { contract: 2 }, until: later() }),
  ).toEqual(about);
  expect(
    await readTrail(database.db, { subject, actions: "user.", about: { contract: 2 }, until: later() }),
  ).toBeNull();
  expect(await readTrail(database.db, { subject, until: new Date("2020-01-01") })).toBeNull();
});

test("a trail from the beginning of its chain starts with the chain's own hash", async () => {
  const trail = await readTrail(database.db, { subject: neighbour, until: later() });
  expect(trail?.before).toMatchObject({ position: 0, hash: expect.stringMatching(/^[\da-f]{64}$/) });
  expect(positionsOf(trail?.entries)).toEqual([1, 3, 5]);
});

test("an entry that retention has erased stays with its hash", async () => {
  const { retentionConnection: connection } = database;
  const retention = openKysely(openPool({ connection, size: 1, prepared: false, name: "retention" }));
  await sql`update audit_entry set actor = null, before = null, after = null, address = null, request_id = null,
    salt = null, erased_at = now() where position = 2`.execute(retention);
  await retention.destroy();
  const trail = await readTrail(database.db, { subject, until: later() });
  expect(trail?.entries[0]).toEqual({ position: 2, hash: expect.any(String), erased: expect.any(String) });
  expect(trail?.links).toHaveLength(3);
});
