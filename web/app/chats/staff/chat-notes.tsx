/** What staff note beside a conversation; clients never see it. */
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import { isBlank } from "@portico/api/rules/visible-text.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { Button } from "../../ui/button.tsx";
import { RecordMinute } from "../../ui/dates.tsx";
import { rememberFocus } from "../../ui/focus-back.ts";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import styles from "./chats.module.css";

export function ChatNotes({ holder: { holderType, holderId } }: { holder: Holder }) {
  const t = useText();
  const api = useApi();
  const params = { holderType, holderId };
  const { data: notes = [] } = useCall(api.chats.listNotes, { params });
  const draft = useDraft(`chat.note.${holderType}.${holderId}`, "");
  // The same note is sent with the same key until it is there.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const add = useChange((calls, text: string) => calls.chats.addNote({ params, body: { key, text } }));
  return (
    <section className={styles.notes} aria-label={t("admin.chats.notes")}>
      <h2>{t("admin.chats.notes")}</h2>
      <p className={styles.hint}>{t("admin.chats.notesHint")}</p>
      <ul>
        {notes.map(({ id, author, text, created_at }) => (
          <li key={id}>
            <span className={styles.meta}>
              {author} <RecordMinute at={created_at} />
            </span>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          if (isBlank(draft.value) || add.isPending) return;
          add.mutate(draft.value.trim(), {
            onSuccess: () => {
              draft.clear();
              setKey(crypto.randomUUID());
            },
            onSettled: rememberFocus(),
          });
        }}
      >
        <LimitedTextarea
          size="sm"
          label={t("admin.chats.note")}
          autosize
          minRows={2}
          maxRows={8}
          limit={messageMaxLength}
          value={draft.value}
          onChange={(event) => draft.set(event.currentTarget.value)}
        />
        {add.error && <Notice tone="failed">{errorText(t, add.error)}</Notice>}
        <Button type="submit" size="sm" variant="default" loading={add.isPending} disabled={isBlank(draft.value)}>
          {t("admin.chats.addNote")}
        </Button>
      </form>
    </section>
  );
}
