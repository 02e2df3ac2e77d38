/** Downloads the conversation of some days as PDF. */
import { TextInput } from "@mantine/core";
import { ApiError } from "@portico/api/errors.ts";
import { addDays, dayIn, isDay } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type FormEvent, useState } from "react";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { useFailure } from "../shell/calls/use-refusal.ts";
import { Button } from "../ui/button.tsx";
import { downloadFile } from "../ui/download-file.ts";
import { rememberFocus } from "../ui/focus-back.ts";
import { Icon } from "../ui/icon.tsx";
import { Notice } from "../ui/notice.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./chat.module.css";

const offeredDays = 90;

export function ChatTranscript({ holder: { holderType, holderId } }: { holder: Holder }) {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const [period, setPeriod] = useState<{ from: string; to: string } | null>(null);
  const [failure, setFailure] = useFailure();
  const [isBusy, setBusy] = useState(false);

  function open(): void {
    const today = dayIn(undefined, new Date());
    setPeriod(period ? null : { from: addDays(today, -offeredDays), to: today });
    setFailure(undefined);
  }
  async function download(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!period || isBusy) return;
    const { from, to } = period;
    if (!isDay(from) || !isDay(to) || to < from) {
      setFailure(t("chats.transcriptReversed"));
      return;
    }
    setFailure(undefined);
    const focusBack = rememberFocus();
    setBusy(true);
    try {
      const query = { from, to, language };
      const { name, content, media_type } = await api.chats.getTranscript({ params: { holderType, holderId }, query });
      downloadFile(name, content, media_type);
    } catch (error) {
      const isTooMuch = error instanceof ApiError && error.errors.some(({ code }) => code === "tooBig");
      setFailure(isTooMuch ? t("chats.transcriptTooMuch") : errorText(t, error));
    } finally {
      setBusy(false);
      focusBack();
    }
  }
  return (
    <div className={styles.transcript} data-no-print>
      <Button
        variant="default"
        size="sm"
        leftSection={<Icon name="download" size={16} />}
        aria-expanded={period !== null}
        onClick={open}
      >
        {t("chats.transcript")}
      </Button>
      {period && (
        <form method="post" noValidate aria-label={t("chats.transcript")} onSubmit={(event) => void download(event)}>
          <TextInput
            type="date"
            size="sm"
            label={t("chats.transcriptFrom")}
            value={period.from}
            onChange={({ currentTarget: { value } }) => setPeriod({ ...period, from: value })}
          />
          <TextInput
            type="date"
            size="sm"
            label={t("chats.transcriptTo")}
            value={period.to}
            onChange={({ currentTarget: { value } }) => setPeriod({ ...period, to: value })}
          />
          <Button type="submit" size="sm" loading={isBusy}>
            {t("chats.transcriptDownload")}
          </Button>
        </form>
      )}
      {failure && <Notice tone="failed">{failure}</Notice>}
    </div>
  );
}
