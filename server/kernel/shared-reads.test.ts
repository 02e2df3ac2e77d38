/** Reads shared by those who ask at the same time, never older than the question. */
import { expect, test } from "vitest";
import { sharedReads } from "./shared-reads.ts";

test("a hundred who ask at once cost two reads, and each gets what was there when they asked or later", async () => {
  let value = 0;
  let reads = 0;
  const read = sharedReads(async () => {
    reads += 1;
    const found = value;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return found;
  });
  const first = read();
  await new Promise((resolve) => setTimeout(resolve, 1));
  value = 1;
  const later = await Promise.all(Array.from({ length: 100 }, read));
  expect([await first, new Set(later), reads]).toEqual([0, new Set([1]), 2]);
});

test("a failed read fails for its callers alone", async () => {
  let fails = true;
  const read = sharedReads(() => (fails ? Promise.reject(new Error("away")) : Promise.resolve("there")));
  const both = await Promise.allSettled([read(), read()]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  fails = false;
  expect(await read()).toBe("there");
});
