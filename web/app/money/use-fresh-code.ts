/**
 * A call that needs a fresh one-time code. The first try asks whether everything else is right: only then is a code
 * mailed, which confirms the second. A code that was right is not asked for again if a later step fails.
 */
import type { Api } from "@portico/api";
import type { Client } from "@portico/api/client.ts";
import { ApiError } from "@portico/api/errors.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../shell/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useChange } from "../shell/calls/use-change.ts";
import { useCooling } from "../shell/cooling.tsx";
import { useProfile } from "../shell/session.ts";

export const codeLength = 6;
export const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined);

export function useFreshCode<Wish, Done>(
  call: (api: Client<Api>, wish: Wish) => Promise<Done>,
  { onDone }: { onDone: (done: Done) => void },
) {
  const api = useApi();
  const { id } = useProfile();
  const [isAsked, setAsked] = useState(false);
  const [code, setCode] = useState("");
  const [isConfirmed, setConfirmed] = useState(false);
  const cooling = useCooling();
  const { data: factors } = useCall(api.sessions.listFactors, { params: { id } });
  /** Not if the person requires their authenticator app. */
  const isMailed = factors?.validation.includes("mail") ?? true;
  const request = useMutation({
    mutationFn: () => api.sessions.requestValidation({ params: { id }, body: {} }),
    onSuccess: () => {
      setAsked(true);
      setConfirmed(false);
      setCode("");
    },
  });
  const send = useChange(
    async (calls, wish: Wish) => {
      if (isAsked && !isConfirmed) {
        await calls.sessions.checkValidation({ params: { id }, body: { string: code } });
        setConfirmed(true);
      }
      await cooling.confirm();
      return call(calls, wish);
    },
    {
      onSuccess: onDone,
      onError: (error) => {
        cooling.take(error);
        if (codeOf(error) !== "freshCodeNeeded") return;
        setConfirmed(false);
        if (!isAsked) request.mutate();
      },
    },
  );
  /** What is wrong besides the code, which has its own place. */
  const failure =
    send.error && !["freshCodeNeeded", "invalidCode", "coolingOff"].includes(codeOf(send.error) ?? "")
      ? send.error
      : (request.error ?? undefined);
  return { isAsked, isMailed, code, setCode, isConfirmed, cooling, request, send, failure };
}
export type FreshCode = Pick<
  ReturnType<typeof useFreshCode>,
  "isAsked" | "isMailed" | "code" | "setCode" | "isConfirmed" | "request"
> & { send: { error: Error | null; reset: () => void } };
