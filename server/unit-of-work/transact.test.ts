/** A change as one unit: what is written with it, what follows its commit, and what a conflict or an error leaves. */
import { setTimeout as pause } from "node:timers/promises";
import type { AuditAction } from "@portico/api/audit-actions.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { defineMail } from "../adapters/mail/template.ts";
import { chainOf } from "../audit/chain.ts";
import { verifyAudit } from "../audit/verify.ts";
import { defineJob } from "../jobs/jobs.ts";
import { createEvents, type Events } from "../kernel/events.ts";
import { inTransaction } from "../kernel/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { type Tx, transact, type WriteContext } from "./transact.ts";

let database: TestDatabase;
let events: Events;
let heard: string[];
let context: WriteContext;
const job = defineJob({ name: "test.follow", data: z.object({}) });
const template = defineMail({
  name: "test",
  params: z.object({ name: z.string(), count: z.number() }),
  content: ({ params }) => ({ subject: `${params.count}`, blocks: [] }),
});

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  heard = [];
  events = createEvents();
  events.on("setting:changed", ({ name }) => void heard.push(name));
  context = {
    db: database.db,
    events,
    viewer: { userId: 3, sessionId: 9 },
    caller: { address: "2001:db8::1", requestId: "r-1" },
    mail: { send: async (trx, { to }) => void (await insertTask(trx, to)) },
  };
});

let names = 0;
const newName = (): string => `setting ${++names}`;

/** Represents any write of a change. */
const insertTask = (db: WriteContext["db"], name: string) =>
  db.insertInto("setting").values({ name, data: "1" }).execute();

async function change(tx: Tx, name: string): Promise<void> {
  await insertTask(tx, name);
  tx.audit("setting.saved", name, { before: null, after: 1 });
  tx.emit("setting:changed", { name });
}

const entriesOf = (name: string) =>
  database.db
    .selectFrom("audit_entry")
    .select(["actor", "action", "subject_type", "before", "after", "address", "request_id"])
    .where("subject_id", "=", name)
    .orderBy("position")
    .execute();
const isSaved = async (name: string): Promise<boolean> =>
  (await database.db.selectFrom("setting").select("name").where("name", "=", name).executeTakeFirst()) !== undefined;
async function jobsOf(name: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from jobs.job where name = ${name}`.execute(database.db);
  return rows[0]?.count ?? 0;
}
const conflict = (): Error => Object.assign(new Error("in another's way"), { code: "40001" });

test("an entry has the context's actor, address and request, and the declared subject", async () => {
  const name = newName();
  await transact(context, (tx) => change(tx, name));
  expect(await entriesOf(name)).toEqual([
    {
      actor: { userId: 3, sessionId: 9 },
      action: "setting.saved",
      subject_type: "setting",
      before: null,
      after: 1,
      address: "2001:db8::1",
      request_id: "r-1",
    },
  ]);
  const byJob = newName();
  await transact({ db: database.db, system: "nightly" }, async (tx) => tx.audit("setting.saved", byJob, { after: 2 }));
  expect(await entriesOf(byJob)).toMatchObject([{ actor: { system: "nightly" }, address: null, request_id: null }]);
  await transact(context, async (tx) =>
    tx.audit("holder.accessedByStaff", { holderType: "company", holderId: 712 }, { after: { call: "x" } }),
  );
  expect(await entriesOf("712")).toMatchObject([{ subject_type: "company", after: { call: "x" } }]);
});

test("without a viewer or a name for what acts nothing is recorded, and nothing written", async () => {
  const name = newName();
  await expect(transact({ db: database.db, events }, (tx) => change(tx, name))).rejects.toThrow(/acts/);
  expect(await isSaved(name)).toBe(false);
});

test("events and what follows come after the commit, in order", async () => {
  const name = newName();
  const seen: string[] = [];
  events.on("setting:changed", () => void seen.push("event"));
  await transact(context, async (tx) => {
    tx.afterCommit(() => void seen.push("first"));
    await change(tx, name);
    tx.afterCommit(() => void seen.push("last"));
    await pause(5);
    seen.push("work done");
  });
  expect(seen).toEqual(["work done", "first", "event", "last"]);
});

test("a call within joins: one transaction, its entries and events with the others, at the outer end", async () => {
  const [outer, inner] = [newName(), newName()];
  const { outerId, innerId } = await transact(context, async (tx) => {
    await change(tx, outer);
    const id = await transact({ ...context, db: tx }, async (nested) => {
      await change(nested, inner);
      return transactionId(nested);
    });
    expect(heard).toEqual([]);
    expect(await isSaved(inner)).toBe(false);
    return { outerId: await transactionId(tx), innerId: id };
  });
  expect(innerId).toBe(outerId);
  expect(heard).toEqual([outer, inner]);
  expect([await entriesOf(outer), await entriesOf(inner)]).toMatchObject([[{}], [{}]]);
});

test("an error in a call within undoes the outer change too", async () => {
  const [outer, inner] = [newName(), newName()];
  const broken = transact(context, async (tx) => {
    await change(tx, outer);
    await transact({ ...context, db: tx }, async (nested) => {
      await change(nested, inner);
      throw new Error("no");
    });
  });
  await expect(broken).rejects.toThrow("no");
  expect([await isSaved(outer), await isSaved(inner), heard]).toEqual([false, false, []]);
});

const transactionId = async (tx: Tx): Promise<string | undefined> =>
  (await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx)).rows[0]?.id;

test("a conflict runs the work again from empty queues", async () => {
  const name = newName();
  const before = await jobsOf(job.name);
  let tries = 0;
  await transact(context, async (tx) => {
    tries += 1;
    await change(tx, name);
    await tx.enqueue(job, {});
    if (tries < 3) throw conflict();
  });
  expect(tries).toBe(3);
  expect(heard).toEqual([name]);
  expect(await entriesOf(name)).toHaveLength(1);
  expect(await jobsOf(job.name)).toBe(before + 1);
});

test("an error undoes the change, its mails, its jobs and its entries, and nothing is emitted", async () => {
  const [name, address] = [newName(), newName()];
  const before = await jobsOf(job.name);
  const seen: string[] = [];
  const broken = transact(context, async (tx) => {
    await change(tx, name);
    await tx.mail({ to: address, language: "en", template, params: { name: "", count: 1 } });
    await tx.enqueue(job, {});
    tx.afterCommit(() => void seen.push("followed"));
    throw new Error("no");
  });
  await expect(broken).rejects.toThrow("no");
  expect([await isSaved(name), await isSaved(address), heard, seen]).toEqual([false, false, [], []]);
  expect(await entriesOf(name)).toEqual([]);
  expect(await jobsOf(job.name)).toBe(before);
});

test("mails and jobs are written with the change", async () => {
  const address = newName();
  const before = await jobsOf(job.name);
  await transact(context, async (tx) => {
    await tx.mail({ to: address, language: "en", template, params: { name: "", count: 1 } });
    await tx.enqueue(job, {});
  });
  expect([await isSaved(address), await jobsOf(job.name)]).toEqual([true, before + 1]);
});

test("what a context was not given is refused at once", async () => {
  const bare: WriteContext = { db: database.db, system: "test" };
  await expect(transact(bare, async (tx) => tx.emit("setting:changed", { name: "x" }))).rejects.toThrow(/events/);
  await expect(
    transact(bare, (tx) => tx.notify({ holderType: "user", holderId: 1 }, { type: "generic" })),
  ).rejects.toThrow(/notifier/);
});

test("a transaction that the caller began may carry several units; each ends with its own entries", async () => {
  const [first, second] = [newName(), newName()];
  await inTransaction(database.db, async (trx) => {
    for (const name of [first, second]) {
      await transact({ ...context, db: trx }, (tx) => change(tx, name));
      expect(heard).toContain(name);
    }
  });
  expect([await entriesOf(first), await entriesOf(second)]).toMatchObject([[{}], [{}]]);
});

/** Two subjects of different chains. */
const [one, other] = ((): [string, string] => {
  const chain = (id: string): number => chainOf({ type: "setting", id });
  for (let n = 0; ; n += 1) if (chain(`a${n}`) !== chain("b")) return [`a${n}`, "b"];
})();

test("changes that record the same subjects in opposite order never wait for each other in a circle", async () => {
  let tries = 0;
  const action: AuditAction = "setting.saved";
  const record = (subjects: string[]) =>
    transact(context, async (tx) => {
      tries += 1;
      for (const subject of subjects) {
        tx.audit(action, subject, { after: 1 });
        await pause(2);
      }
    });
  const both = Array.from({ length: 12 }, (_, index) => record(index % 2 === 0 ? [one, other] : [other, one]));
  await Promise.all(both);
  // A deadlock would have been retried.
  expect(tries).toBe(12);
  expect(await verifyAudit(database.db)).toMatchObject({ breaks: [] });
});

test("the chains' heads are free until the work is done", async () => {
  const name = newName();
  await transact(context, async (tx) => {
    tx.audit("setting.saved", name, { after: 1 });
    const heads = sql`select 1 from audit_head for update nowait`;
    await expect(inTransaction(database.db, (trx) => heads.execute(trx))).resolves.toBeDefined();
  });
});
