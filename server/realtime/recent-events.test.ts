import { expect, test } from "vitest";
import { createRecentEvents } from "./recent-events.ts";

/** A log whose time is set by the test, in seconds. */
function at(seconds: number) {
  let time = seconds * 1000;
  const recent = createRecentEvents(() => time);
  recent.begin();
  return {
    recent,
    goTo: (later: number) => {
      time = later * 1000;
    },
  };
}

test("a page has missed what its rooms received since it was requested, with time for the message to arrive", () => {
  const { recent, goTo } = at(0);
  goTo(100);
  recent.note(["user:1", "staff"]);
  goTo(110);
  expect(recent.mayHaveMissed(["user:1"], 11_000)).toBe(true);
  expect(recent.mayHaveMissed(["user:1"], 8500)).toBe(true);
  expect(recent.mayHaveMissed(["user:1"], 7500)).toBe(false);
  expect(recent.mayHaveMissed(["user:2"], 11_000)).toBe(false);
  expect(recent.mayHaveMissed(["user:2", "staff"], 11_000)).toBe(true);
});

test("what is not known counts as missed: no or an impossible age, a long one, and a time before the log began", () => {
  const { recent, goTo } = at(100);
  goTo(110);
  for (const age of [undefined, null, "5", Number.NaN, -1, 59_000]) expect(recent.mayHaveMissed([], age)).toBe(true);
  expect(recent.mayHaveMissed([], 8500)).toBe(true);
  expect(recent.mayHaveMissed([], 7500)).toBe(false);
  recent.begin();
  expect(recent.mayHaveMissed([], 1000)).toBe(true);
  const later = createRecentEvents(() => 0);
  expect(later.mayHaveMissed([], 0)).toBe(true);
});

test("a room's last event counts, and events are forgotten only after a minute", () => {
  const { recent, goTo } = at(0);
  goTo(100);
  recent.note(["user:1"]);
  recent.note(["user:2"]);
  goTo(150);
  recent.note(["user:1"]);
  goTo(155);
  recent.note(["user:3"]);
  expect(recent.mayHaveMissed(["user:1"], 10_000)).toBe(true);
  expect(recent.mayHaveMissed(["user:2"], 56_000)).toBe(true);
  expect(recent.mayHaveMissed(["user:2"], 50_000)).toBe(false);
});
