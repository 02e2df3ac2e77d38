import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openKysely, openPool } from "../database/connect.ts";
import { type Db, inTransaction } from "../kernel/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { type AuditEntry, audit } from "./audit.ts";
import { type Content, chainOf, contentHash, linkHash } from "./chain.ts";
import { anchorAudit, verifyAudit } from "./verify.ts";

let database: TestDatabase;
/** Connection as the tables' owner: what an attacker with the operator's rights could do. */
let owner: Db;
const subject = { type: "user", id: 7 };
const chain = chainOf({ type: "user", id: "7" });
const entry = (after: unknown): AuditEntry => ({
  actor: { userId: 3, sessionId: 9 },
  action: "user.clientNumberSet",
  subject,
  before: null,
  after,
  address: "2001:db8::1",
  requestId: "r-1",
});
const write = (...afters: unknown[]) => inTransaction(database.db, (trx) => audit(trx, ...afters.map(entry)));

beforeEach(async () => {
  database = await createTestDatabase();
  owner = openKysely(openPool({ connection: database.superuser, size: 1, prepared: false, name: "thief" }));
});
afterEach(async () => {
  await owner.destroy();
  await database.close();
});

describe("the audit log", () => {
  test("holds whatever content is written, and verifies", async () => {
    await write({ b: 1.5, a: [null, "Ж\0\ud800"], n: 1e21, d: new Date(0), u: undefined }, "text", [1, 2], null);
    expect(await verifyAudit(database.db)).toEqual({ entries: 4, erased: 0, anchors: 0, breaks: [] });
  });

  test("is not written by a change that is rolled back", async () => {
    await inTransaction(database.db, async (trx) => {
      await audit(trx, entry(1));
      throw new Error("no");
    }).catch(() => undefined);
    expect((await verifyAudit(database.db)).entries).toBe(0);
  });

  test("refuses to be written outside a transaction", async () => {
    await expect(audit(database.db as never, entry(1))).rejects.toThrow(/transaction/);
  });

  test("keeps its chains whole under many writers at once", async () => {
    const writers = Array.from({ length: 8 }, (_, writer) =>
      inTransaction(database.db, (trx) =>
        audit(
          trx,
          ...Array.from({ length: 20 }, (_, index) => ({
            ...entry(index),
            subject: { type: "user", id: (index * 7 + writer) % 11 },
          })),
        ),
      ),
    );
    await Promise.all(writers);
    expect(await verifyAudit(database.db)).toMatchObject({ entries: 160, breaks: [] });
  });

  test("stays whole where retention erases content, and says how much", async () => {
    await write(1, 2, 3);
    const retention = openKysely(
      openPool({ connection: database.retentionConnection, size: 1, prepared: false, name: "retention" }),
    );
    await sql`update audit_entry set actor = null, before = null, after = null, address = null, request_id = null,
      salt = null, erased_at = now() where position = 2`.execute(retention);
    await expect(sql`update audit_entry set hash = ''`.execute(retention)).rejects.toMatchObject({ code: "42501" });
    await expect(sql`delete from audit_entry`.execute(retention)).rejects.toMatchObject({ code: "42501" });
    await retention.destroy();
    expect(await verifyAudit(database.db)).toMatchObject({ entries: 3, erased: 1, breaks: [] });
  });
});

describe("a thief with the owner's rights is found", () => {
  test.each([
    [
      "changes an amount",
      "update audit_entry set after = '9' where position = 2",
      2,
      "content is not what was written",
    ],
    ["changes the moment", "update audit_entry set at = at + interval '1 ms' where position = 2", 2, "content is not"],
    [
      "empties an entry",
      "update audit_entry set after = null, salt = null where position = 2",
      2,
      "without being marked",
    ],
    ["deletes in the middle", "delete from audit_entry where position = 2", 2, "entry 2 is missing"],
    ["cuts the tail", "delete from audit_entry where position > 1", 2, "the last 2 entries are missing"],
    [
      "renumbers after deleting",
      "delete from audit_entry where position = 1; update audit_entry set position = position - 1",
      1,
      "hash does not follow",
    ],
    [
      "inserts an entry",
      `insert into audit_entry select chain, 4, at, actor, action, subject_type, subject_id, before, after, address,
       request_id, salt, content_hash, hash from audit_entry where position = 3`,
      4,
      "hash does not follow",
    ],
    [
      "takes the head away",
      "alter table audit_entry disable trigger all; delete from audit_head where chain > 0",
      0,
      "head is missing",
    ],
  ])("who %s", async (_, statement, position, reason) => {
    await write(1, 2, 3);
    await sql`set session_replication_role = replica`.execute(owner);
    await sql.raw(statement).execute(owner);
    const { breaks } = await verifyAudit(database.db);
    expect(breaks).toContainEqual({ chain, position, reason: expect.stringContaining(reason) });
  });

  test("who rewrites an entry with the hash that it then has, by the entry after it", async () => {
    await write(1, 2, 3);
    const { rows } = await sql<{ content: Content; salt: Buffer; previous: Buffer }>`
      select jsonb_build_object('actor', entry.actor, 'action', entry.action, 'before', entry.before, 'after', 9,
          'subject', jsonb_build_object('type', entry.subject_type, 'id', entry.subject_id),
          'at', to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'address', entry.address, 'requestId', entry.request_id) as content, entry.salt, before.hash as previous
        from audit_entry entry join audit_entry before using (chain) where entry.position = 2 and before.position = 1`.execute(
      owner,
    );
    const [row] = rows;
    if (!row) throw new Error("The entry is not there");
    const content = contentHash(row.content, row.salt);
    await sql`set session_replication_role = replica`.execute(owner);
    await sql`update audit_entry set after = '9', content_hash = ${content},
      hash = ${linkHash(row.previous, chain, 2, content)} where position = 2`.execute(owner);
    const { breaks } = await verifyAudit(database.db);
    expect(breaks).toEqual([{ chain, position: 3, reason: expect.stringContaining("hash does not follow") }]);
  });

  test("who cuts a tail together with its head, by the anchor in chain 0", async () => {
    await write(1, 2, 3);
    await anchorAudit(database.db);
    await sql`delete from audit_entry where chain = ${chain} and position = 3`.execute(owner);
    await sql`update audit_head set position = 2, hash = (select hash from audit_entry where chain = ${chain} and position = 2)
      where chain = ${chain}`.execute(owner);
    const { breaks } = await verifyAudit(database.db);
    expect(breaks).toEqual([{ chain, position: 3, reason: "an anchor saw entries up to 3" }]);
  });

  test("who cuts that anchor too, by an anchor kept outside", async () => {
    await write(1, 2, 3);
    const anchors = await anchorAudit(database.db);
    await sql`delete from audit_entry where chain = 0 or position = 3`.execute(owner);
    await sql`update audit_head set position = 2, hash = (select hash from audit_entry where chain = ${chain} and position = 2)
      where chain = ${chain}`.execute(owner);
    await sql`update audit_head set position = 0, hash = sha256('portico audit chain 0') where chain = 0`.execute(
      owner,
    );
    expect((await verifyAudit(database.db)).breaks).toEqual([]);
    expect((await verifyAudit(database.db, [anchors])).breaks.map((found) => found.chain)).toEqual([0, chain]);
  });

  test("who rewrites a whole chain with right hashes, by an anchor kept outside", async () => {
    await write(1);
    const anchors = await anchorAudit(database.db);
    await sql`delete from audit_entry where chain = ${chain}`.execute(owner);
    await sql`update audit_head set position = 0, hash = sha256(convert_to('portico audit chain ' || chain, 'UTF8'))
      where chain = ${chain}`.execute(owner);
    await write(2);
    expect((await verifyAudit(database.db, [anchors])).breaks).toEqual([
      { chain, position: 1, reason: "an anchor saw another entry here" },
    ]);
  });
});
