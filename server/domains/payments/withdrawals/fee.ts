/** What a withdrawal costs. */
import { findCurrency } from "@portico/api/currencies.ts";
import { feeOfWithdrawal, feesOfWithdrawals } from "@portico/api/rules/withdrawal-fee.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getSetting } from "../../settings/settings.ts";

/** By the fee table as it is now, in the withdrawal's currency. */
export async function calculateFee(db: Db, { sum, currency }: { sum: string; currency: string }): Promise<string> {
  const { fees } = await getSetting(db, "feeTable");
  return feeOfWithdrawal(feesOfWithdrawals(fees), { sum, currency, digits: findCurrency(currency)?.digits ?? 2 });
}
