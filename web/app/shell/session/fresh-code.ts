/**
 * A call that needs a fresh one-time code for what it sends. The first try asks whether everything else is right: only
 * then is a code mailed, which confirms the second. The code confirms this content alone: another one needs another code.
 * A code that was right is not asked for again if a later step fails.
 */
import type { Api } from "@portico/api";
import type { Client } from "@portico/api/client.ts";
import { ApiError } from "@portico/api/errors.ts";
import { useState } from "react";
import { useApi } from "../calls/api.tsx";
import { useCall } from "../calls/use-call.ts";
import { useChange, useTry } from "../calls/use-change.ts";
import { useCooling } from "./sensitive-step-wait.tsx";
import { useProfile } from "./session.ts";

export const codeLength = 6;
export const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined);

/** What a code was mailed for. */
interface Asked<Answer> {
  content: string;
  /** What the call that mailed it said besides. */
  answer: Answer;
  /** What check-validation is given with the code; null for a code that confirms any step. */
  for: string | null;
}

interface FreshCall<Wish, Done, Answer extends { for: string | null }> {
  /** Mails a code for this content. */
  request: (api: Client<Api>, wish: Wish) => Promise<Answer>;
  call: (api: Client<Api>, wish: Wish) => Promise<Done>;
  onDone: (done: Done) => void;
}

export function useFreshCode<Wish, Done, Answer extends { for: string | null }>({
  request: requestCode,
  call,
  onDone,
}: FreshCall<Wish, Done, Answer>) {
  const api = useApi();
  const { id } = useProfile();
  const [asked, setAsked] = useState<Asked<Answer>>();
  const [code, setCode] = useState("");
  const [isConfirmed, setConfirmed] = useState(false);
  const cooling = useCooling();
  const { data: factors } = useCall(api.sessions.listFactors, { params: { id } });
  /** Not if the person requires their authenticator app. */
  const isMailed = factors?.validation.includes("mail") ?? true;
  const isAskedFor = (wish: Wish | undefined): boolean => asked?.content === JSON.stringify(wish);
  const request = useTry({
    mutationFn: async (wish: Wish): Promise<Asked<Answer>> => {
      const answer = await requestCode(api, wish);
      return { content: JSON.stringify(wish), for: answer.for, answer };
    },
    onSuccess: (answer) => {
      setAsked(answer);
      setConfirmed(false);
      setCode("");
    },
  });
  const send = useChange(
    async (calls, wish: Wish) => {
      if (cooling.opensAt !== undefined && cooling.hasApp) {
        // Nothing is mailed then: the app's code confirms it.
        await cooling.confirm((await requestCode(calls, wish)).for ?? undefined);
      } else if (asked && isAskedFor(wish) && !isConfirmed) {
        const bound = asked.for === null ? {} : { for: asked.for };
        await calls.sessions.checkValidation({ params: { id }, body: { string: code, ...bound } });
        setConfirmed(true);
      }
      return call(calls, wish);
    },
    {
      onSuccess: onDone,
      onError: (error, wish) => {
        cooling.take(error);
        if (codeOf(error) !== "freshCodeNeeded") return;
        // None was asked for yet, or what it was mailed for is another thing by now, or its time is over.
        setConfirmed(false);
        request.mutate(wish);
      },
    },
  );
  /** What is wrong besides the code, which has its own place. */
  const failure =
    send.error && !["freshCodeNeeded", "invalidCode", "coolingOff"].includes(codeOf(send.error) ?? "")
      ? send.error
      : (request.error ?? undefined);
  return { isAskedFor, answer: asked?.answer, isMailed, code, setCode, isConfirmed, cooling, request, send, failure };
}
/** What the field of the code needs of it. */
export type FreshCode<Wish> = Pick<
  ReturnType<typeof useFreshCode<Wish, unknown, { for: string | null }>>,
  "isAskedFor" | "isMailed" | "code" | "setCode" | "isConfirmed" | "request"
> & { send: { error: Error | null; reset: () => void } };
