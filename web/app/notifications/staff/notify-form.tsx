/** Notifies a holder or a distribution group. */

import { messageMaxLength } from "@portico/api/rules/limits.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import styles from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { SaveState } from "../../ui/save-state.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { useDraft } from "../../ui/use-draft.ts";

interface NotifyFormProps {
  to: Holder | { group: string };
  /** What it replies to: its subject comes first, and the reply has its own draft. */
  about?: { draft: string; subject: string };
}

export function NotifyForm({ to, about }: NotifyFormProps) {
  const t = useText();
  const whom = "group" in to ? to.group : `${to.holderType}.${to.holderId}`;
  const start = about ? `${t("admin.notify.about", { subject: about.subject })}\n\n` : "";
  const draft = useDraft(`notify.${about?.draft ?? whom}`, start);
  const [sentTo, setSentTo] = useState<number>();
  const send = useChange(
    async (api, text: string) => {
      const body = { notif_type: "generic" as const, text };
      if ("group" in to) return (await api.notifications.sendToGroup({ params: { name: to.group }, body })).sent;
      await api.notifications.send({ params: to, body });
      return 1;
    },
    {
      onSuccess: (sent) => {
        setSentTo(sent);
        draft.clear();
      },
      inBackground: true,
    },
  );
  const text = draft.value.trim() === start.trim() ? "" : draft.value.trim();
  return (
    <Section title={t("admin.notify.title")} hint={t("admin.notify.hint")}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (text !== "") send.mutate(text);
        }}
      >
        <LimitedTextarea
          label={t("admin.notify.text")}
          autosize
          minRows={2}
          limit={messageMaxLength}
          value={draft.value}
          onChange={(event) => {
            draft.set(event.currentTarget.value);
            if (!send.isPending) send.reset();
          }}
        />
        <div className={styles.actions}>
          <Button type="submit" size="sm" variant="default" loading={send.isPending} disabled={text === ""}>
            {t("admin.notify.send")}
          </Button>
          {send.isSuccess ? (
            <output>{t("admin.notify.sent", { count: sentTo ?? 1 })}</output>
          ) : (
            <SaveState
              state={send.isError ? "error" : "idle"}
              error={send.error ? errorText(t, send.error) : undefined}
            />
          )}
        </div>
      </form>
    </Section>
  );
}
