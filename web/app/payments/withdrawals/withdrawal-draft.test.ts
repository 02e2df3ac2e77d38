import { expect, test } from "vitest";
import { emptyWithdrawal, inHeldCurrency } from "./withdrawal-draft.ts";

test("a draft made before there was cash is in the currency that came in; one that can be paid stays", () => {
  const draft = { ...emptyWithdrawal("EUR"), sum: "5", accountId: 3 };
  expect(inHeldCurrency(draft, [])).toBe(draft);
  expect(inHeldCurrency(draft, [{ currency: "USD" }, { currency: "EUR" }])).toBe(draft);
  expect(inHeldCurrency(draft, [{ currency: "USD" }])).toEqual({ ...draft, currency: "USD", accountId: null });
});
