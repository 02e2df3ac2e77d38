/** The one-time code that confirms a withdrawal. */

import { codeLength, codeOf, type FreshCode } from "../../shell/session/fresh-code.ts";
import { useProfile } from "../../shell/session/session.ts";
import { Button } from "../../ui/button.tsx";
import { CodeInput } from "../../ui/code-input.tsx";
import { useText } from "../../ui/text.tsx";
import { useCountdown } from "../../ui/use-countdown.ts";
import styles from "../cash/money.module.css";

/** Long enough for a mail to arrive. */
const waitSeconds = 30;

interface CodeStepProps<Wish> {
  fresh: FreshCode<Wish>;
  /** What is confirmed. */
  wish: Wish;
  isTried: boolean;
}

export function CodeStep<Wish>({ fresh, wish, isTried }: CodeStepProps<Wish>) {
  const t = useText();
  const { email } = useProfile();
  const { isAskedFor, isMailed, code, setCode, isConfirmed, request, send } = fresh;
  const [left, wait] = useCountdown(waitSeconds);
  if (!isAskedFor(wish) || isConfirmed) return null;
  const refusal = codeOf(send.error);
  const again = () => {
    wait(waitSeconds);
    send.reset();
    request.mutate(wish);
  };
  return (
    <>
      <p>{isMailed ? t("money.code.sent", { email }) : t("money.code.app")}</p>
      <CodeInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step that was just asked for
        autoFocus
        label={t("money.code.label")}
        value={code}
        onChange={setCode}
        error={
          isTried && code.length < codeLength
            ? t("money.code.missing")
            : refusal === "invalidCode" || refusal === "expiredCode"
              ? t(`error.${refusal}`)
              : undefined
        }
      />
      {isMailed && (
        <div className={styles.small}>
          {/* An expired code cannot be waited for. */}
          {left > 0 && refusal !== "expiredCode" ? (
            <span>{t("money.code.againIn", { count: left })}</span>
          ) : (
            <Button variant="default" size="sm" loading={request.isPending} onClick={again}>
              {t("money.code.again")}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
