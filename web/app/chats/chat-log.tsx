/**
 * The messages in order, of which those near what is seen are drawn: sticks to the end while the reader is there, and keeps
 * its place when older ones are loaded.
 */
import type { ChatMessage } from "@portico/api/chats.ts";
import type { ApiError } from "@portico/api/errors.ts";
import { mayChangeMessage } from "@portico/api/rules/chats.ts";
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
import { moveActions, useMinute, useReadMark, useRemove, useWanted } from "./use-chat-log.ts";
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
const ticketPathOf = ({ holderType, holderId }: Holder, byStaff: boolean, id: number): string =>
  byStaff ? `/admin/${holderType}/${holderId}/tickets/${id}` : `/tickets/${id}`;

export function ChatLog(props: ChatLogProps) {
  const { holder, byStaff, readOnly, session, view, onReply, onEdit, onEditUnsent, field, found, chosen, onChoose } =
    props;
  const t = useText();
  const language = useLanguage();
  const explain = useRefusalText();
  const userId = useReader();
  const { download } = useDownload(holder);
  const [isLoadingPage, setLoadingPage] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** The message whose actions Tab reaches, if it is not the last one. */
  const [reached, setReached] = useState<number>();
  const now = useMinute();
  const messages = view.chat?.messages ?? [];
  const first = messages[0]?.number ?? 0;
  const last = messages.at(-1)?.number ?? 0;
  const newest = view.chat?.newest ?? last;
  const endsBefore = last < newest;
  const waitingCount = view.waiting.length;
  /** Numbers have no gap. */
  const numbered = (number: number): ChatMessage | undefined => messages[number - first];

  const { box, list, shown, before, after, isMoving, end, onScroll, toEnd, show } = useMessageWindow(messages, {
    newest,
    follows: ({ operator }) => operator === userId,
  });
  const { hasNewBelow, setNewBelow, noteScroll } = useReadMark({ session, last, newest, endsBefore, readOnly, end });
  const follow = () => {
    onScroll();
    noteScroll();
  };
  async function loadPage(load: () => Promise<void>): Promise<void> {
    const focusBack = rememberFocus();
    setLoadingPage(true);
    setFailure(undefined);
    await load().catch((error: unknown) => setFailure(explain(error)));
    setLoadingPage(false);
    focusBack();
  }
  const { wanted, quote } = useWanted({
    found,
    isLoaded: (number) => numbered(number) !== undefined,
    show,
    load: (number) => void loadPage(() => session.loadAround(number)),
  });

  /** The button is gone afterwards: whoever pressed it goes on where they write. */
  const andToField = (run: () => void) => {
    const focusBack = rememberFocus();
    run();
    if (field.current) field.current.focus();
    else focusBack();
  };
  const remove = useRemove(session, { list, field });
  const readByOthers = Math.max(
    0,
    ...(view.chat?.readings ?? []).filter(({ by_staff }) => by_staff !== byStaff).map(({ number }) => number),
  );
  const withActions = messages.findLast(({ deleted_at }) => deleted_at === null)?.number;
  const lastOwn = messages.findLast(({ by_staff, deleted_at }) => by_staff === byStaff && deleted_at === null)?.number;
  const actionsOf = (message: ChatMessage) => {
    if (readOnly || chosen) return [];
    const mayChange = userId !== undefined && mayChangeMessage(message, userId, now);
    return [
      { label: t("chats.reply"), icon: "reply" as const, run: () => onReply(message) },
      ...(mayChange
        ? [
            { label: t("chats.edit"), icon: "sign" as const, run: () => onEdit(message) },
            { label: t("chats.remove"), icon: "trash" as const, run: () => remove(message) },
          ]
        : []),
    ];
  };

  return (
    <div className={styles.scroll} ref={box} onScroll={follow}>
      {view.chat?.hasOlder && (
        <PageButton isBusy={isLoadingPage} onClick={() => void loadPage(() => session.loadOlder())}>
          {t("chats.older")}
        </PageButton>
      )}
      {messages.length === 0 && waitingCount === 0 && (
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
            {block.messages.map((message) => {
              const day = dayOf(message.created_at);
              const previous = numbered(message.number - 1);
              return (
                <Fragment key={message.number}>
                  {(!previous || dayOf(previous.created_at) !== day) && (
                    <li className={styles.day} aria-hidden>
                      {formatDay(language, day)}
                    </li>
                  )}
                  <MessageBubble
                    message={message}
                    isOwnSide={message.by_staff === byStaff}
                    isOwn={message.operator === userId}
                    answered={message.reply_to === null ? undefined : numbered(message.reply_to)}
                    onQuote={quote}
                    status={
                      message.number === lastOwn && t(message.number <= readByOthers ? "chats.read" : "chats.sent")
                    }
                    actions={actionsOf(message)}
                    onKey={(event) => moveActions(list.current, event)}
                    isReached={message.number === (reached ?? withActions)}
                    onReach={() => setReached(message.number === withActions ? undefined : message.number)}
                    isFound={message.number === wanted?.number}
                    isChosen={chosen?.has(message.number)}
                    onChoose={() => onChoose?.(message.number)}
                    ticketPath={
                      message.ticket_id === null ? undefined : ticketPathOf(holder, byStaff, message.ticket_id)
                    }
                    onFile={(file) => void download(file)}
                  />
                </Fragment>
              );
            })}
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
        <PageButton isBusy={isLoadingPage} onClick={() => void loadPage(() => session.loadNewer())}>
          {t("chats.newer")}
        </PageButton>
      )}
      {failure !== undefined && <Notice tone="failed">{failure}</Notice>}
      {/* What comes while the reader is elsewhere is not drawn: this says that it came. */}
      <output className={styles.atEnd}>
        {(hasNewBelow || endsBefore) && (
          <button
            type="button"
            className={styles.newBelow}
            disabled={isLoadingPage}
            onClick={() =>
              andToField(() => {
                if (endsBefore) void loadPage(() => session.loadNewest().then(toEnd));
                else toEnd();
                setNewBelow(false);
              })
            }
          >
            <Icon name="down" size={16} /> {t(hasNewBelow ? "chats.newBelow" : "chats.toNewest")}
          </button>
        )}
      </output>
    </div>
  );
}

function PageButton({ isBusy, onClick, children }: { isBusy: boolean; onClick: () => void; children: string }) {
  return (
    <button type="button" className={styles.older} disabled={isBusy} onClick={onClick}>
      {children}
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
