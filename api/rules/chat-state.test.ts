/** How changes are put together; the whole of it with random orders: server/domains/chats/law.test.ts. */
import { expect, test } from "vitest";
import { applyChange, applyDelta, withNewer, withOlder, withPlace } from "./chat-state.ts";

const edited = { number: 1, change: 7, text: "edited twice" };
const state = { change: 5, messages: [edited], hasOlder: false, readings: [] };

test("a message that is loaded in a newer state than its number says keeps it", () => {
  const older = { number: 1, change: 6, text: "edited once" };
  expect(applyChange(state, { change: 6, message: older })).toEqual({ ...state, change: 6 });
  expect(applyDelta(state, { change: 6, messages: [older], readings: [] })).toEqual({ ...state, change: 6 });
  expect(applyChange(state, { change: 6, message: { ...older, change: 8 } })).toMatchObject({
    messages: [{ text: "edited once" }],
  });
});

test("at an older place, what is sent stays beyond what is loaded, and pages are joined without a gap", () => {
  const messages = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, place) => ({ number: from + place, change: from + place }));
  const now = { change: 100, messages: messages(51, 100), hasOlder: true, readings: [] };
  const past = withPlace(now, { messages: messages(11, 30), hasOlder: true });
  expect(past).toEqual({ ...now, messages: messages(11, 30), newest: 100 });
  const [sent] = messages(101, 101) as [{ number: number; change: number }];
  const later = applyChange(past, { change: 101, message: sent });
  expect(later).toEqual({ ...past, change: 101, newest: 101 });
  expect(applyDelta(past, { change: 101, messages: [sent], readings: [] })).toEqual(later);
  if (later === "hole") throw new Error("no change is missing");

  // Neither the page before nor the one after another place.
  expect(withOlder(later, { messages: messages(41, 50), hasOlder: true })).toBe(later);
  expect(withNewer(later, { messages: messages(41, 50), hasOlder: true })).toBe(later);
  const newer = withNewer(later, { messages: messages(29, 100), hasOlder: true });
  expect(newer).toEqual({ ...later, messages: messages(11, 100) });
  const whole = withNewer(withOlder(newer, { messages: messages(1, 10), hasOlder: false }), {
    messages: [sent],
    hasOlder: true,
  });
  expect(whole).toEqual({ change: 101, messages: messages(1, 101), hasOlder: false, readings: [], newest: undefined });
  const [next] = messages(102, 102);
  expect(applyChange(whole, { change: 102, message: next })).toMatchObject({ messages: messages(1, 102) });
});
