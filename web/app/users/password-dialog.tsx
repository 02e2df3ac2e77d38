/** A change that first asks for the password. */

import { ApiError } from "@portico/api/errors.ts";
import { passwordLength } from "@portico/api/rules/password.ts";
import { type FormEvent, type ReactNode, useState } from "react";
import { errorText } from "../shell/calls/api.tsx";
import { useTry } from "../shell/calls/use-change.ts";
import { CoolingNotice, useCooling } from "../shell/session/sensitive-step-wait.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./profile.module.css";

interface PasswordDialogProps {
  title: string;
  text: string;
  submitLabel: string;
  destructive?: boolean;
  /** Fields in addition to the password. */
  children?: ReactNode;
  /** False if another field is not filled in yet. */
  isReady?: () => boolean;
  /** The failure, if it is not a refusal by the server. */
  failedText?: (error: Error) => string;
  /** What is said instead, without alarm, where the person closed the device's own dialog. */
  dismissedText?: (error: Error) => string | undefined;
  action: (currentPassword: string) => Promise<void>;
  onClose: () => void;
}

export function PasswordDialog(props: PasswordDialogProps) {
  const { title, text, submitLabel, destructive, children, isReady, action, onClose } = props;
  const t = useText();
  const [password, setPassword] = useState("");
  const [isMissing, setMissing] = useState(false);
  const cooling = useCooling();
  const change = useTry({
    mutationFn: async () => {
      await cooling.confirm();
      await action(password);
    },
    onError: (error) => cooling.take(error),
  });
  const asksCode = cooling.opensAt !== undefined && cooling.hasApp;
  const isCooling = change.error instanceof ApiError && change.error.code === "coolingOff";
  const isWrongCode =
    change.error instanceof ApiError && (change.error.code === "invalidCode" || change.error.code === "expiredCode");
  const isWrong = change.error instanceof ApiError && change.error.code === "wrongPassword";
  const dismissed = change.error && props.dismissedText?.(change.error);
  const failure =
    change.error instanceof ApiError || !change.error || !props.failedText
      ? errorText(t, change.error)
      : props.failedText(change.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    const ready = isReady?.() ?? true;
    const isCodeMissing = asksCode && cooling.code.length < 6;
    setMissing(password === "" || isCodeMissing);
    if (ready && password !== "" && !isCodeMissing && !change.isPending) change.mutate();
  }

  return (
    <Dialog opened onClose={onClose} title={title} size="sm">
      <form method="post" className={styles.form} onSubmit={submit} noValidate>
        <p>{text}</p>
        {change.error && !isWrong && !isCooling && !(asksCode && isWrongCode) && (
          <Notice tone={dismissed === undefined ? "failed" : "info"} live>
            {dismissed ?? failure}
          </Notice>
        )}
        <CoolingNotice
          cooling={cooling}
          error={
            isMissing && cooling.code.length < 6
              ? t("users.cooling.codeMissing")
              : isWrongCode
                ? errorText(t, change.error)
                : undefined
          }
        />
        {children}
        <PasswordField
          name="currentPassword"
          label={t("users.password.current")}
          limit={passwordLength.max}
          data-autofocus={children === undefined || undefined}
          value={password}
          onChange={setPassword}
          error={
            isMissing && password === ""
              ? t("users.password.currentMissing")
              : isWrong
                ? errorText(t, change.error)
                : undefined
          }
        />
        <div className={styles.actions}>
          <Button type="submit" loading={change.isPending} {...(destructive && { color: "red" })}>
            {submitLabel}
          </Button>
          <Button variant="default" onClick={onClose} disabled={change.isPending}>
            {t("ui.action.cancel")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
