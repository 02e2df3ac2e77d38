/** Asks a holder for a document, or again for one that could not be accepted. */
import { TextInput } from "@mantine/core";
import type { DocumentRequest } from "@portico/api/documents.ts";
import { isDay } from "@portico/api/rules/calendar.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type FormEvent, useRef, useState } from "react";
import { errorText, fieldErrorTexts } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "../documents.module.css";
import { TypeSelect } from "../type-select.tsx";
import { useDocumentTypes } from "../use-documents.ts";

interface AskDialogProps {
  holder: Holder;
  /** The request whose document is not accepted: its type stays. */
  again: DocumentRequest | undefined;
  onClose: () => void;
}

export function AskDialog({ holder, again, onClose }: AskDialogProps) {
  const t = useText();
  const today = useFirmToday();
  const { types, nameOf } = useDocumentTypes();
  const [type, setType] = useState(again?.type ?? "");
  const [text, setText] = useState("");
  const [due, setDue] = useState("");
  const [isTried, setTried] = useState(false);
  // The same for the same words, so that a retry is not a second request.
  const sent = useRef({ key: "", words: "" });
  const ask = useChange(async (api) => {
    const words = { text: text.trim(), due };
    if (again)
      await api.documents.closeRequest({
        params: { ...holder, requestId: again.id },
        body: { outcome: "again", ...words },
      });
    else {
      const serialized = JSON.stringify([type, words]);
      if (sent.current.words !== serialized) sent.current = { key: crypto.randomUUID(), words: serialized };
      await api.documents.ask({ params: holder, body: { type, ...words, key: sent.current.key } });
    }
  });
  const isDueWrong = !isDay(due) || due < today;
  const isWrong = type === "" || text.trim() === "" || isDueWrong;
  const refused = fieldErrorTexts(t, ask.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(isWrong);
    if (isWrong || ask.isPending) return;
    ask.mutate(undefined, {
      onSuccess: () => {
        alert.success(t("admin.documents.asked"));
        onClose();
      },
    });
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={again ? t("admin.documents.again.title", { type: nameOf(again.type) }) : t("admin.documents.ask")}
    >
      <form method="post" className={styles.upload} onSubmit={submit} noValidate>
        {!again && (
          <TypeSelect
            // Clients can answer with these alone.
            types={types.filter(({ clientsAdd }) => clientsAdd)}
            required
            value={type}
            error={isTried && type === "" ? t("documents.upload.choose") : refused["type"]}
            onChange={setType}
          />
        )}
        <LimitedTextarea
          name="text"
          label={t(again ? "admin.documents.again.words" : "admin.documents.words")}
          description={t("admin.documents.wordsHint")}
          required
          autosize
          minRows={3}
          maxRows={10}
          limit={messageMaxLength}
          value={text}
          error={isTried && text.trim() === "" ? t("admin.documents.wordsMissing") : refused["text"]}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          name="due"
          label={t("admin.documents.due")}
          description={t("admin.documents.dueHint")}
          required
          min={today}
          value={due}
          error={isTried && isDueWrong ? t("admin.documents.dueWrong") : refused["due"]}
          onChange={(event) => setDue(event.currentTarget.value)}
        />
        {ask.error && Object.keys(refused).length === 0 && <Notice tone="failed">{errorText(t, ask.error)}</Notice>}
        <DialogActions onCancel={onClose} busy={ask.isPending}>
          <Button type="submit" loading={ask.isPending}>
            {t(again ? "admin.documents.askAgain" : "admin.documents.ask")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
