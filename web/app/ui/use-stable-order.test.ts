import { expect, test } from "vitest";
import { mergeInOrder } from "./use-stable-order.ts";

interface Row {
  id: number;
  done: boolean;
}
const open = (id: number): Row => ({ id, done: false });
const asDone = (row: Row): Row => ({ ...row, done: true });

test("a task that somebody finished stays in its place as done, and what came meanwhile stands last", () => {
  const shown = mergeInOrder([], [open(1), open(2), open(3)], asDone);
  expect(mergeInOrder(shown, [open(1), open(3), open(4)], asDone)).toEqual([
    open(1),
    asDone(open(2)),
    open(3),
    open(4),
  ]);
});

test("one that is opened again is open in its place", () => {
  expect(mergeInOrder([open(1), asDone(open(2))], [open(2)], asDone)).toEqual([asDone(open(1)), open(2)]);
});
