/** Input of the six digits that confirm an address or a sign-in: mailed, or from an authenticator app. */

import { ApiError } from "@portico/api/errors.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { Button } from "../ui/button.tsx";
import { CodeInput } from "../ui/code-input.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import { ResendCode } from "./resend-code.tsx";
import styles from "./sessions.module.css";
import { useEnter } from "./use-enter.ts";

const codeLength = 6;

interface CodeStepProps {
  email: string;
  /** Whether the code comes by mail, and so can be sent again. */
  byMail: boolean;
}

export function CodeStep({ email, byMail }: CodeStepProps) {
  const t = useText();
  const api = useApi();
  const enter = useEnter();
  const [code, setCode] = useState("");
  const [isShort, setShort] = useState(false);
  const verify = useMutation({
    mutationFn: (digits: string) => api.sessions.verify({ body: { email, code: digits } }),
    onSuccess: enter,
    onError: () => setCode(""),
  });
  const { error } = verify;
  const aboutCode = error instanceof ApiError && (error.code === "invalidCode" || error.code === "expiredCode");

  function submit(event: FormEvent) {
    event.preventDefault();
    setShort(code.length < codeLength);
    if (code.length === codeLength && !verify.isPending) verify.mutate(code);
  }

  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      {error && !aboutCode && <Notice tone="failed">{errorText(t, error)}</Notice>}
      <CodeInput
        value={code}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step asks for nothing else
        autoFocus
        onChange={(digits) => {
          setCode(digits);
          setShort(false);
          if (digits !== "" && verify.isError) verify.reset();
        }}
        onComplete={(digits) => !verify.isPending && verify.mutate(digits)}
        error={isShort ? t("sessions.fault.code") : aboutCode ? errorText(t, error) : undefined}
      />
      <Button type="submit" fullWidth loading={verify.isPending}>
        {t("sessions.code.submit")}
      </Button>
      {byMail && <ResendCode email={email} onSent={() => verify.reset()} />}
    </form>
  );
}
