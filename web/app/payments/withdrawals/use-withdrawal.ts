/** A withdrawal's fee and faults, and the accounts that it may go to. */
import type { BankAccount } from "@portico/api/payments/accounts.ts";
import { addAmounts, feeOfWithdrawal, type WithdrawalFee } from "@portico/api/rules/withdrawal-fee.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import { digitsOf } from "../../ui/format.ts";
import { useLanguage } from "../../ui/text.tsx";
import { isAbove, readSum } from "../cash/amounts.ts";
import type { WithdrawalDraft } from "./withdrawal-draft.ts";

export type PayableAccount = Pick<
  BankAccount,
  "id" | "name" | "iban" | "number" | "owner" | "currency" | "bank" | "isDefault" | "state" | "usable_from"
>;

export interface WithdrawalFaults {
  /** `tooMuch`: the cash does not cover the amount and its fee. */
  sum?: "sum" | "tooMuch";
  account?: true;
}

export function useWithdrawal(
  draft: WithdrawalDraft,
  { cash, fees }: { cash: readonly { currency: string; available: string }[]; fees: readonly WithdrawalFee[] },
) {
  const api = useApi();
  const language = useLanguage();
  const { data } = useCall(api.payments.listAccounts, { params: useHolder() });
  const own = data?.accounts.filter(({ currency }) => currency === draft.currency);
  const accounts = own?.filter(({ state, isWaiting }) => state === "confirmed" && !isWaiting);
  /** Not offered yet; the reader is told until when. */
  const waiting = own?.filter(({ state, isWaiting }) => state === "new" || (state === "confirmed" && isWaiting)) ?? [];
  const account =
    accounts?.find(({ id }) => id === draft.accountId) ??
    accounts?.find(({ isDefault }) => isDefault) ??
    (accounts?.length === 1 ? accounts[0] : undefined);
  const available = cash.find(({ currency }) => currency === draft.currency)?.available ?? "0";
  const read = readSum(language, draft.sum, draft.currency);
  const fee =
    "sum" in read
      ? feeOfWithdrawal(fees, { sum: read.sum, currency: draft.currency, digits: digitsOf(draft.currency) })
      : "0";
  const isCovered = "sum" in read && !isAbove(addAmounts(read.sum, fee), available);
  const faults: WithdrawalFaults = {
    ...("fault" in read ? { sum: read.fault } : !isCovered && { sum: "tooMuch" as const }),
    ...(!account && { account: true as const }),
  };
  const wish =
    "sum" in read && isCovered && account
      ? { sum: read.sum, currency: draft.currency, accountId: account.id, message: draft.message }
      : undefined;
  return { wish, fee, account, faults, accounts, waiting };
}
