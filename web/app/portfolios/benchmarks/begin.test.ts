import { expect, it } from "vitest";
import { beginOf } from "./begin.ts";

it("all begins with its first day that has a value, two chosen days with the first of them", () => {
  const points = [{ day: "2017-01-02" }, { day: "2017-01-03" }];
  expect(beginOf({ from: "1970-01-01", points })).toBe("2017-01-02");
  // The first point of other ranges is the close before them.
  expect(beginOf({ from: "2017-01-03", points })).toBe("2017-01-03");
  expect(beginOf({ from: "2017-01-03", points: [] })).toBe("2017-01-03");
});
