/** A holder's bank accounts, and the writing of their list with a one-time code. */
import type { AccountBody, AccountList } from "@portico/api/payments/accounts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useFreshCode } from "../../shell/session/fresh-code.ts";

export function useAccounts(holder: Holder) {
  const api = useApi();
  return useCall(api.payments.listAccounts, { params: holder });
}

export interface SentList {
  accounts: AccountBody[];
  version: number;
  reason?: string | undefined;
}

type Saved = AccountList & { proposalId: number | null };

/** Sends the list, confirmed with a code of its own. */
export const useSaveAccounts = (holder: Holder, { onSaved }: { onSaved: (saved: Saved) => void }) =>
  useFreshCode({
    request: (api, { accounts }: SentList) => api.payments.requestAccountsCode({ params: holder, body: { accounts } }),
    call: (api, list: SentList) => api.payments.saveAccounts({ params: holder, body: list }),
    onDone: onSaved,
  });
