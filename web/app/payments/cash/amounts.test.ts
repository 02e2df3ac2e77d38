/** Amounts in the reader's own separators. */
import { expect, test } from "vitest";
import { isAbove, readSum } from "./amounts.ts";

test("amounts are read as Bulgarians, Poles and the English type them", () => {
  expect(readSum("bg", "1 234,50", "EUR")).toEqual({ sum: "1234.50" });
  expect(readSum("pl", "1.234,50", "EUR")).toEqual({ sum: "1234.50" });
  expect(readSum("en", "1,234.50", "EUR")).toEqual({ sum: "1234.50" });
  expect(readSum("en", "1,500", "EUR")).toEqual({ sum: "1500" });
  for (const typed of ["", "0", "-5", "1e3", "1,500", "10,005", "123456789012"])
    expect(readSum("bg", typed, "EUR"), typed).toEqual({ fault: "sum" });
  expect(readSum("en", "100.5", "JPY")).toEqual({ fault: "sum" });
  expect(readSum("en", "856.060", "EUR")).toEqual({ fault: "sum" });
  expect(readSum("en", "1.234", "KWD")).toEqual({ sum: "1.234" });
});

test("decimals are compared exactly, also where floats are equal", () => {
  expect(isAbove("90071992547409.93", "90071992547409.92")).toBe(true);
  expect(isAbove("0.30", "0.3")).toBe(false);
  expect(isAbove("10", "9.99")).toBe(true);
});
