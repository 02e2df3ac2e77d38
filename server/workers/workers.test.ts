import { Worker } from "node:worker_threads";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appRole } from "../database/roles.ts";
import { createEvents } from "../kernel/events.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { tasks, tasksUrl } from "./testing/tasks.ts";
import { createWorkers, type Workers } from "./workers.ts";

let database: TestDatabase;
let workers: Workers<typeof tasks>;
const events = createEvents();

const open = (idleMs?: number) =>
  createWorkers({
    tasks,
    tasksUrl,
    connection: database.connection,
    log: pino({ level: "silent" }),
    events,
    ...(idleMs !== undefined && { idleMs }),
  });

beforeAll(async () => {
  database = await createTestDatabase();
  workers = open();
});
afterAll(async () => {
  await workers.close();
  await database.close();
});

test("what a task emits is emitted in the main thread once its answer or refusal has come", async () => {
  const heard: string[] = [];
  events.on("setting:changed", ({ name }) => void heard.push(name));
  await workers.run("work", { what: "change" }, { holder: "a" });
  await expect(workers.run("work", { what: "changeAndRefuse" }, { holder: "a" })).rejects.toMatchObject({
    code: "stateConflict",
  });
  expect(heard).toEqual(["change", "changeAndRefuse"]);
});

test("a task runs beside the main thread, with the database as the app's role and a buffer that is moved", async () => {
  const query = await workers.run("work", { what: "query" }, { holder: "a" });
  expect(query.told).toBe(appRole);
  expect(query.threadId).not.toBe(0);
  const bytes = new Uint8Array(1000);
  const moved = await workers.run("file", { what: "bytes", bytes }, { holder: "a", transfer: [bytes.buffer] });
  expect(moved.told).toBe(1000);
  expect(bytes.length).toBe(0);
  expect(moved.threadId).not.toBe(query.threadId);
});

test("a refusal keeps its code, fields and wait; another error keeps its message", async () => {
  await expect(workers.run("work", { what: "refuse" }, { holder: "a" })).rejects.toMatchObject({
    name: "Refusal",
    code: "fileRefused",
    status: 422,
    fields: [{ path: "file", code: "unreadableFile" }],
    retryAfter: 3,
  });
  await expect(workers.run("work", { what: "fail" }, { holder: "a" })).rejects.toThrow("broken");
});

test("holders take turns, and one holder's tasks never run together", async () => {
  const runs = ["a", "a", "a", "b"].map(async (holder) => ({
    holder,
    ...(await workers.run("work", { what: "sleep", ms: 30 }, { holder })),
  }));
  const done = (await Promise.all(runs)).toSorted((one, other) => one.begun - other.begun);
  expect(done.map(({ holder }) => holder)).toEqual(["a", "b", "a", "a"]);
  for (const [place, { begun }] of done.entries()) expect(begun).toBeGreaterThanOrEqual(done[place - 1]?.done ?? 0);
});

test("time in which a task only waited is not counted: a machine with much else to do, or a slow database", async () => {
  const others = Array.from({ length: 6 }, () => new Worker("for (;;);", { eval: true }));
  try {
    await workers.run("work", { what: "query" }, { holder: "a" });
    // On the clock, four times its limit, and half of it while the others have the processors.
    await workers.run("waiting", { what: "sleep", ms: 1200 }, { holder: "a" });
    await workers.run("waiting", { what: "burn", ms: 150 }, { holder: "a" });
    await expect(workers.run("waiting", { what: "burn", ms: 900 }, { holder: "a" })).rejects.toMatchObject({
      code: "tooLarge",
    });
  } finally {
    await Promise.all(others.map((other) => other.terminate()));
  }
});

test("a task that is not done for long is refused as one to be asked for again, whatever it says of its limit", async () => {
  await expect(workers.run("stuck", { what: "sleep", ms: 60_000 }, { holder: "a" })).rejects.toMatchObject({
    name: "Overrun",
    code: "unavailable",
    retryAfter: 30,
  });
  expect((await workers.run("work", { what: "query" }, { holder: "a" })).told).toBe(appRole);
});

test("work over its limit of processor time or memory is ended and refused, and the next task runs", async () => {
  await expect(workers.run("hurried", { what: "spin" }, { holder: "a" })).rejects.toMatchObject({ code: "timedout" });
  await expect(workers.run("file", { what: "fill" }, { holder: "a" })).rejects.toMatchObject({ code: "tooLarge" });
  expect((await workers.run("work", { what: "query" }, { holder: "a" })).told).toBe(appRole);
  expect((await workers.run("file", { what: "query" }, { holder: "a" })).told).toBe(appRole);
});

test("a task whose caller has gone is ended, running or waiting", async () => {
  const leaving = new AbortController();
  const { signal } = leaving;
  const running = workers.run("work", { what: "spin" }, { holder: "a", signal });
  const waiting = workers.run("work", { what: "query" }, { holder: "a", signal });
  const other = workers.run("work", { what: "query" }, { holder: "b" });
  setTimeout(() => leaving.abort(), 100);
  await expect(running).rejects.toMatchObject({ code: "requestTimeout" });
  await expect(waiting).rejects.toMatchObject({ code: "requestTimeout" });
  expect((await other).told).toBe(appRole);
  await expect(workers.run("work", { what: "query" }, { holder: "a", signal })).rejects.toMatchObject({
    code: "requestTimeout",
  });
});

test("a holder cannot have more than fifty tasks wait", async () => {
  const leaving = new AbortController();
  const { signal } = leaving;
  const many = Array.from({ length: 60 }, () =>
    workers
      .run("work", { what: "sleep", ms: 1000 }, { holder: "a", signal })
      .catch((error: { code: string }) => error.code),
  );
  const refused = await Promise.race(many.slice(51));
  expect(refused).toBe("tooManyRequests");
  leaving.abort();
  await Promise.all(many);
});

test("threads start with the first task, end when idle, and all end on close", async () => {
  const own = open(50);
  expect(own.threads()).toBe(0);
  await own.run("work", { what: "query" }, { holder: "a" });
  expect(own.threads()).toBe(1);
  await expect.poll(() => own.threads()).toBe(0);
  const running = own.run("work", { what: "spin" }, { holder: "a" });
  const ended = expect(running).rejects.toMatchObject({ code: "unavailable" });
  await expect.poll(() => own.threads()).toBe(1);
  await own.close();
  await ended;
  expect(own.threads()).toBe(0);
  await expect(own.run("work", { what: "query" }, { holder: "a" })).rejects.toMatchObject({ code: "unavailable" });
});
