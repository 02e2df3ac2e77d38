/** Signing, step by step: the agreement and the name, then a code, which works once and for this text alone. */
import type { Api } from "@portico/api";
import type { Client } from "@portico/api/client.ts";
import type { Agreement, ContractDetail, SignatureGiven } from "@portico/api/contracts.ts";
import { ApiError } from "@portico/api/errors.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useChange } from "../shell/calls/use-change.ts";
import { useCooling } from "../shell/session/sensitive-step-wait.tsx";
import { useProfile } from "../shell/session/session.ts";
import { useLanguage } from "../ui/text.tsx";
import { type Seen, shownOf } from "./use-reading.ts";

/** What is signed, and with which call. */
export interface Signable {
  holder: Holder;
  /** The contract's id, or the template of a proposal. */
  contract: number | string;
  sha256: string;
  agreement: Agreement;
  /** What the signer saw of the file before. */
  seen: Seen;
  send: (api: Client<Api>, signature: SignatureGiven) => Promise<ContractDetail>;
}

interface Outcome {
  onSigned: (contract: ContractDetail) => void;
  /** The text or the state is another one by now: there is nothing to sign as it was read. */
  onChanged: (error: ApiError) => void;
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined);

export function useSigning(
  { holder, contract, sha256, agreement, seen, send }: Signable,
  { onSigned, onChanged }: Outcome,
) {
  const api = useApi();
  const { id } = useProfile();
  const [codeFor, setCodeFor] = useState<string>();
  const [code, setCode] = useState("");
  /** The code was right, and is not asked for again if a later step fails. */
  const [isConfirmed, setConfirmed] = useState(false);
  const cooling = useCooling();
  const { data: factors } = useCall(api.sessions.listFactors, { params: { id } });
  /** Not if the person requires their authenticator app. */
  const isCodeMailed = factors?.validation.includes("mail") ?? true;

  const turnBack = (error: unknown): boolean => {
    if (codeOf(error) !== "textChanged" && codeOf(error) !== "stateConflict") return false;
    onChanged(error as ApiError);
    return true;
  };
  /** About a name that is not the account's: asked once, before the code. */
  const language = useLanguage();
  const [question, setQuestion] = useState<{ text: string; inContract: string | null; isAnswered: boolean }>();
  const answer = question?.isAnswered ? { name_question: question.text } : {};
  const request = useMutation({
    mutationFn: ({ name, yes }: { name: string; yes?: string }) => {
      const answered = yes === undefined ? answer : { name_question: yes };
      const body = { contract, sha256, name: name.trim(), language, ...answered };
      return api.contracts.requestCode({ params: holder, body });
    },
    onSuccess: (got, { yes }) => {
      const { name_question: text, name_question_in_contract: inContract } = got;
      if (text !== null) return setQuestion({ text, inContract, isAnswered: false });
      if (yes !== undefined) setQuestion({ text: yes, inContract: null, isAnswered: true });
      setCodeFor(got.for);
      setConfirmed(false);
      setCode("");
    },
    onError: (error) => {
      if (!turnBack(error)) cooling.take(error);
    },
  });
  const sign = useChange(
    async (calls, name: string) => {
      if (codeFor !== undefined && !isConfirmed) {
        await calls.sessions.checkValidation({ params: { id }, body: { string: code, for: codeFor } });
        setConfirmed(true);
      }
      await cooling.confirm(codeFor);
      const shown = shownOf(seen, Date.now());
      return send(calls, {
        name: name.trim(),
        ...answer,
        agreed: agreement.version,
        sha256,
        ...(shown && { shown }),
      });
    },
    {
      onSuccess: onSigned,
      onError: (error, name) => {
        if (turnBack(error)) return;
        // Typed anew after the code was asked for.
        if (codeOf(error) === "nameDiffers") {
          setCodeFor(undefined);
          request.mutate({ name });
        }
        // The confirmation is over: another code is needed.
        if (codeOf(error) === "freshCodeNeeded") setConfirmed(false);
        cooling.take(error);
      },
    },
  );
  return {
    isCodeAsked: codeFor !== undefined,
    isCodeMailed,
    code,
    setCode,
    isConfirmed,
    cooling,
    request,
    sign,
    /** Awaits the answer; in the reader's language, and beside it in the contract's if that is another one. */
    question: question?.isAnswered ? undefined : question,
    /** Another name is typed: what was asked or answered about the first is over. */
    rename: () => setQuestion(undefined),
  };
}
