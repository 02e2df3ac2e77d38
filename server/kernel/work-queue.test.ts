/** The order in which waiting owners are served. */
import { setImmediate as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { createWorkQueue } from "./work-queue.ts";

test("whoever sends many files holds up nobody who sends one, and never are two opened at once", async () => {
  const queue = createWorkQueue({ capacity: 1 });
  const done: string[] = [];
  let open = 0;
  const work = async (who: number, name: string): Promise<void> => {
    const end = await queue.acquire(who);
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

test("work of several owners runs at once while it fits, but one piece per owner", async () => {
  const queue = createWorkQueue({ capacity: 10 });
  const endFirst = await queue.acquire(1, { weight: 4 });
  const endSecond = await queue.acquire(2, { weight: 6 });
  const begun: string[] = [];
  const own = queue.acquire(1, { weight: 1 }).then((end) => (begun.push("own"), end));
  const heavy = queue.acquire(3, { weight: 90 }).then((end) => (begun.push("heavy"), end));
  const light = queue.acquire(4, { weight: 1 }).then((end) => (begun.push("light"), end));
  await pause();
  expect(begun).toEqual([]);
  expect([queue.waiting(), queue.waiting(1), queue.waiting(2)]).toEqual([3, 1, 0]);
  endFirst();
  await pause();
  // Work heavier than the capacity waits until it can run alone, and the light work behind it does not overtake it.
  expect(begun).toEqual([]);
  endSecond();
  (await heavy)();
  (await light)();
  (await own)();
  expect(begun).toEqual(["heavy", "light", "own"]);
  expect(queue.waiting()).toBe(0);
});

test("cancelled work leaves the queue, and releasing twice frees capacity once", async () => {
  const queue = createWorkQueue({ capacity: 1 });
  const end = await queue.acquire(1);
  const gone = new AbortController();
  const waiting = queue.acquire(2, { signal: gone.signal });
  const third = queue.acquire(3);
  gone.abort(new Error("gone"));
  await expect(waiting).rejects.toThrow("gone");
  await expect(queue.acquire(4, { signal: gone.signal })).rejects.toThrow("gone");
  end();
  end();
  const endThird = await third;
  let fourth = false;
  void queue.acquire(4).then(() => {
    fourth = true;
  });
  await pause();
  expect(fourth).toBe(false);
  endThird();
  await pause();
  expect(fourth).toBe(true);
});
