/** Ends a request with a word to the client; where a colleague was quicker, says so and keeps the text. */
import { Button, Textarea } from "@mantine/core";
import { ApiError } from "@portico/api/errors.ts";
import type { RequestRow } from "@portico/api/portfolios.ts";
import { type FormEvent, useState } from "react";
import { alert } from "../../shell/alert.ts";
import { errorText } from "../../shell/api.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import { requestWords } from "./request-words.ts";
import styles from "./requests.module.css";
import { type Handling, useHandle } from "./use-requests.ts";

interface HandleDialogProps {
  request: RequestRow;
  state: Handling["state"];
  onClose: () => void;
}

export function HandleDialog({ request, state, onClose }: HandleDialogProps) {
  const t = useText();
  const language = useLanguage();
  const draft = useDraft(`request.${request.id}`, "");
  const [isMissing, setMissing] = useState(false);
  const handle = useHandle();
  const wasLost = handle.error instanceof ApiError && handle.error.code === "stateConflict";
  const staffMessage = draft.value.trim();

  function submit(event: FormEvent) {
    event.preventDefault();
    const lacksReason = state === "declined" && staffMessage === "";
    setMissing(lacksReason);
    if (lacksReason || handle.isPending) return;
    handle.mutate(
      { request, state, staffMessage },
      {
        onSuccess: () => {
          draft.clear();
          alert.success(t("admin.requests.saved"));
          onClose();
        },
      },
    );
  }

  return (
    <Dialog opened onClose={onClose} title={t(`admin.requests.dialog.${state}`)}>
      <form method="post" className={styles.form} onSubmit={submit} noValidate>
        <div>
          <p className={styles.words}>{requestWords(t, language, request)}</p>
          <p className={styles.small}>{t("admin.requests.confirmText", { holder: request.holderName })}</p>
        </div>
        {handle.error && (
          <Notice tone="failed">{wasLost ? t("admin.requests.lost") : errorText(t, handle.error)}</Notice>
        )}
        <Textarea
          name="staffMessage"
          label={t("admin.requests.answerLabel")}
          description={t(`admin.requests.answerHint.${state}`)}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={2000}
          data-autofocus
          value={draft.value}
          error={isMissing && staffMessage === "" ? t("admin.requests.answerMissing") : undefined}
          onChange={(event) => draft.set(event.currentTarget.value)}
        />
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose} disabled={handle.isPending}>
            {t(wasLost ? "ui.action.close" : "ui.action.cancel")}
          </Button>
          {!wasLost && (
            <Button type="submit" loading={handle.isPending} {...(state === "declined" && { color: "red" })}>
              {t(`admin.requests.handle.${state}`)}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
