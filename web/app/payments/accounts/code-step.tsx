/** The one-time code that confirms a change of the accounts. */

import { codeLength, codeOf, type FreshCode } from "../../shell/session/fresh-code.ts";
import { useProfile } from "../../shell/session/session.ts";
import { Button } from "../../ui/button.tsx";
import { CodeInput } from "../../ui/code-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { useCountdown } from "../../ui/use-countdown.ts";
import styles from "./accounts.module.css";
import type { SentList } from "./use-accounts.ts";

/** Long enough for a mail to arrive. */
const waitSeconds = 30;

interface CodeStepProps {
  saving: FreshCode<SentList>;
  /** What is confirmed. */
  list: SentList;
  isTried: boolean;
}

export function CodeStep({ saving, list, isTried }: CodeStepProps) {
  const t = useText();
  const { email } = useProfile();
  const { code, setCode, isConfirmed, isMailed, request, send } = saving;
  const [left, wait] = useCountdown(waitSeconds);
  if (isConfirmed) return <Notice tone="done">{t("accounts.code.confirmed")}</Notice>;
  const refusal = codeOf(send.error);
  const again = () => {
    wait(waitSeconds);
    send.reset();
    request.mutate(list);
  };
  return (
    <>
      <p>{isMailed ? t("accounts.code.sent", { email }) : t("accounts.code.app")}</p>
      <CodeInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step that was just asked for
        autoFocus
        label={t("accounts.code.label")}
        value={code}
        onChange={setCode}
        error={
          isTried && code.length < codeLength
            ? t("accounts.code.missing")
            : refusal === "invalidCode"
              ? t("error.invalidCode")
              : undefined
        }
      />
      {isMailed && (
        <div className={styles.resend}>
          {/* An expired code cannot be waited for. */}
          {left > 0 && refusal !== "expiredCode" ? (
            <span>{t("accounts.code.resendIn", { count: left })}</span>
          ) : (
            <Button variant="default" size="sm" loading={request.isPending} onClick={again}>
              {t("accounts.code.resend")}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
