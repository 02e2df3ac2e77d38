import { ApiError } from "@portico/api/errors.ts";
import { isLongerThan } from "@portico/api/rules/characters.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { errorText } from "../calls/api.tsx";
import { useFailure } from "../calls/use-refusal.ts";
import { type Confirmation, closeConfirmation } from "./confirmation.ts";
import styles from "./confirmation-dialog.module.css";

/** Runs the action on confirm; if it fails, the dialog stays open with the reason. */
export default function ConfirmationDialog({ confirmation }: { confirmation: Confirmation }) {
  const t = useText();
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useFailure<ReactNode>();
  const [typed, setTyped] = useState("");
  const reason = typed.trim();

  async function confirm() {
    setRunning(true);
    setFailure(undefined);
    try {
      await (confirmation.reason ? confirmation.action(reason) : confirmation.action());
      closeConfirmation();
    } catch (error) {
      // Signed out meanwhile: the page behind the dialog is gone.
      if (error instanceof ApiError && error.status === 401) return closeConfirmation();
      const more = await confirmation.failure?.(error).catch(() => undefined);
      setFailure(more ?? errorText(t, error));
    } finally {
      setRunning(false);
    }
  }

  return (
    <Dialog opened onClose={closeConfirmation} title={confirmation.title} size={confirmation.wide ? "xl" : "sm"}>
      <p>{confirmation.text}</p>
      {confirmation.html && <div className={styles.details}>{confirmation.html}</div>}
      {confirmation.reason?.renderTools?.((text) =>
        setTyped((before) => (before.trim() === "" ? text : `${before.trimEnd()}\n\n${text}`)),
      )}
      {confirmation.reason && (
        <LimitedTextarea
          mt="md"
          label={confirmation.reason.label}
          description={confirmation.reason.hint}
          required
          autosize
          minRows={2}
          limit={messageMaxLength}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {failure && (
        <div className={styles.details}>
          <Notice tone="failed">{failure}</Notice>
        </div>
      )}
      <div className={styles.actions}>
        <Button
          variant="default"
          onClick={closeConfirmation}
          disabled={running}
          {...(!confirmation.reason && { "data-autofocus": true })}
        >
          {confirmation.cancelLabel ?? t("ui.action.cancel")}
        </Button>
        <Button
          onClick={() => void confirm()}
          loading={running}
          disabled={confirmation.reason !== undefined && (reason === "" || isLongerThan(reason, messageMaxLength))}
          {...(confirmation.destructive && { color: "red" })}
        >
          {confirmation.confirmLabel ?? t("ui.action.confirm")}
        </Button>
      </div>
    </Dialog>
  );
}
