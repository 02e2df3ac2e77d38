/** The hourly anchor, run by the queue. */
import { readFile, stat } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { startS3 } from "../adapters/files/testing/s3-server.ts";
import { inTransaction } from "../kernel/transaction.ts";
import { createTestApp } from "../testing/app.ts";
import { temporaryFolder } from "../testing/folder.ts";
import { auditHandlers } from "./anchor.job.ts";
import { anchorFile, readAnchors, storeAnchor } from "./anchor-store.ts";
import { audit } from "./audit.ts";
import { type Anchor, verifyAudit } from "./verify.ts";

test("every run keeps the chains' heads in the log and in a file of the operator's alone, and the log is held against it", async () => {
  const app = await createTestApp({ dataDir: await temporaryFolder() });
  const { services, database } = app;
  const write = () =>
    inTransaction(database.db, (trx) =>
      audit(trx, { actor: { system: "test" }, action: "thing.done", subject: { type: "thing", id: 7 } }),
    );
  const [handler] = auditHandlers(services);
  await write();
  await handler?.run({});
  await write();
  await handler?.run({});
  const file = anchorFile(services.config.dataDir);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const anchors = (await readFile(file, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Anchor);
  expect(anchors).toHaveLength(2);
  expect((await verifyAudit(database.db, anchors)).breaks).toEqual([]);
  const [first] = anchors;
  const forged = { heads: (first?.heads ?? []).map((head) => ({ ...head, hash: "00" })) };
  expect((await verifyAudit(database.db, [forged])).breaks).not.toEqual([]);
  await app.close();
});

test("with a bucket each anchor is an object there, which every process finds, beside the file from before", async () => {
  const store = await startS3();
  onTestFinished(() => store.close());
  const [here, there] = await Promise.all([temporaryFolder(), temporaryFolder()]);
  const app = await createTestApp({ dataDir: here, filesS3: store.settings });
  const { services, database } = app;
  const [handler] = auditHandlers(services);
  await handler?.run({});
  await handler?.run({});
  const keys = [...store.objects.keys()];
  expect(keys).toHaveLength(2);
  for (const key of keys) expect(key).toMatch(/^firm\/audit-anchors\/\d{4}-\d\d-\d\dT[\d.-]+Z\.json$/);
  // Another machine, with an anchor of its own from before the bucket.
  const before: Anchor = { heads: [{ chain: 1, position: 0, hash: "00" }] };
  await storeAnchor({ dataDir: there, filesS3: undefined }, before, new Date());
  const found = await readAnchors({ dataDir: there, filesS3: store.settings });
  expect(found).toHaveLength(3);
  expect(found[0]).toMatchObject(before);
  expect((await verifyAudit(database.db, found.slice(1))).breaks).toEqual([]);
  // Nothing of it is a content that may be removed.
  const old: string[] = [];
  for await (const name of services.files.listOlderThan(-1000)) old.push(name);
  expect(old).toEqual([]);
  await app.close();
});
