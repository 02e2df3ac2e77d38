/** The state of the chains as the page shows it: verified by the job, broken where somebody changed an entry. */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../../audit/audit.ts";
import { anchorAudit } from "../../audit/verify.ts";
import { verificationJob } from "../../jobs/firm-jobs.ts";
import { inTransaction } from "../../kernel/transaction.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf } from "../../testing/effects.ts";
import { verificationHandlers } from "./audit.jobs.ts";

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
});
afterAll(() => app.close());

const stateOf = async () => (await admin.client.audit.list({ query: {} })).chain;
const verify = () => verificationHandlers(app.services)[0]?.run({});

test("it says until when everything was verified, and names the first entry that does not fit", async () => {
  const { db } = app.database;
  expect(await stateOf()).toMatchObject({ verified: null, anchoredAt: null, running: false });
  await inTransaction(db, (trx) =>
    audit(
      trx,
      ...[1, 2, 3].map((n) => ({
        actor: { system: "test" },
        action: "thing.done",
        subject: { type: "thing", id: 7 },
        after: n,
      })),
    ),
  );
  await anchorAudit(db);
  await admin.client.audit.verify({ body: {} });
  expect(await stateOf()).toMatchObject({ running: true });
  await verify();
  const { verified, anchoredAt } = await stateOf();
  expect(verified).toMatchObject({ breaks: [], failure: null, erased: 0, anchors: 1 });
  expect(verified?.entries).toBeGreaterThan(3);
  expect(anchoredAt).not.toBeNull();
  expect(await auditOf(app, { type: "audit", id: "log" }, "audit.verificationAsked")).toHaveLength(1);

  const owner = new pg.Client(app.database.owner);
  await owner.connect();
  const { rows } = await owner.query<{ chain: number; position: number }>(
    "update audit_entry set after = '4' where action = 'thing.done' and after = '2' returning chain, position::int",
  );
  await owner.end();
  await verify();
  expect((await stateOf()).verified?.breaks).toEqual([{ ...rows[0], reason: "content is not what was written" }]);
  const last = (await admin.client.jobs.list()).find(({ job }) => job === verificationJob.name)?.last;
  expect(last?.failure?.reason).toMatchObject({ kind: "auditBroken", count: 1 });
  expect(await auditOf(app, { type: "audit", id: "log" }, "audit.verified")).toMatchObject([
    { after: { breaks: [] } },
    { after: { breaks: [rows[0]] } },
  ]);
});
