/** Which of a queue is next. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { nextAfter } from "./next-of-queue.ts";

const shown = ["a", "b", "c", "d"];

test("the next is the one below, without what others did meanwhile, and at the end the first that is left", () => {
  expect(nextAfter("b", ["a", "c", "d"], shown)).toBe("c");
  expect(nextAfter("b", ["a", "d"], shown)).toBe("d");
  expect(nextAfter("d", ["a", "b"], shown)).toBe("a");
  expect(nextAfter("a", [], shown)).toBeUndefined();
  expect(nextAfter("a", ["a"], shown)).toBeUndefined();
  // What came in since stands where the queue has it.
  expect(nextAfter("d", ["new", "a"], shown)).toBe("new");
});

test("one queue worked through has each once, whatever comes in meanwhile", () => {
  const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f", "g"), { minLength: 1 });
  fc.assert(
    fc.property(ids, ids, (first, later) => {
      let now = [...first];
      let at: string | undefined = first[0];
      const done: string[] = [];
      while (at !== undefined && done.length < 20) {
        const finished: string = at;
        done.push(finished);
        now = now.filter((one) => one !== finished);
        if (done.length === 1) now = [...now, ...later.filter((one) => !now.includes(one) && !done.includes(one))];
        at = nextAfter(finished, now, first);
      }
      expect(new Set(done).size).toBe(done.length);
      expect(new Set(done)).toEqual(new Set([...first, ...later]));
    }),
  );
});
