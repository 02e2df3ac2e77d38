/**
 * The messages in order, of which those near what is seen are drawn: sticks to the end while the reader is there, and keeps
 * its place when older ones are loaded.
 */
import type { ChatMessage } from "@portico/api/chats.ts";
import type { ApiError } from "@portico/api/errors.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Fragment, type RefObject, useState } from "react";
import { useRefusalText } from "../shell/calls/refusal-text.ts";
import { useDownload } from "../shell/calls/use-download.ts";
import { rememberFocus } from "../ui/focus-back.ts";
import { formatDay } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { Notice } from "../ui/notice.tsx";
import { Empty } from "../ui/states.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./chat.module.css";
import { MessageBubble, WaitingBubble } from "./chat-message.tsx";
import type { FoundMessage } from "./chat-search.tsx";
import type { ChatSession, ChatView, WaitingMessage } from "./chat-session.ts";
import { dayOf } from "./day-of.ts";
import { useReader } from "./use-chat.ts";
import { moveActions, useLoadPage, useMessageActions, useReadMark, useWanted } from "./use-chat-log.ts";
import { useMessageWindow } from "./use-message-window.ts";

interface ChatLogProps {
  holder: Holder;
  byStaff: boolean;
  readOnly: boolean;
  session: ChatSession;
  view: ChatView;
  onReply: (message: ChatMessage) => void;
  onEdit: (message: ChatMessage) => void;
  /** Of one that was refused. */
  onEditUnsent: (message: WaitingMessage) => void;
  /** Where the next message is written, if the reader may. */
  field: RefObject<HTMLTextAreaElement | null>;
  /** The message to go to. */
  found: FoundMessage | undefined;
  /** Numbers of the messages that are handed over, while staff choose them. */
  chosen?: ReadonlySet<number> | undefined;
  onChoose?: ((number: number) => void) | undefined;
}

/** A ticket on the reader's side. */
function ticketPathOf({ holderType, holderId }: Holder, byStaff: boolean, id: number | null): string | undefined {
  if (id === null) return undefined;
  return byStaff ? `/admin/${holderType}/${holderId}/tickets/${id}` : `/tickets/${id}`;
}

function loadedOf({ chat }: ChatView) {
  const messages = chat?.messages ?? [];
  const first = messages[0]?.number ?? 0;
  const last = messages.at(-1)?.number ?? 0;
  const newest = chat?.newest ?? last;
  return {
    messages,
    /** Numbers have no gap. */
    numbered: (number: number): ChatMessage | undefined => messages[number - first],
    last,
    newest,
    /** Newer ones are not loaded. */
    endsBefore: last < newest,
  };
}

/** What the marks of single messages depend on. */
function marksOf(view: ChatView, byStaff: boolean) {
  const messages = view.chat?.messages ?? [];
  const readings = (view.chat?.readings ?? []).filter((reading) => reading.by_staff !== byStaff);
  return {
    /** The number up to which the other side has read. */
    readByOthers: Math.max(0, ...readings.map(({ number }) => number)),
    /** The last one of the reader's side, which says whether it was read. */
    lastOwn: messages.findLast((message) => message.by_staff === byStaff && message.deleted_at === null)?.number,
    /** The last one that anything may be done with. */
    lastWithActions: messages.findLast(({ deleted_at }) => deleted_at === null)?.number,
  };
}

/** The pressed button is gone afterwards: whoever pressed it goes on where they write. */
function thenTo(field: ChatLogProps["field"], run: () => void): void {
  const focusBack = rememberFocus();
  run();
  if (field.current) field.current.focus();
  else focusBack();
}

export function ChatLog(props: ChatLogProps) {
  const { holder, byStaff, readOnly, session, view, onEditUnsent, field, found, chosen, onChoose } = props;
  const t = useText();
  const userId = useReader();
  const { download } = useDownload(holder);
  const { isLoadingPage, failure, loadPage } = useLoadPage();
  /** The message whose actions Tab reaches, if it is not the last one. */
  const [reached, setReached] = useState<number>();
  const { messages, numbered, last, newest, endsBefore } = loadedOf(view);
  const { box, list, shown, before, after, isMoving, end, onScroll, toEnd, show } = useMessageWindow(messages, {
    newest,
    follows: ({ operator }) => operator === userId,
  });
  const reading = { session, last, newest, endsBefore, readOnly, end, onScroll };
  const { hasNewBelow, setNewBelow, follow } = useReadMark(reading);
  const { wanted, quote } = useWanted({
    found,
    isLoaded: (number) => numbered(number) !== undefined,
    show,
    load: (number) => void loadPage(() => session.loadAround(number)),
  });

  const andToField = (run: () => void) => thenTo(field, run);
  const showNewest = () => {
    if (endsBefore) void loadPage(() => session.loadNewest().then(toEnd));
    else toEnd();
    setNewBelow(false);
  };
  const { readByOthers, lastOwn, lastWithActions } = marksOf(view, byStaff);
  const actionsOf = useMessageActions({ ...props, list });

  return (
    <div className={styles.scroll} ref={box} onScroll={follow}>
      {view.chat?.hasOlder && (
        <PageButton name="older" isBusy={isLoadingPage} onClick={() => void loadPage(() => session.loadOlder())} />
      )}
      {messages.length === 0 && view.waiting.length === 0 && (
        <Empty icon="chat" title={t("chats.none")}>
          {!byStaff && t("chats.noneExplain")}
        </Empty>
      )}
      {/* Screen readers hear what is added at the end, not older messages, nor those that are drawn again. */}
      <div
        ref={list}
        role="log"
        aria-label={t("chats.log")}
        aria-live={isLoadingPage || isMoving ? "off" : "polite"}
        aria-relevant="additions"
      >
        <div style={{ height: before }} />
        {shown.map((block) => (
          <ol key={block.id} className={styles.log} data-block={block.id}>
            {block.messages.map((message) => (
              <Fragment key={message.number}>
                <DayBreak of={message} after={numbered(message.number - 1)} />
                <MessageBubble
                  message={message}
                  isOwnSide={message.by_staff === byStaff}
                  isOwn={message.operator === userId}
                  answered={message.reply_to === null ? undefined : numbered(message.reply_to)}
                  onQuote={quote}
                  status={message.number === lastOwn && t(message.number <= readByOthers ? "chats.read" : "chats.sent")}
                  actions={actionsOf(message)}
                  onKey={(event) => moveActions(list.current, event)}
                  isReached={message.number === (reached ?? lastWithActions)}
                  onReach={() => setReached(message.number === lastWithActions ? undefined : message.number)}
                  isFound={message.number === wanted?.number}
                  isChosen={chosen?.has(message.number)}
                  onChoose={() => onChoose?.(message.number)}
                  ticketPath={ticketPathOf(holder, byStaff, message.ticket_id)}
                  onFile={(file) => void download(file)}
                />
              </Fragment>
            ))}
          </ol>
        ))}
        <div style={{ height: after }} />
        <WaitingList
          waiting={view.waiting}
          onRetry={({ key }) => andToField(() => session.retry(key))}
          onEdit={(message) => andToField(() => onEditUnsent(message))}
          onDiscard={({ key }) => andToField(() => session.discard(key))}
        />
      </div>
      {endsBefore && (
        <PageButton name="newer" isBusy={isLoadingPage} onClick={() => void loadPage(() => session.loadNewer())} />
      )}
      {failure !== undefined && <Notice tone="failed">{failure}</Notice>}
      <WayToNewest
        isShown={hasNewBelow || endsBefore}
        hasNew={hasNewBelow}
        isBusy={isLoadingPage}
        onClick={() => andToField(showNewest)}
      />
    </div>
  );
}

/** The day, above its first message. */
function DayBreak({ of: { created_at }, after }: { of: ChatMessage; after: ChatMessage | undefined }) {
  const language = useLanguage();
  const day = dayOf(created_at);
  if (after && dayOf(after.created_at) === day) return null;
  return (
    <li className={styles.day} aria-hidden>
      {formatDay(language, day)}
    </li>
  );
}

interface WayToNewestProps {
  isShown: boolean;
  hasNew: boolean;
  isBusy: boolean;
  onClick: () => void;
}

/** What comes while the reader is elsewhere is not drawn: this says that it came. */
function WayToNewest({ isShown, hasNew, isBusy, onClick }: WayToNewestProps) {
  const t = useText();
  return (
    <output className={styles.atEnd}>
      {isShown && (
        <button type="button" className={styles.newBelow} disabled={isBusy} onClick={onClick}>
          <Icon name="down" size={16} /> {t(hasNew ? "chats.newBelow" : "chats.toNewest")}
        </button>
      )}
    </output>
  );
}

function PageButton({ name, isBusy, onClick }: { name: "older" | "newer"; isBusy: boolean; onClick: () => void }) {
  return (
    <button type="button" className={styles.older} disabled={isBusy} onClick={onClick}>
      {useText()(`chats.${name}`)}
    </button>
  );
}

interface WaitingListProps {
  waiting: readonly WaitingMessage[];
  onRetry: (message: WaitingMessage) => void;
  onEdit: (message: WaitingMessage) => void;
  onDiscard: (message: WaitingMessage) => void;
}

/** Messages that the server does not have yet. */
function WaitingList({ waiting, onRetry, onEdit, onDiscard }: WaitingListProps) {
  const t = useText();
  const explain = useRefusalText();
  if (waiting.length === 0) return null;
  const whyRefused = ({ files }: WaitingMessage, refusal: ApiError): string => {
    const names = files.filter(({ isGone }) => isGone === true).map(({ name }) => name);
    return names.length > 0 ? t("chats.filesGone", { names: names.join(", ") }) : explain(refusal);
  };
  return (
    <ol className={styles.log}>
      {waiting.map((message) => (
        <WaitingBubble
          key={message.key}
          message={message}
          refusal={message.refusal && whyRefused(message, message.refusal)}
          onRetry={() => onRetry(message)}
          onEdit={() => onEdit(message)}
          onDiscard={() => onDiscard(message)}
        />
      ))}
    </ol>
  );
}
