/** The shared connection of the session's select: answers go to whoever asked, and a lost connection is opened again. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { openPipeline, type Pipeline } from "./pipeline.ts";

let database: TestDatabase;
let pipeline: Pipeline;
beforeAll(async () => {
  database = await createTestDatabase();
  pipeline = openPipeline({ connection: database.connection, prepared: true, name: "portico pipeline" });
});
afterAll(async () => {
  await pipeline.end();
  await database.close();
});

const backend = async () =>
  (await pipeline.query<{ pid: number }>("select pg_backend_pid() as pid, $1::int", [0])).rows[0]?.pid;

test("hundreds at once get their own rows on one connection, and a failed one fails alone", async () => {
  const asked = Array.from({ length: 300 }, async (_, index) =>
    index % 50 === 7
      ? pipeline.query("select 1 / $1::int as value", [0]).then(
          () => "answered",
          (error: { code?: string }) => error.code,
        )
      : (
          await pipeline.query<{ value: number; pid: number }>("select $1::int as value, pg_backend_pid() as pid", [
            index,
          ])
        ).rows[0],
  );
  const answers = await Promise.all(asked);
  const pid = await backend();
  for (const [index, answer] of answers.entries())
    expect(answer).toEqual(index % 50 === 7 ? "22012" : { value: index, pid });
});

test("a lost connection fails what was sent on it, and the next statement opens another", async () => {
  const before = await backend();
  const waiting = pipeline.query("select pg_sleep($1)", [30]);
  const alsoWaiting = pipeline.query("select $1::int as value", [1]);
  const failed = Promise.allSettled([waiting, alsoWaiting]);
  await database.pool.query("select 1");
  await expect
    .poll(async () => (await database.pool.query("select pg_terminate_backend($1) as ended", [before])).rows[0]?.ended)
    .toBe(true);
  expect((await failed).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const after = await backend();
  expect(after).not.toBe(before);
});

test("a connection is replaced after a minute, once what it was sent is answered", async () => {
  const before = await backend();
  const slow = pipeline.query<{ value: string }>("select pg_sleep($1)::text || 'done' as value", [0.3]);
  const now = performance.now();
  const clock = vi.spyOn(performance, "now").mockReturnValue(now + 61_000);
  const after = await backend();
  clock.mockRestore();
  expect(after).not.toBe(before);
  expect((await slow).rows[0]?.value).toBe("done");
});

test("after its end nothing is asked", async () => {
  const ended = openPipeline({ connection: database.connection, prepared: true, name: "portico pipeline" });
  await ended.query("select $1::int", [1]);
  await ended.end();
  await expect(ended.query("select $1::int", [1])).rejects.toThrow("Cannot use a pool after calling end");
});
