/** The export with proof: verified offline by the command's own code, and not with one byte changed. */
import { spawnSync } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { audit } from "../../../audit/audit.ts";
import { type Anchor, anchorAudit } from "../../../audit/verify.ts";
import { unzip } from "../../../evidence/page/unzip.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf } from "../../../testing/effects.ts";
import { listName, listOf, proofName, verifyExport, writeZip } from "./proof-file.ts";

type Bytes = Uint8Array<ArrayBuffer>;
let app: TestApp;
let admin: TestUser;
let anna: TestUser;
let zip: Bytes;
let anchors: Anchor[];

const write = (...ids: number[]) =>
  inTransaction(app.database.db, (trx) =>
    audit(
      trx,
      ...ids.map((id) => ({
        actor: { userId: admin.id },
        action: "user.clientDataSet",
        subject: { type: "user", id },
        before: { city: "София" },
        after: { city: "Plovdiv" },
      })),
    ),
  );
const exported = async (query: Parameters<TestUser["client"]["audit"]["getProof"]>[0]["query"]) =>
  new Uint8Array((await admin.client.audit.getProof({ query })).content);

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  anna = await app.as("client", { name: "Anna" });
  const others = Array.from({ length: 200 }, (_, n) => 1000 + n);
  anchors = [];
  // Before an anchor, between two, and behind the last one; entries of others lie between.
  await write(anna.id, ...others, anna.id);
  anchors.push(await anchorAudit(app.database.db));
  await write(...others);
  anchors.push(await anchorAudit(app.database.db));
  await write(...others, anna.id, ...others);
  zip = await exported({ holder: `user/${anna.id}`, action: "user.clientDataSet" });
}, 60_000);
afterAll(() => app.close());

describe("an export", () => {
  test("verifies with nothing but the file, and against the anchors that were kept", async () => {
    const report = await verifyExport(zip, anchors);
    expect(report.faults).toEqual([]);
    expect(report).toMatchObject({ entries: 3, erased: 0, anchored: 1, compared: 1, signer: expect.any(String) });
    expect(report.authorities[0]?.fingerprint).toMatch(/^[0-9A-Fa-f:]{64,95}$/);
    expect(report.proof?.segments.map(({ entries }) => entries.length)).toEqual([2, 1]);
    const forged = { heads: (anchors[0]?.heads ?? []).map((head) => ({ ...head, hash: "0".repeat(64) })) };
    expect((await verifyExport(zip, [forged])).faults).toEqual([expect.stringContaining("an anchor that was kept")]);
  });

  test("gives away nothing of entries that were not asked for but their hash", async () => {
    const text = Buffer.from((await unzip(zip)).get(proofName) ?? new Uint8Array()).toString();
    expect(text).not.toContain('"1001"');
    expect(text).toContain("София");
  });

  test("does not verify with one byte changed, wherever it is", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: zip.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const changed = zip.slice();
          changed[at] = (changed[at] ?? 0) ^ by;
          expect((await verifyExport(changed)).faults).not.toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });

  test("is found where somebody signed another list, or changed an entry and the list with it", async () => {
    const files = await unzip(zip);
    const text = Buffer.from(files.get(proofName) ?? new Uint8Array()).toString();
    const forged = new Map(files).set(proofName, new Uint8Array(Buffer.from(text.replace("Plovdiv", "Varna"))));
    forged.set(listName, new Uint8Array(Buffer.from(listOf(forged))));
    const { faults } = await verifyExport(new Uint8Array(await writeZip(forged)));
    expect(faults).toEqual([
      expect.stringContaining("signatureContent"),
      expect.stringContaining("is not what was written"),
    ]);
  });

  test("is verified by the command without a database", async () => {
    const folder = await mkdtemp(join(tmpdir(), "portico-export-"));
    const [file, kept] = [join(folder, "export.zip"), join(folder, "anchors.jsonl")];
    await writeFile(file, zip);
    await writeFile(kept, anchors.map((anchor) => `${JSON.stringify(anchor)}\n`).join(""));
    const command = join(import.meta.dirname, "../../../commands/verify-export.ts");
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [command, ...args], { encoding: "utf8", env: { ...process.env, DATA_DIR: folder } });
    const good = run(file, "--anchors", kept);
    expect(good.stderr).toBe("");
    expect([good.status, good.stdout]).toEqual([0, expect.stringContaining("The export is whole: 3 entries")]);
    const changed = zip.slice();
    changed[200] = (changed[200] ?? 0) ^ 1;
    await writeFile(file, changed);
    expect(run(file).status).toBe(1);
  });

  test("keeps the hash of what retention has erased", async () => {
    const owner = new pg.Client(app.database.owner);
    await owner.connect();
    await owner.query(
      `update audit_entry set actor = null, before = null, after = null, address = null, request_id = null, salt = null,
         erased_at = now() where subject_id = '1003' and action = 'user.clientDataSet'`,
    );
    await owner.end();
    const report = await verifyExport(await exported({ holder: "user/1003" }), anchors);
    expect(report.faults).toEqual([]);
    expect(report.erased).toBe(4);
  });

  test("is recorded with its hash, and is an access to the client", async () => {
    const [record] = await auditOf(app, { type: "audit", id: "log" }, "audit.proofExported");
    expect(record?.after).toMatchObject({ entries: 3, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const { accesses } = await anna.client.users.listAccesses({ params: { id: anna.id }, query: {} });
    expect(accesses[0]).toMatchObject({ staff: admin.name, what: "audit.list" });
    expect(await codeOf((await app.as("office")).client.audit.getProof({ query: {} }))).toBe("forbidden");
  });

  test("of nothing is a file too", async () => {
    expect(await verifyExport(await exported({ action: "company.discarded" }))).toMatchObject({
      faults: [],
      entries: 0,
    });
  });
});
