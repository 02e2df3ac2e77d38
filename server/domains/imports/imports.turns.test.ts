import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { inTurn } from "./imports.turns.ts";

test("a long file waits for the long one before it, however that ends; a short one waits for nobody", async () => {
  const told: string[] = [];
  const gate = Promise.withResolvers<void>();
  const long = 5_000_000;
  const first = inTurn(long, async () => {
    told.push("first begins");
    await gate.promise;
    throw new Error("unreadable");
  });
  const second = inTurn(long, async () => told.push("second"));
  await setImmediate();
  await inTurn(10, async () => told.push("short"));
  expect(told).toEqual(["first begins", "short"]);
  gate.resolve();
  await expect(first).rejects.toThrow("unreadable");
  await second;
  expect(told).toEqual(["first begins", "short", "second"]);
});
