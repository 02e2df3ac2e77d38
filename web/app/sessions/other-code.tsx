/** Switches the source of the code; a mailed code is sent on request. */

import type { Factor } from "@portico/api/factors.ts";
import { useMutation } from "@tanstack/react-query";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import { NoCodeSent } from "./no-code-sent.tsx";
import { type CodeSource, otherSources } from "./second-factor.ts";

interface OtherCodeProps {
  email: string;
  factors: readonly Factor[];
  source: CodeSource;
  onChange: (source: CodeSource) => void;
}

export function OtherCode({ email, factors, source, onChange }: OtherCodeProps) {
  const t = useText();
  const api = useApi();
  const send = useMutation({
    mutationFn: () => api.sessions.resendCode({ params: { email } }),
    onSuccess: ({ sent }) => {
      if (sent) onChange("mail");
    },
  });
  const others = otherSources(factors, source);
  return (
    <>
      {send.error && <Notice tone="failed">{errorText(t, send.error)}</Notice>}
      {send.data?.sent === false && <NoCodeSent />}
      {others.includes("authenticator") && (
        <Button variant="subtle" size="sm" onClick={() => onChange("authenticator")}>
          {t("sessions.code.byApp")}
        </Button>
      )}
      {others.includes("mail") && (
        <Button variant="subtle" size="sm" loading={send.isPending} onClick={() => send.mutate()}>
          {t("sessions.code.byMail")}
        </Button>
      )}
      {others.includes("recoveryCode") && (
        <Button variant="subtle" size="sm" onClick={() => onChange("recoveryCode")}>
          {t("sessions.code.byRecovery")}
        </Button>
      )}
    </>
  );
}
