/** No reader sees a day that has not begun in their time zone. */
import { expect, test } from "vitest";
import { begun } from "./valued-on.ts";

test("the firm's day, unless it is tomorrow for the reader", () => {
  const now = new Date(2026, 10, 21, 18, 30);
  expect(begun("2026-11-22", now)).toBe("2026-11-21");
  expect(begun("2026-11-21", now)).toBe("2026-11-21");
  expect(begun("2026-11-20", now)).toBe("2026-11-20");
});
