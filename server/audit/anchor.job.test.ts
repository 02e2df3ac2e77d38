/** The hourly anchor, run by the queue. */
import { readFile, stat } from "node:fs/promises";
import { expect, test } from "vitest";
import { inTransaction } from "../kernel/transaction.ts";
import { createTestApp } from "../testing/app.ts";
import { temporaryFolder } from "../testing/folder.ts";
import { anchorFile, auditHandlers } from "./anchor.job.ts";
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
