/** Files that are sent at once, in their order, while some are paused. */
import { expect, test } from "vitest";
import { createTurns, type Turn } from "./turns.ts";

/** Names of those that may send, in the order in which they got to. */
function waitingIn(atOnce: number, names: readonly string[]) {
  const turns = createTurns(atOnce);
  const sending: string[] = [];
  const all = new Map<string, Turn>();
  for (const name of names) {
    const turn = turns.begin();
    all.set(name, turn);
    void turn.wait().then(
      () => sending.push(name),
      () => sending.push(`${name} ended`),
    );
  }
  const turnOf = (name: string) => all.get(name) as Turn;
  const settled = () => new Promise<string[]>((resolve) => setTimeout(() => resolve(sending.splice(0))));
  const goOn = (name: string) =>
    void turnOf(name)
      .wait()
      .then(() => sending.push(`${name} again`));
  return { turnOf, settled, goOn };
}

test("so many send at once, the others follow in their order", async () => {
  const { turnOf, settled, goOn } = waitingIn(2, ["a", "b", "c", "d"]);
  expect(await settled()).toEqual(["a", "b"]);
  goOn("b");
  expect(await settled(), "who has a place keeps it").toEqual(["b again"]);
  turnOf("a").end();
  expect(await settled()).toEqual(["c"]);
});

test("a paused one leaves its place, and gets the next free one when it is resumed", async () => {
  const { turnOf, settled, goOn } = waitingIn(1, ["a", "b", "c"]);
  await settled();
  turnOf("a").pause();
  expect(await settled(), "its fragment is still on the way").toEqual([]);
  goOn("a");
  expect(await settled()).toEqual(["b"]);
  turnOf("a").resume();
  expect(await settled()).toEqual([]);
  turnOf("b").end();
  expect(await settled(), "before those that came later").toEqual(["a again"]);
});

test("one that is paused before its turn is passed over; one that is given up is told", async () => {
  const { turnOf, settled } = waitingIn(1, ["a", "b", "c", "d"]);
  turnOf("b").pause();
  turnOf("c").end();
  turnOf("a").end();
  expect(await settled()).toEqual(["a", "c ended", "d"]);
  await expect(turnOf("a").wait()).rejects.toThrow("ended");
});
