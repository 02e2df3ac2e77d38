/** Typed values of a contract's fields. */
import { expect, test } from "vitest";
import { areFilled, fieldFault, shownValue, toContractData } from "./field-values.ts";

const field = (id: string, kind: "text" | "number" | "day") => ({
  id,
  kind,
  name: { bg: id, en: id, pl: id },
  filledBy: "client" as const,
});

test("a number may be typed as people write it, and is sent as a plain decimal", () => {
  const amount = field("amount", "number");
  for (const typed of ["1 250,50", "1250.50", " 1\u00a0250,50 "])
    expect(toContractData([amount], { amount: typed })).toEqual({ amount: "1250.50" });
  for (const typed of ["12,5,0", "1.250,50", "ten", "1e3"]) expect(fieldFault(amount, typed)).toBe("number");
});

test("every field must be filled, a day with one that exists", () => {
  const fields = [field("city", "text"), field("start", "day")];
  expect(areFilled(fields, { city: "Sofia" })).toBe(false);
  expect(areFilled(fields, { city: "  ", start: "2026-11-22" })).toBe(false);
  expect(areFilled(fields, { city: "Sofia", start: "2026-02-30" })).toBe(false);
  expect(areFilled(fields, { city: "Sofia", start: "2026-11-22" })).toBe(true);
});

test("values of other fields are not sent", () => {
  expect(toContractData([field("city", "text")], { city: " Sofia ", fee: "1" })).toEqual({ city: "Sofia" });
});

test("a stored number or day is shown as its reader writes them, and what is neither as it is", () => {
  expect(shownValue({ kind: "day" }, "bg", "2026-12-01")).toBe("1 декември 2026\u00a0г.");
  expect(shownValue({ kind: "number" }, "pl", "250.5")).toBe("250,5");
  expect(shownValue({ kind: "number" }, "en", "agreed")).toBe("agreed");
  expect(shownValue({ kind: "text" }, "en", "2026-12-01")).toBe("2026-12-01");
});
