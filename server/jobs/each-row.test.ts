/** Work over rows: one that fails is logged, counted and met again; what is away ends the run. */
import { expect, test } from "vitest";
import { Overrun, Refusal } from "../kernel/refusal.ts";
import { eachRow } from "./each-row.ts";

const pages = (after: number | undefined) => Promise.resolve([1, 2, 3, 4, 5].slice(after ?? 0, (after ?? 0) + 2));

test("the rows after one that fails are worked on, and the log names it", async () => {
  const logged: object[] = [];
  const worked = await eachRow<number>(
    { error: (about: object) => void logged.push(about) },
    {
      list: pages,
      work: (row) => (row === 2 ? Promise.reject(new Error("broken")) : Promise.resolve(row !== 5)),
      name: (row) => ({ row }),
    },
    "it failed",
  );
  expect(worked).toEqual({ done: 3, failed: 1 });
  expect(logged).toEqual([{ err: new Error("broken"), row: 2 }]);
});

test("what is away for one row is away for all: the run ends", async () => {
  const seen: number[] = [];
  const run = eachRow<number>(
    { error: () => undefined },
    {
      list: pages,
      work: (row) => {
        seen.push(row);
        return Promise.reject(new Refusal("unavailable"));
      },
      name: (row) => ({ row }),
    },
    "it failed",
  );
  await expect(run).rejects.toMatchObject({ code: "unavailable" });
  expect(seen).toEqual([1]);
});

test("a row that had too little time holds up no other, and is met again", async () => {
  const worked = await eachRow<number>(
    { error: () => undefined },
    {
      list: pages,
      work: (row) => (row === 1 ? Promise.reject(new Overrun(10)) : Promise.resolve(true)),
      name: (row) => ({ row }),
    },
    "it failed",
  );
  expect(worked).toEqual({ done: 4, failed: 1 });
});
