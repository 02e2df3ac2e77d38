/** Selecting rows one by one and as ranges. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { choose, chooseAll, chooseRange, noSelection, stillShown } from "./selection.ts";

const shown = ["a", "b", "c", "d", "e"];

test("a range goes from the last selected row to this one, in either direction, and keeps what was selected", () => {
  const one = choose(choose(noSelection, "e", true), "b", true);
  expect([...chooseRange(one, "d", shown).ids].toSorted()).toEqual(["b", "c", "d", "e"]);
  const back = chooseRange(choose(noSelection, "d", true), "b", shown);
  expect([...back.ids].toSorted()).toEqual(["b", "c", "d"]);
  // The next range begins at the same row.
  expect([...chooseRange(back, "e", shown).ids].toSorted()).toEqual(["b", "c", "d", "e"]);
});

test("without a row to begin at, or if it is no longer shown, the range is the row alone", () => {
  expect([...chooseRange(noSelection, "c", shown).ids]).toEqual(["c"]);
  const gone = choose(noSelection, "z", true);
  expect(stillShown(chooseRange(gone, "c", shown), shown)).toEqual(["c"]);
});

test("whatever is done, only rows that are shown are selected, in the order in which they are shown", () => {
  const id = fc.constantFrom(...shown, "gone");
  const step = fc.oneof(
    fc.record({ how: fc.constant("choose" as const), id, is: fc.boolean() }),
    fc.record({ how: fc.constant("range" as const), id, is: fc.constant(true) }),
    fc.record({ how: fc.constant("all" as const), id, is: fc.constant(true) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.subarray(shown), (steps, left) => {
      let selection = noSelection;
      for (const { how, id: at, is } of steps)
        selection =
          how === "all"
            ? chooseAll(shown)
            : how === "range"
              ? chooseRange(selection, at, shown)
              : choose(selection, at, is);
      const chosen = stillShown(selection, left);
      expect(chosen).toEqual(left.filter((one) => chosen.includes(one)));
      const last = steps.at(-1);
      if (last && last.how !== "all" && left.includes(last.id)) expect(chosen.includes(last.id)).toBe(last.is);
    }),
  );
});
