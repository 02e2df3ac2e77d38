/**
 * A change of a key that waits in the hours after a password reset (docs/decisions/0060-confirmation.md): until when, who can make it
 * meanwhile, and the code of the authenticator app that allows it at once.
 */
import type { Api } from "@portico/api";
import type { Client } from "@portico/api/client.ts";
import { ApiError } from "@portico/api/errors.ts";
import { useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { codeLength } from "../../shell/session/fresh-code.ts";
import { CoolingNotice, useCooling } from "../../shell/session/sensitive-step-wait.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";

export function useSensitiveChange<Wish, Done>(
  call: (api: Client<Api>, wish: Wish) => Promise<Done>,
  onDone: (done: Done, wish: Wish) => void,
) {
  const cooling = useCooling();
  const [isTried, setTried] = useState(false);
  const { mutate, isPending, error, reset } = useChange(
    async (api, wish: Wish) => {
      await cooling.confirm();
      return call(api, wish);
    },
    { onSuccess: onDone, onError: (refusal) => cooling.take(refusal) },
  );
  const isCodeMissing = cooling.opensAt !== undefined && cooling.hasApp && cooling.code.length < codeLength;
  return {
    cooling,
    isPending,
    error,
    reset,
    isCodeMissing: isTried && isCodeMissing,
    send(wish: Wish) {
      setTried(isCodeMissing);
      if (!isCodeMissing && !isPending) mutate(wish);
    },
  };
}

type Sensitive = Pick<
  ReturnType<typeof useSensitiveChange<unknown, unknown>>,
  "cooling" | "error" | "isCodeMissing" | "isPending"
>;

/** The wait with its code, or why the change was refused. */
export function SensitiveNotice({ change: { cooling, error, isCodeMissing } }: { change: Sensitive }) {
  const t = useText();
  const code = error instanceof ApiError ? error.code : undefined;
  const isWrongCode = cooling.opensAt !== undefined && (code === "invalidCode" || code === "expiredCode");
  return (
    <>
      <CoolingNotice
        cooling={cooling}
        error={isCodeMissing ? t("users.cooling.codeMissing") : isWrongCode ? errorText(t, error) : undefined}
      />
      {cooling.opensAt !== undefined && <p>{t("admin.machines.coolingHelp")}</p>}
      {error && code !== "coolingOff" && !isWrongCode && <Notice tone="failed">{errorText(t, error)}</Notice>}
    </>
  );
}
