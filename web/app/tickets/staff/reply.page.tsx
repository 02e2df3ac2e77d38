/** Writes an answer to the client or a note; shows which colleague writes too, and whose answer came first. */
import { Radio } from "@mantine/core";
import { ApiError } from "@portico/api/errors.ts";
import { type TicketQueue, ticketQueues } from "@portico/api/rules/tickets.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { TicketComment, TicketDetail } from "@portico/api/tickets.ts";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { AnswerPicker } from "../../canned-answers/staff/answer-picker.tsx";
import { useApi } from "../../shell/calls/api.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import { useProfile } from "../../shell/session/session.ts";
import { listIn, withList } from "../../shell/staff/lists/list-of-reader.ts";
import { useStopSending } from "../../shell/unsent/use-stop-sending.ts";
import { Button } from "../../ui/button.tsx";
import { rememberFocus } from "../../ui/focus-back.ts";
import type { Inserter } from "../../ui/insert-text.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { Composer } from "../composer.tsx";
import { MessageText } from "../message-text.tsx";
import styles from "../tickets.module.css";
import { answerFieldId } from "../to-answer.tsx";
import { useKeptText } from "../use-kept-text.ts";
import { staffTicketPath } from "./paths.ts";
import { useTypingColleagues } from "./use-typing.ts";

/** Goes on to the next ticket of the queue that the reader came from, or back to the queue when nothing is left in it. */
const queuePath = "/admin/tickets";

function useNextTicket(current: number): () => Promise<void> {
  const api = useApi();
  const [params] = useSearchParams();
  const navigate = useLocaleNavigate();
  const list = listIn(params, [queuePath]) ?? queuePath;
  return async () => {
    const asked = new URLSearchParams(list.split("?")[1] ?? "");
    const queue: TicketQueue = ticketQueues.find((each) => each === asked.get("queue")) ?? "waiting";
    const narrowed = ["search", "topic", "tag"].flatMap((name) => {
      const value = asked.get(name);
      return value ? [[name, value]] : [];
    });
    const { tickets } = await api.tickets.listAll({ query: { ...Object.fromEntries(narrowed), queue, limit: 2 } });
    const next = tickets.find(({ id }) => id !== current);
    navigate(next ? withList(staffTicketPath(next), list) : list);
  };
}

interface ReplyProps {
  holder: Holder;
  ticket: TicketDetail;
  comments: readonly TicketComment[];
}

export function Reply({ holder, ticket, comments }: ReplyProps) {
  const { id, can } = ticket;
  const t = useText();
  const [internal, setInternal] = useState(false);
  const stopSending = useStopSending();
  const { writers, showTyping } = useTypingColleagues(id, can.note);
  const answers = comments.filter((one) => one.by_staff && !one.internal);
  return (
    <Section onScreen>
      <h2 className="visually-hidden">{t(internal ? "admin.tickets.note.title" : "tickets.reply.title")}</h2>
      {can.note && (
        <Radio.Group
          mb="xs"
          aria-label={t("admin.tickets.kind")}
          value={internal ? "note" : "answer"}
          onChange={(kind) => stopSending(() => setInternal(kind === "note"))}
        >
          <div className={styles.kinds}>
            <Radio value="answer" label={t("admin.tickets.answer")} />
            <Radio value="note" label={t("admin.tickets.note")} />
          </div>
        </Radio.Group>
      )}
      <output className={styles.writers}>
        {writers.length > 0 &&
          t(writers.length > 1 ? "admin.tickets.typingMany" : "admin.tickets.typing", { name: writers[0] ?? "" })}
      </output>
      <ReplyText
        key={internal ? "note" : "answer"}
        {...{ holder, ticket, internal, answers, showTyping }}
        canAttach={can.attach}
      />
    </Section>
  );
}

interface ReplyTextProps {
  holder: Holder;
  ticket: TicketDetail;
  internal: boolean;
  answers: readonly TicketComment[];
  canAttach: boolean;
  showTyping: () => void;
}

/** An answer and a note are kept apart, so that neither is sent as the other. */
function ReplyText({ holder, ticket, internal, answers, canAttach, showTyping }: ReplyTextProps) {
  const t = useText();
  const { id, can } = ticket;
  const openNext = useNextTicket(id);
  const kept = useKeptText(holder, internal ? `${id}.note` : `${id}.answer`);
  const runChange = useRunChange();
  const inserter = useRef<Inserter>(null);
  const { newer, seen, acknowledge, onRefused } = useNewerAnswer(answers, kept.isBegun);
  return (
    <>
      {newer && !internal && (
        // The conversation's log announces the answer itself.
        <Notice
          tone="attention"
          title={<output>{t("admin.tickets.newerAnswer.title", { name: newer.creator_name })}</output>}
        >
          <MessageText text={newer.content} />
          <div className={styles.actions}>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                const focusBack = rememberFocus();
                acknowledge();
                focusBack();
              }}
            >
              {t("admin.tickets.newerAnswer.read")}
            </Button>
          </div>
        </Notice>
      )}
      <Composer
        holder={holder}
        kept={kept}
        fieldId={answerFieldId}
        compact
        canAttach={canAttach}
        forStaff={internal}
        filesHint={t(internal ? "admin.tickets.note.filesHint" : "admin.tickets.answer.filesHint")}
        inserter={inserter}
        onType={showTyping}
        tools={
          !internal && <AnswerPicker holder={holder} ticket={id} onInsert={(text) => inserter.current?.insert(text)} />
        }
        label={t(internal ? "admin.tickets.note.label" : "admin.tickets.answer.label")}
        sendLabel={t(internal ? "admin.tickets.note.send" : "admin.tickets.answer.send")}
        ways={
          internal
            ? []
            : [
                ...(can.resolve
                  ? [
                      {
                        label: t("admin.tickets.sendAndResolve"),
                        after: () => runChange((api) => api.tickets.resolve({ params: { ...holder, id }, body: {} })),
                      },
                    ]
                  : []),
                { label: t("admin.tickets.sendAndNext"), after: openNext },
              ]
        }
        onSend={async ({ content, files, key }) => {
          try {
            await runChange((api) =>
              api.tickets.addComment({
                params: { ...holder, id },
                body: { content, key, internal, files: files.map((file) => file.id), ...(!internal && { seen }) },
              }),
            );
          } catch (failure) {
            if (failure instanceof ApiError && failure.code === "newerAnswer") onRefused();
            throw failure;
          }
        }}
      />
    </>
  );
}

/**
 * A colleague's answer that came while the reader was writing. Until it is read, or the server has refused the reader's
 * own for it, it does not count as seen.
 */
function useNewerAnswer(answers: readonly TicketComment[], isWriting: boolean) {
  const { id: userId } = useProfile();
  const newest = Math.max(0, ...answers.map(({ id }) => id));
  const [read, setRead] = useState(newest);
  const [isRefused, setRefused] = useState(false);
  // Who is not writing reads what comes.
  if (!isWriting && (read !== newest || isRefused)) {
    setRead(newest);
    setRefused(false);
  }
  return {
    newer: answers.findLast(({ id, creator_id }) => id > read && creator_id !== userId),
    seen: isRefused ? newest : read,
    acknowledge: () => setRead(newest),
    onRefused: () => setRefused(true),
  };
}
