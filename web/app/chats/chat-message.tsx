/** One message: who wrote it, what it answers, its text and files, and what its reader may do with it. */
import type { ChatMessage } from "@portico/api/chats.ts";
import type { Language } from "@portico/messages/text.ts";
import type { KeyboardEvent, ReactNode } from "react";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { formatDay } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { memoize } from "../ui/memoize.ts";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./chat.module.css";
import type { WaitingMessage } from "./chat-session.ts";
import { dayOf, isOfToday } from "./day-of.ts";
import { shortenMessage } from "./message-beginning.ts";

const timeFormat = memoize(
  (language) => new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
);
const timeOf = (language: Language, at: string): string => timeFormat(language).format(new Date(at));

/** The time of day. The days between messages are not read aloud: a message of another day than today says its own. */
function Time({ at }: { at: string }) {
  const language = useLanguage();
  return (
    <time dateTime={at}>
      {!isOfToday(at) && <span className="visually-hidden">{formatDay(language, dayOf(at))}, </span>}
      {timeOf(language, at)}
    </time>
  );
}

export interface MessageAction {
  label: string;
  icon: "reply" | "sign" | "trash";
  run: () => void;
}

interface MessageBubbleProps {
  message: ChatMessage;
  /** On the reader's side of the conversation. */
  isOwnSide: boolean;
  isOwn: boolean;
  /** The message that it answers, if it is loaded. */
  answered: ChatMessage | undefined;
  /** Goes to that message. */
  onQuote: (number: number) => void;
  /** Below the last message of the reader's side. */
  status?: ReactNode;
  actions: readonly MessageAction[];
  /** A key in one of them. */
  onKey: (event: KeyboardEvent) => void;
  /** Tab reaches its actions. */
  isReached: boolean;
  onReach: () => void;
  /** The one that was found. */
  isFound: boolean;
  /** Whether it is among those that are handed over; undefined while none are chosen. */
  isChosen?: boolean | undefined;
  onChoose?: (() => void) | undefined;
  /** The ticket that it names. */
  ticketPath?: string | undefined;
  onFile: (file: ChatMessage["files"][number]) => void;
}

export function MessageBubble({
  message,
  isOwnSide,
  isOwn,
  answered,
  onQuote,
  status,
  actions,
  onKey,
  isReached,
  onReach,
  isFound,
  isChosen,
  onChoose,
  ticketPath,
  onFile,
}: MessageBubbleProps) {
  const t = useText();
  const language = useLanguage();
  const replyTo = message.deleted_at === null ? message.reply_to : null;
  return (
    <li
      className={styles.message}
      data-own={isOwnSide || undefined}
      data-number={message.number}
      aria-current={isFound || undefined}
      tabIndex={isFound ? -1 : undefined}
      // The reader's own was announced when it was written: what takes its place is not said again.
      aria-live={isOwn ? "off" : undefined}
    >
      <div className={styles.by}>
        {isChosen !== undefined && message.deleted_at === null && (
          <input
            type="checkbox"
            aria-live="off"
            className={styles.choose}
            aria-label={t("chats.choose", { name: message.author, time: timeOf(language, message.created_at) })}
            checked={isChosen}
            onChange={onChoose}
          />
        )}
        <span>{isOwn ? t("chats.you") : message.author}</span> <Time at={message.created_at} />
        {/* Only messages are announced, not what is added to one later. */}
        {message.edited_at !== null && message.deleted_at === null && (
          <span aria-live="off"> · {t("chats.edited")}</span>
        )}
      </div>
      <div className={styles.bubble} data-removed={message.deleted_at !== null || undefined}>
        {replyTo !== null && <Quote answered={answered} onClick={() => onQuote(replyTo)} />}
        {ticketPath !== undefined ? (
          <p>
            {t("chats.handedOver")} <LocaleLink to={ticketPath}>{message.text}</LocaleLink>
          </p>
        ) : message.deleted_at === null ? (
          message.text && <p>{message.text}</p>
        ) : (
          <p>{t("chats.removed")}</p>
        )}
        {message.files.map((file) => (
          <button key={file.id} type="button" className={styles.file} onClick={() => onFile(file)}>
            <Icon name="document" size={16} /> {file.name}
          </button>
        ))}
      </div>
      {message.deleted_at === null && actions.length > 0 && (
        <MessageActions actions={actions} onKey={onKey} isReached={isReached} onReach={onReach} />
      )}
      {status && (
        <div className={styles.status} aria-live="off">
          {status}
        </div>
      )}
    </li>
  );
}

/** The beginning of the message that one answers, if it is loaded; leads to it. */
function Quote({ answered, onClick }: { answered: ChatMessage | undefined; onClick: () => void }) {
  const t = useText();
  return (
    <button type="button" className={styles.quote} onClick={onClick}>
      {answered ? (
        <>
          <strong>{answered.author}</strong> {shortenMessage(t, answered, 120)}
        </>
      ) : (
        t("chats.replyToEarlier")
      )}
    </button>
  );
}

function MessageActions({
  actions,
  onKey,
  isReached,
  onReach,
}: Pick<MessageBubbleProps, "actions" | "onKey" | "isReached" | "onReach">) {
  return (
    <div className={styles.actions} aria-live="off" data-actions data-no-print>
      {actions.map(({ label, icon, run }) => (
        <button
          key={label}
          type="button"
          className={styles.action}
          aria-label={label}
          title={label}
          tabIndex={isReached ? 0 : -1}
          onFocus={onReach}
          onKeyDown={onKey}
          onClick={run}
        >
          <Icon name={icon} size={16} />
        </button>
      ))}
    </div>
  );
}

interface WaitingBubbleProps {
  message: WaitingMessage;
  /** Why it was refused, as text. */
  refusal: string | null;
  onRetry: () => void;
  onEdit: () => void;
  onDiscard: () => void;
}

/** A message that is not on the server yet. */
export function WaitingBubble({ message, refusal, onRetry, onEdit, onDiscard }: WaitingBubbleProps) {
  const t = useText();
  const rest = message.files.filter(({ isGone }) => isGone !== true);
  const lacksFiles = rest.length < message.files.length;
  const hasRest = message.text !== "" || rest.length > 0;
  return (
    <li className={styles.message} data-own>
      <div className={styles.by}>
        <span>{t("chats.you")}</span> <Time at={message.at} />
      </div>
      <div className={styles.bubble} data-waiting>
        {message.text && <p>{message.text}</p>}
        {message.files.map(({ upload, name }) => (
          <p key={upload} className={styles.file}>
            <Icon name="document" size={16} /> {name}
          </p>
        ))}
      </div>
      <div className={styles.status} data-failed={refusal !== null || undefined}>
        {refusal === null ? t("chats.waiting") : t("chats.refused", { reason: refusal })}
        {refusal !== null && (
          <>
            {hasRest && (
              <button type="button" onClick={onRetry}>
                {t(lacksFiles ? "chats.retryRest" : "chats.retry")}
              </button>
            )}
            <button type="button" onClick={onEdit}>
              {t("chats.edit")}
            </button>
            <button type="button" onClick={onDiscard}>
              {t("chats.discard")}
            </button>
          </>
        )}
      </div>
    </li>
  );
}
