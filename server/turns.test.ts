/** Whose turn is next. */
import { setImmediate as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

test("whoever sends many files holds up nobody who sends one, and never are two opened at once", async () => {
  const turns = createTurns({ most: 1 });
  const done: string[] = [];
  let open = 0;
  const work = async (who: number, name: string): Promise<void> => {
    const end = await turns.take(who);
    open += 1;
    expect(open).toBe(1);
    await pause();
    done.push(name);
    open -= 1;
    end();
  };
  const many = ["a1", "a2", "a3", "a4"].map((name) => work(1, name));
  await Promise.all([...many, work(2, "b1"), work(3, "c1"), work(2, "b2")]);
  expect(done).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
});

test("several have their turn at once while they fit together, but nobody two", async () => {
  const turns = createTurns({ most: 10 });
  const endFirst = await turns.take(1, { weight: 4 });
  const endSecond = await turns.take(2, { weight: 6 });
  const begun: string[] = [];
  const own = turns.take(1, { weight: 1 }).then((end) => (begun.push("own"), end));
  const heavy = turns.take(3, { weight: 90 }).then((end) => (begun.push("heavy"), end));
  const light = turns.take(4, { weight: 1 }).then((end) => (begun.push("light"), end));
  await pause();
  expect(begun).toEqual([]);
  expect([turns.waiting(), turns.waiting(1), turns.waiting(2)]).toEqual([3, 1, 0]);
  endFirst();
  await pause();
  // What is heavier than all waits until it is alone, and the light one behind it does not pass it.
  expect(begun).toEqual([]);
  endSecond();
  (await heavy)();
  (await light)();
  (await own)();
  expect(begun).toEqual(["heavy", "light", "own"]);
  expect(turns.waiting()).toBe(0);
});

test("whoever gives up while waiting leaves the line, and a turn ended twice frees one place", async () => {
  const turns = createTurns({ most: 1 });
  const end = await turns.take(1);
  const gone = new AbortController();
  const waiting = turns.take(2, { signal: gone.signal });
  const third = turns.take(3);
  gone.abort(new Error("gone"));
  await expect(waiting).rejects.toThrow("gone");
  await expect(turns.take(4, { signal: gone.signal })).rejects.toThrow("gone");
  end();
  end();
  const endThird = await third;
  let fourth = false;
  void turns.take(4).then(() => {
    fourth = true;
  });
  await pause();
  expect(fourth).toBe(false);
  endThird();
  await pause();
  expect(fourth).toBe(true);
});
