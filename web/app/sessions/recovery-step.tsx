/** Input of a recovery code instead of the app or passkey. */

import { ApiError } from "@portico/api/errors.ts";
import { recoveryCodeLength } from "@portico/api/rules/limits.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { Button } from "../ui/button.tsx";
import { LimitedInput } from "../ui/limited-input.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./sessions.module.css";
import { useEnter } from "./use-enter.ts";

const shortest = 10;

export function RecoveryStep({ email }: { email: string }) {
  const t = useText();
  const api = useApi();
  const enter = useEnter();
  const [code, setCode] = useState("");
  const [isShort, setShort] = useState(false);
  const verify = useMutation({
    mutationFn: () => api.sessions.verify({ body: { email, recoveryCode: code.trim() } }),
    onSuccess: enter,
  });
  const { error } = verify;
  const isWrong = error instanceof ApiError && (error.code === "invalidCode" || error.code === "badInput");

  function submit(event: FormEvent) {
    event.preventDefault();
    setShort(code.trim().length < shortest);
    if (code.trim().length >= shortest && !verify.isPending) verify.mutate();
  }

  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      {error && !isWrong && <Notice tone="failed">{errorText(t, error)}</Notice>}
      <LimitedInput
        name="recoveryCode"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        limit={recoveryCodeLength.max}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step asks for nothing else
        autoFocus
        label={t("sessions.recovery.label")}
        value={code}
        error={isShort ? t("sessions.recovery.short") : isWrong ? t("sessions.recovery.wrong") : undefined}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setShort(false);
          if (verify.isError) verify.reset();
        }}
      />
      <Button type="submit" fullWidth loading={verify.isPending}>
        {t("sessions.code.submit")}
      </Button>
    </form>
  );
}
