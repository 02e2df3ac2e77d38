/** Years of income: the sums of their months, exact, and unknown where a month is. */
import { expect, test } from "vitest";
import { periodsOf, usualKind } from "./periods.ts";

const month = (id: string, gross: string | null, tax: string | null, net: string | null) => ({
  month: id,
  gross,
  tax,
  net,
});
const months = [
  month("2024-11", "0.10", "0.02", "0.08"),
  month("2024-12", "0.20", "0.03", "0.17"),
  month("2025-01", "5.00", "7.50", "-2.50"),
  month("2025-02", "-1.00", "0.00", "-1.00"),
  month("2026-01", null, "1.00", null),
  month("2026-02", "3.00", "1.00", "2.00"),
];

test("a year is the sum of its months, to the cent; unknown if one of them is", () => {
  expect(periodsOf(months, "year")).toEqual([
    { id: "2024", gross: "0.30", tax: "0.05", net: "0.25" },
    { id: "2025", gross: "4.00", tax: "7.50", net: "-3.50" },
    { id: "2026", gross: null, tax: "2.00", net: null },
  ]);
  expect(periodsOf(months, "month").map(({ id, net }) => [id, net])).toEqual(
    months.map(({ month: id, net }) => [id, net]),
  );
});

test("currencies without cents, amounts below one, and nothing", () => {
  expect(periodsOf([month("2024-01", "100", "15", "85"), month("2024-02", "-250", "0", "-250")], "year")).toEqual([
    { id: "2024", gross: "-150", tax: "15", net: "-165" },
  ]);
  expect(periodsOf([month("2024-01", "-0.04", "0.00", "-0.04")], "year")).toMatchObject([{ gross: "-0.04" }]);
  expect(periodsOf([], "year")).toEqual([]);
});

test("years come first where months are too many to read", () => {
  const some = (count: number) => Array.from({ length: count }, () => month("2024-01", "0", "0", "0"));
  expect([usualKind(some(36)), usualKind(some(37))]).toEqual(["month", "year"]);
});
