/** Requests another mailed code, after a visible wait. */

import { ApiError } from "@portico/api/errors.ts";
import { useMutation } from "@tanstack/react-query";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { Button } from "../ui/button.tsx";
import { useText } from "../ui/text.tsx";
import { useCountdown } from "../ui/use-countdown.ts";
import { NoCodeSent } from "./no-code-sent.tsx";
import styles from "./sessions.module.css";

/** Long enough for a mail to arrive. */
const waitSeconds = 30;

export function ResendCode({ email, onSent }: { email: string; onSent: () => void }) {
  const t = useText();
  const api = useApi();
  const [left, wait] = useCountdown(waitSeconds);
  const resend = useMutation({
    mutationFn: () => api.sessions.resendCode({ params: { email } }),
    onSuccess: ({ sent }) => {
      wait(waitSeconds);
      if (sent) onSent();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfter) wait(error.retryAfter);
    },
  });
  return (
    <div className={styles.resend}>
      {resend.data?.sent === false && <NoCodeSent />}
      <output className="small">
        {resend.error
          ? errorText(t, resend.error)
          : resend.data?.sent
            ? t("sessions.code.resent")
            : t("sessions.code.notArrived")}
      </output>
      {left > 0 ? (
        <p className="small">{t("sessions.code.resendIn", { count: left })}</p>
      ) : (
        <Button variant="default" size="sm" loading={resend.isPending} onClick={() => resend.mutate()}>
          {t("sessions.code.resend")}
        </Button>
      )}
    </div>
  );
}
