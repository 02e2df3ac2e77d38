import { expect, test } from "vitest";
import { sumAmounts } from "./sum-amounts.ts";

test("sums are exact, below zero and below one too, and unknown if a part is", () => {
  expect(sumAmounts(["0.10", "0.20"])).toBe("0.30");
  expect(sumAmounts(["-0.04", "0.01"])).toBe("-0.03");
  expect(sumAmounts(["100", "-250", "0.5"])).toBe("-149.5");
  expect(sumAmounts(["90071992547409.93", "0.01"])).toBe("90071992547409.94");
  expect(sumAmounts(["1.00", null])).toBeNull();
  expect(sumAmounts([])).toBe("0");
});
