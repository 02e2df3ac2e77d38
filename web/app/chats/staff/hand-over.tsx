/** Hands chosen messages of a conversation over to a new ticket. */
import { NativeSelect } from "@mantine/core";
import { chatMaxHandedOver } from "@portico/api/rules/chats.ts";
import { ticketLimits } from "@portico/api/rules/tickets.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useRef, useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { Button } from "../../ui/button.tsx";
import { rememberFocus, takeFocus } from "../../ui/focus-back.ts";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./chats.module.css";

/** The numbers of the chosen messages; null while none are being chosen. */
export function useChosen() {
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null);
  const focusBack = useRef(() => {});
  return {
    chosen,
    begin: () => {
      focusBack.current = rememberFocus();
      setChosen(new Set());
    },
    end: () => {
      setChosen(null);
      focusBack.current();
    },
    toggle: (number: number) =>
      setChosen((before) => {
        const next = new Set(before);
        if (!next.delete(number)) next.add(number);
        return next;
      }),
  };
}

interface HandOverProps {
  holder: Holder;
  chosen: ReadonlySet<number>;
  onDone: () => void;
}

export function HandOver({ holder: { holderType, holderId }, chosen, onDone }: HandOverProps) {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const { data: listed = [] } = useCall(api.tickets.listTopics);
  const topics = listed.filter(({ archived }) => !archived);
  const [title, setTitle] = useState("");
  const [topic, setTopic] = useState<string>();
  // The same ticket is asked for with the same key until it is there.
  const [key] = useState(() => crypto.randomUUID());
  const handOver = useChange((calls, messages: readonly number[]) =>
    calls.chats.handOver({
      params: { holderType, holderId },
      body: { key, title: title.trim(), messages: [...messages], ...(topic !== undefined && { topic }) },
    }),
  );
  const areTooMany = chosen.size > chatMaxHandedOver;
  const isReady = title.trim() !== "" && chosen.size > 0 && !areTooMany;
  return (
    <form
      method="post"
      className={styles.handOver}
      aria-label={t("admin.chats.handOver")}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady || handOver.isPending) return;
        handOver.mutate(
          [...chosen].toSorted((a, b) => a - b),
          {
            onSuccess: ({ ticket_id }) => {
              alert.success(t("admin.chats.handOverDone", { number: String(ticket_id) }));
              onDone();
            },
          },
        );
      }}
    >
      <p className={styles.hint}>{t("admin.chats.handOverHint")}</p>
      <div className={styles.handOverFields}>
        <LimitedInput
          ref={takeFocus}
          size="sm"
          label={t("admin.chats.handOverTitle")}
          limit={ticketLimits.title}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <NativeSelect
          size="sm"
          label={t("admin.chats.handOverTopic")}
          value={topic ?? topics[0]?.id ?? ""}
          data={topics.map(({ id, name }) => ({ value: id, label: name[language] }))}
          onChange={(event) => setTopic(event.currentTarget.value)}
        />
      </div>
      {areTooMany && (
        <Notice tone="attention" live>
          {t("admin.chats.handOverTooMany", { most: chatMaxHandedOver })}
        </Notice>
      )}
      {handOver.error && <Notice tone="failed">{errorText(t, handOver.error)}</Notice>}
      <div className={styles.handOverActions}>
        <output>{t("admin.chats.handOverChosen", { count: chosen.size })}</output>
        <Button type="button" size="sm" variant="default" onClick={onDone}>
          {t("admin.chats.handOverCancel")}
        </Button>
        <Button type="submit" size="sm" loading={handOver.isPending} disabled={!isReady}>
          {t("admin.chats.handOverSend")}
        </Button>
      </div>
    </form>
  );
}
