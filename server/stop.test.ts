import pino from "pino";
import { expect, test } from "vitest";
import { onStop } from "./stop.ts";

const log = pino({ level: "silent" });

test("parts close in order, once, and one that hangs or fails does not keep the others open", async () => {
  const closed: string[] = [];
  const { stop } = onStop(
    [
      { name: "listener", close: () => closed.push("listener") },
      { name: "sockets", close: () => new Promise(() => undefined), limitMs: 20 },
      {
        name: "jobs",
        close: () => {
          throw new Error("no");
        },
      },
      { name: "database", close: async () => closed.push("database") },
    ],
    log,
  );
  const codes = await Promise.all([stop("test"), stop("again")]);
  expect(codes).toEqual([1, 1]);
  expect(closed).toEqual(["listener", "database"]);
});

test("until the time to drain is over it says that it stops and closes nothing", async () => {
  const stopping = new AbortController();
  const closed: string[] = [];
  const close = () => closed.push("listener");
  const { stop } = onStop([{ name: "listener", close }], log, { drainMs: 50, stopping });
  expect(stopping.signal.aborted).toBe(false);
  const code = stop("test");
  expect(stopping.signal.aborted).toBe(true);
  expect(closed).toEqual([]);
  expect(await code).toBe(0);
  expect(closed).toEqual(["listener"]);
});
