/** How changes are put together; the whole of it with random orders: server/domains/chats/chats.law.test.ts. */
import { expect, test } from "vitest";
import { applyChange, applyDelta } from "./chat-state.ts";

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
