/** A withdrawal without an account that it may go to: the form says why, and from when one can be used. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { formatMoment } from "../ui/format.ts";
import { show, t } from "../ui/testing/show.tsx";
import type { PayableAccount } from "./use-withdrawal.ts";
import { WithdrawFields } from "./withdraw-fields.tsx";
import { emptyWithdrawal } from "./withdrawal-draft.ts";

const cash = [{ currency: "EUR", available: "100" }];
const waiting: PayableAccount = {
  id: 1,
  name: "",
  iban: "BG80BNBG96611020345678",
  number: null,
  owner: "Ivan Petrov",
  currency: "EUR",
  bank: null,
  isDefault: true,
  usable_from: "2026-11-27T08:30:00.000Z",
};
const fields = (one: PayableAccount | undefined) => (
  <WithdrawFields
    draft={emptyWithdrawal("EUR")}
    change={() => undefined}
    cash={cash}
    accounts={[]}
    waiting={one}
    faults={{}}
  />
);

test("an account that waits is named, with the moment from which it can be used", async () => {
  await show(fields(waiting));
  const at = formatMoment("en", waiting.usable_from);
  const said = t("money.out.waits", { account: "BG80 BNBG 9661 1020 3456 78", at });
  await expect.element(page.getByText(said)).toBeVisible();
  await expect.element(page.getByRole("link", { name: t("money.out.toAccounts") })).toBeVisible();
});

test("without one, the client is told that none is confirmed", async () => {
  await show(fields(undefined));
  await expect.element(page.getByText(t("money.out.noAccount", { currency: "EUR" }))).toBeVisible();
});
