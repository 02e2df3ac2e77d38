/** The fee of a withdrawal, exact and rounded as its currency is. */
import { expect, test } from "vitest";
import { addAmounts, feeOfWithdrawal, type WithdrawalFee } from "./withdrawal-fee.ts";

const flat = (currency: string, value: string): WithdrawalFee => ({ kind: "amount", value, currency, minimum: null });
const percent = (value: string, currency: string | null = null, minimum: string | null = null): WithdrawalFee => ({
  kind: "percent",
  value,
  currency,
  minimum,
});

test.each<[string, WithdrawalFee[], string, string, number, string]>([
  ["none", [], "100", "EUR", 2, "0"],
  ["of another currency", [flat("USD", "5")], "100", "EUR", 2, "0"],
  ["an amount", [flat("EUR", "2.50")], "0.01", "EUR", 2, "2.5"],
  ["the currency's own before that of all", [percent("1"), flat("EUR", "3")], "100", "EUR", 2, "3"],
  ["that of all where the currency has none", [flat("EUR", "3"), percent("1")], "100", "PLN", 2, "1"],
  ["half a cent is rounded up", [percent("0.5")], "1", "EUR", 2, "0.01"],
  ["less than half a cent down", [percent("0.49")], "1", "EUR", 2, "0"],
  ["to whole yen", [percent("0.15")], "12345", "JPY", 0, "19"],
  ["to a thousandth of a dinar", [percent("0.15")], "12.345", "KWD", 3, "0.019"],
  ["at least the minimum", [percent("0.1", "EUR", "2")], "1999.99", "EUR", 2, "2"],
  ["above the minimum", [percent("0.1", "EUR", "2")], "2100", "EUR", 2, "2.1"],
  ["of the largest sum, exact", [percent("0.0001")], "99999999999.99", "EUR", 2, "100000"],
])("%s", (_, fees, sum, currency, digits, fee) => {
  expect(feeOfWithdrawal(fees, { sum, currency, digits })).toBe(fee);
});

test("amounts are added without a float's error", () => {
  expect(addAmounts("0.1", "0.2")).toBe("0.3");
  expect(addAmounts("99999999999.99", "0.01")).toBe("100000000000");
});
