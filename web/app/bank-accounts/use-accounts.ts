/** A holder's bank accounts, and the writing of their list with a one-time code. */
import type { AccountBody, AccountList } from "@portico/api/bank-accounts.ts";
import { ApiError } from "@portico/api/errors.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../shell/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useChange } from "../shell/calls/use-change.ts";
import { useCooling } from "../shell/cooling.tsx";
import { useProfile } from "../shell/session.ts";

export function useAccounts(holder: Holder) {
  const api = useApi();
  return useCall(api.bankAccounts.list, { params: holder });
}

export const codeLength = 6;
export const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined);

interface Sent {
  accounts: AccountBody[];
  version: number;
  reason?: string | undefined;
}

type Saved = AccountList & { proposalId: number | null };

/**
 * Sends the list. The first try asks whether all is right: only then is a code mailed, which confirms the second. A code
 * that was right is not asked for again if a later step fails.
 */
export function useSaveAccounts(holder: Holder, { onSaved }: { onSaved: (saved: Saved) => void }) {
  const api = useApi();
  const { id } = useProfile();
  const [isCodeAsked, setCodeAsked] = useState(false);
  const [code, setCode] = useState("");
  const [isConfirmed, setConfirmed] = useState(false);
  const cooling = useCooling();
  const { data: factors } = useCall(api.sessions.listFactors, { params: { id } });
  /** Not if the person requires their authenticator app. */
  const isCodeMailed = factors?.validation.includes("mail") ?? true;
  const request = useMutation({
    mutationFn: () => api.sessions.requestValidation({ params: { id }, body: {} }),
    onSuccess: () => {
      setCodeAsked(true);
      setConfirmed(false);
      setCode("");
    },
  });
  const save = useChange(
    async (calls, list: Sent) => {
      if (isCodeAsked && !isConfirmed) {
        await calls.sessions.checkValidation({ params: { id }, body: { string: code } });
        setConfirmed(true);
      }
      await cooling.confirm();
      return calls.bankAccounts.save({ params: holder, body: list });
    },
    {
      onSuccess: onSaved,
      onError: (error) => {
        cooling.take(error);
        if (codeOf(error) !== "freshCodeNeeded") return;
        setConfirmed(false);
        if (!isCodeAsked) request.mutate();
      },
    },
  );
  return { isCodeAsked, isCodeMailed, code, setCode, isConfirmed, cooling, request, save };
}
export type Saving = ReturnType<typeof useSaveAccounts>;
