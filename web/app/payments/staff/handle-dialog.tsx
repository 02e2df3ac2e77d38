/** Closes a request with a message to the client; if a colleague was first, says so and keeps the text. */

import { ApiError } from "@portico/api/errors.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type FormEvent, type ReactNode, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { alert } from "../../shell/dialogs/alert.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { focusMarked } from "../../ui/focus-marked.ts";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import { ReasonField } from "./reason-field.tsx";
import { requestText } from "./request-text.ts";
import styles from "./requests.module.css";
import { UnmatchedPayments } from "./unmatched-payments.tsx";
import { answerDraft, type HandledRequests, useHandle } from "./use-requests.ts";

interface HandleDialogProps extends HandledRequests {
  onClose: () => void;
  /** Some were closed; the others stay in the queue. */
  onDone?: () => void;
  /** Offers ready texts for an answer to the client. */
  ready?: ((holder: Holder, onInsert: (text: string) => void) => ReactNode) | undefined;
}

export function HandleDialog({ requests, state, onClose, onDone, ready }: HandleDialogProps) {
  const t = useText();
  const language = useLanguage();
  const draft = useDraft(answerDraft({ requests }), "");
  const [isMissing, setMissing] = useState(false);
  const handle = useHandle();
  const wasLost = handle.data !== undefined && handle.data.lost === requests.length;
  const many = requests.length > 1;
  const [one] = requests;
  const staffMessage = draft.value.trim();
  const [typedReason, setReason] = useState("");
  const reason = typedReason.trim();
  const mayBePaid = state !== "done" && requests.some(({ unmatched }) => unmatched.length > 0);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const lacksWords = (state !== "done" && staffMessage === "") || (mayBePaid && reason === "");
    setMissing(lacksWords);
    if (lacksWords) focusMarked(event.currentTarget);
    if (lacksWords || handle.isPending) return;
    handle.mutate(
      { requests, state, staffMessage, reason },
      {
        onSuccess: ({ lost }) => {
          onDone?.();
          if (lost === requests.length) return;
          if (lost > 0) alert.warning(t("admin.requests.someLost", { count: lost }));
          else alert.success(t("admin.requests.savedMany", { count: requests.length }));
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={many ? t("admin.requests.chosen", { count: requests.length }) : t(`admin.requests.dialog.${state}`)}
    >
      <form method="post" className={styles.form} onSubmit={submit} noValidate>
        <ul className={styles.asked}>
          {requests.map((request) => (
            <li key={request.id}>
              <p className={styles.text}>{requestText(t, language, request)}</p>
              <p className="small">{t("admin.requests.confirmText", { holder: request.holderName })}</p>
              {mayBePaid && <UnmatchedPayments payments={request.unmatched} />}
            </li>
          ))}
        </ul>
        {wasLost && <Notice tone="failed">{t("admin.requests.lost")}</Notice>}
        {handle.error && (
          <Notice tone="failed">
            {wasUnseen(handle.error) ? t("admin.payments.closeSeen") : errorText(t, handle.error)}
          </Notice>
        )}
        {one &&
          !many &&
          ready?.({ holderType: one.holder_type, holderId: one.holder_id }, (text) =>
            draft.set(draft.value.trim() === "" ? text : `${draft.value.trimEnd()}\n\n${text}`),
          )}
        <LimitedTextarea
          name="staffMessage"
          label={t("admin.requests.answerLabel")}
          description={t(`admin.requests.answerHint.${state}`)}
          autosize
          minRows={3}
          maxRows={10}
          limit={messageMaxLength}
          data-autofocus
          value={draft.value}
          error={isMissing && staffMessage === "" ? t("admin.requests.answerMissing") : undefined}
          onChange={(event) => draft.set(event.currentTarget.value)}
        />
        {mayBePaid && (
          <>
            <Notice>{t("admin.payments.closeText")}</Notice>
            <ReasonField
              description={t("admin.payments.reasonHint")}
              value={typedReason}
              isMissing={isMissing}
              onChange={setReason}
            />
          </>
        )}
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose} disabled={handle.isPending}>
            {t(wasLost ? "ui.action.close" : "ui.action.cancel")}
          </Button>
          {!wasLost && (
            <Button type="submit" loading={handle.isPending} {...(state !== "done" && { color: "red" })}>
              {t(`admin.requests.handle.${state}`)}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** A payment that may be the request's was booked after the dialog showed them. */
const wasUnseen = (error: Error): boolean =>
  error instanceof ApiError && error.code === "badInput" && error.errors.some(({ path }) => path === "otherPayments");
