import { expect, test } from "vitest";
import { mergeChanges } from "./three-way.ts";

const base = { title: "Fees", text: { en: "one", bg: "едно" }, days: [1, 2], note: "old" };

test("each keeps what only they changed; where both did, one's own stays", () => {
  const mine = { ...base, title: "My fees", text: { en: "two", bg: "едно" }, days: [1, 2, 3] };
  const stored = { ...base, title: "Their fees", text: { en: "one", bg: "две" }, days: [7] };
  expect(mergeChanges(base, mine, stored)).toEqual({
    title: "My fees",
    text: { en: "two", bg: "две" },
    days: [1, 2, 3],
    note: "old",
  });
});

test("what nobody typed follows what is stored, also a part that came or went", () => {
  const stored = { ...base, note: null, more: true } as unknown as typeof base;
  expect(mergeChanges(base, base, stored)).toEqual(stored);
  const { note: _, ...shorter } = base;
  expect(mergeChanges(base, { ...base, title: "Mine" }, shorter as typeof base)).toEqual({ ...shorter, title: "Mine" });
});
