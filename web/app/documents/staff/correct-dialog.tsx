/** Corrects what a document is called, and its last day of validity. */
import { TextInput } from "@mantine/core";
import type { DocumentRow } from "@portico/api/documents.ts";
import { isDay } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type FormEvent, useState } from "react";
import { errorText, fieldErrorTexts } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "../documents.module.css";
import { useDocumentTypes } from "../use-documents.ts";

interface CorrectDialogProps {
  holder: Holder;
  document: Pick<DocumentRow, "id" | "title" | "type" | "valid_until">;
  onClose: () => void;
}

export function CorrectDialog({ holder: { holderType, holderId }, document, onClose }: CorrectDialogProps) {
  const t = useText();
  const { types } = useDocumentTypes();
  const [title, setTitle] = useState(document.title);
  const [validUntil, setValidUntil] = useState(document.valid_until ?? "");
  const [isTried, setTried] = useState(false);
  const expires = document.valid_until !== null || types.find(({ id }) => id === document.type)?.expires === true;
  const isDayWrong = validUntil !== "" && !isDay(validUntil);
  const isWrong = title.trim() === "" || isDayWrong;
  const correct = useChange((api) =>
    api.documents.correct({
      params: { holderType, holderId, docId: document.id },
      body: { title: title.trim(), ...(expires && { valid_until: validUntil === "" ? null : validUntil }) },
    }),
  );
  const refused = fieldErrorTexts(t, correct.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(isWrong);
    if (isWrong || correct.isPending) return;
    correct.mutate(undefined, {
      onSuccess: () => {
        alert.success(t("admin.documents.corrected"));
        onClose();
      },
    });
  }

  return (
    <Dialog opened onClose={onClose} title={t("admin.documents.correctTitle")}>
      <form method="post" className={styles.upload} onSubmit={submit} noValidate>
        <LimitedInput
          name="title"
          label={t("documents.list.title")}
          required
          limit={200}
          value={title}
          error={isTried && title.trim() === "" ? t("field.required") : refused["title"]}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        {expires && (
          <TextInput
            type="date"
            name="valid_until"
            label={t("documents.list.validUntil")}
            value={validUntil}
            error={isTried && isDayWrong ? t("field.badDate") : refused["valid_until"]}
            onChange={(event) => setValidUntil(event.currentTarget.value)}
          />
        )}
        {correct.error && Object.keys(refused).length === 0 && (
          <Notice tone="failed">{errorText(t, correct.error)}</Notice>
        )}
        <DialogActions onCancel={onClose} busy={correct.isPending}>
          <Button type="submit" loading={correct.isPending}>
            {t("admin.documents.correctSave")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
