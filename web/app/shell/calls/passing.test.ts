import { ApiError } from "@portico/api/errors.ts";
import { expect, test } from "vitest";
import { isPassing, retryStatusCodes } from "./passing.ts";

test.each([
  [0, "no connection", true],
  [408, "the request took too long to arrive", true],
  [425, "too early", true],
  [429, "too many requests", true],
  [500, "a fault of the server", true],
  [502, "a proxy without the server", true],
  [503, "temporarily unavailable", true],
  [504, "a proxy that waited in vain", true],
  [521, "another failure of a proxy", true],
  [400, "refused input", false],
  [401, "nobody is signed in", false],
  [403, "not allowed", false],
  [404, "not there", false],
  [409, "another state", false],
  [410, "gone", false],
  [413, "too large", false],
  [507, "no room", false],
] as const)("a failure with %i (%s) passes: %s", (status, _name, expected) => {
  expect(isPassing(new ApiError({ code: "generic", status }))).toBe(expected);
});

test("an error that is not an answer's does not pass", () => {
  expect(isPassing(new TypeError("x is undefined"))).toBe(false);
  expect(isPassing(undefined)).toBe(false);
});

test("whatever is retried once passes, except the refusal by a state", () => {
  const others = retryStatusCodes.filter((status) => !isPassing(new ApiError({ code: "generic", status })));
  expect(others).toEqual([409]);
});
