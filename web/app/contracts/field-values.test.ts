/** Typed values of a contract's fields. */
import type { ContractField } from "@portico/api/contracts.ts";
import { expect, test } from "vitest";
import { areFilled, fieldFault, shownValue, toContractData } from "./field-values.ts";

const field = (id: string, kind: ContractField["kind"]) => ({
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

test("an amount is read in any language, and what may be thousands or decimals is asked about", () => {
  const sum = { ...field("sum", "amount"), currency: "EUR" };
  const read = (typed: string, of: ContractField = sum) =>
    fieldFault(of, typed) ?? toContractData([of], { sum: typed })["sum"];
  for (const typed of ["1000.50", "1000,50", "1 000,50", "1,000.50", "1.000,50", "1'000.50"])
    expect(read(typed), typed).toBe("1000.50");
  expect(read("1,000,000")).toBe("1000000");
  expect(read("-12,5")).toBe("-12.5");
  for (const typed of ["1,000", "1.000", "1.005", "1e2", "10,00,0.5", "ten"]) expect(read(typed), typed).toBe("amount");
  expect(read(" ")).toBe("missing");
  const yen = { ...sum, currency: "JPY" };
  expect(read("1000", yen)).toBe("1000");
  expect(read("1000.5", yen)).toBe("amount");
  const dinar = { ...sum, currency: "KWD" };
  expect(read("1.500", dinar)).toBe("1.500");
  expect(read("1,500", dinar)).toBe("amount");
});

test("an amount is shown with the decimals of its currency", () => {
  expect(shownValue({ kind: "amount", currency: "EUR" }, "en", "1000.5")).toBe("1,000.50\u00a0EUR");
  expect(shownValue({ kind: "amount", currency: "JPY" }, "en", "1000")).toBe("1,000\u00a0JPY");
  expect(shownValue({ kind: "amount" }, "bg", "1000.5")).toBe("1\u00a0000,50");
});
