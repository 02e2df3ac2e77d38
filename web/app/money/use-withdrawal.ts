/** The faults of a withdrawal's form, and the accounts that it may go to. */
import type { BankAccount } from "@portico/api/bank-accounts.ts";
import { useHolder } from "../shell/active-holder.ts";
import { useApi } from "../shell/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useLanguage } from "../ui/text.tsx";
import { type AmountFault, readSum } from "./amounts.ts";
import type { WithdrawalDraft } from "./withdrawal-draft.ts";

export type PayableAccount = Pick<
  BankAccount,
  "id" | "name" | "iban" | "number" | "owner" | "currency" | "bank" | "isDefault" | "usable_from"
>;

export interface WithdrawalFaults {
  sum?: AmountFault;
  account?: true;
}

export function useWithdrawal(draft: WithdrawalDraft, cash: readonly { currency: string; available: string }[]) {
  const api = useApi();
  const language = useLanguage();
  const { data } = useCall(api.bankAccounts.list, { params: useHolder() });
  const confirmed = data?.accounts.filter(
    ({ state, currency }) => state === "confirmed" && currency === draft.currency,
  );
  const accounts = confirmed?.filter(({ isWaiting }) => !isWaiting);
  // Of those that must wait, the one that waits least.
  const [waiting] = (confirmed ?? [])
    .filter(({ isWaiting }) => isWaiting)
    .toSorted((a, b) => (a.usable_from < b.usable_from ? -1 : 1));
  const account =
    accounts?.find(({ id }) => id === draft.accountId) ??
    accounts?.find(({ isDefault }) => isDefault) ??
    (accounts?.length === 1 ? accounts[0] : undefined);
  const available = cash.find(({ currency }) => currency === draft.currency)?.available ?? "0";
  const read = readSum(language, draft.sum, draft.currency, available);
  const faults: WithdrawalFaults = {
    ...("fault" in read && { sum: read.fault }),
    ...(!account && { account: true as const }),
  };
  const wish =
    "sum" in read && account
      ? { sum: read.sum, currency: draft.currency, accountId: account.id, message: draft.message }
      : undefined;
  return { wish, account, faults, accounts, waiting };
}
