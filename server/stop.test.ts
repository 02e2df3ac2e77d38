import pino from "pino";
import { expect, test } from "vitest";
import { onStop } from "./stop.ts";

const log = pino({ level: "silent" });

test("parts close in order, once, and one that hangs or fails does not keep the others open", async () => {
  const closed: string[] = [];
  const stopping = onStop(
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
  expect(stopping.isStopping()).toBe(false);
  const codes = await Promise.all([stopping.stop("test"), stopping.stop("again")]);
  expect(codes).toEqual([1, 1]);
  expect(closed).toEqual(["listener", "database"]);
  expect(stopping.isStopping()).toBe(true);
});
