/** Whose upload is opened next. */
import { setImmediate as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTurns } from "./files.turns.ts";

test("whoever sends many files holds up nobody who sends one, and never are two opened at once", async () => {
  const inTurn = createTurns();
  const done: string[] = [];
  let open = 0;
  const work = (name: string) => async () => {
    open += 1;
    expect(open).toBe(1);
    await pause();
    done.push(name);
    open -= 1;
  };
  const many = ["a1", "a2", "a3", "a4"].map((name) => inTurn(1, work(name)));
  await Promise.all([...many, inTurn(2, work("b1")), inTurn(3, work("c1")), inTurn(2, work("b2"))]);
  expect(done).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

test("a file that cannot be opened does not keep the next from its turn", async () => {
  const inTurn = createTurns();
  const failing = inTurn(1, () => Promise.reject(new Error("broken")));
  const fine = inTurn(1, () => Promise.resolve("opened"));
  await expect(failing).rejects.toThrow("broken");
  expect(await fine).toBe("opened");
  expect(await inTurn(2, () => Promise.resolve("later"))).toBe("later");
});
