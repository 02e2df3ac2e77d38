/** A conversation: who is there, its messages, and where the next one is written. */
import type { ChatMessage } from "@portico/api/chats.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { dateLocale } from "@portico/messages/text.ts";
import { type ReactNode, type Ref, type RefObject, useDeferredValue, useRef } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { holderKey } from "../shell/session/active-holder.ts";
import type { Inserter } from "../ui/insert-text.ts";
import { LoadFailed, Loading } from "../ui/states.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { useDraft } from "../ui/use-draft.ts";
import styles from "./chat.module.css";
import { type About, ChatComposer, writeAgain } from "./chat-composer.tsx";
import { ChatLog } from "./chat-log.tsx";
import type { FoundMessage } from "./chat-search.tsx";
import type { ChatView as View, WaitingMessage } from "./chat-session.ts";
import { useChat } from "./use-chat.ts";

/** The hours begin and end while the chat is open. */
const askEveryMs = 5 * 60_000;

function AwayHours() {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const { data } = useCall(api.chats.getHours, undefined, { refetchInterval: askEveryMs });
  if (!data?.opens_at) return null;
  const at = new Intl.DateTimeFormat(dateLocale(language), {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "numeric",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(new Date(data.opens_at));
  return (
    <p className={styles.away} data-no-print>
      {t("chats.away", { at })}
    </p>
  );
}

interface ChatViewProps {
  holder: Holder;
  /** The reader is staff, and the conversation is another's. */
  byStaff?: boolean;
  readOnly?: boolean;
  /** The message to go to. */
  found?: FoundMessage | undefined;
  /** Puts a search around the messages. What is being written stays beside it. */
  renderMessages?: (messages: ReactNode) => ReactNode;
  /** A message was sent, and is to be seen. */
  onSend?: () => void;
  /** If this has the focus when the field for a message appears, the field takes it. */
  focusFrom?: RefObject<HTMLElement | null> | undefined;
  /** Staff choose messages: what is shown instead of the field for the next message. */
  choosing?: { chosen: ReadonlySet<number>; onChoose: (number: number) => void; form: ReactNode } | undefined;
  /** Above the field for a new message, into which they write by `inserter`. */
  tools?: ReactNode;
  inserter?: Ref<Inserter>;
}

/** With the holder as its key. */
export function ChatView(props: ChatViewProps) {
  const { holder, byStaff = false, readOnly = false, found, renderMessages, onSend, choosing, tools, inserter } = props;
  const { focusFrom } = props;
  const t = useText();
  const { session, view } = useChat(holder);
  // A draft, as what is written is: closing the panel loses neither.
  const aboutDraft = useDraft(`chat.about.${holderKey(holder)}`, "null");
  const about = JSON.parse(aboutDraft.value) as About | null;
  const setAbout = (next: About | null): void => aboutDraft.set(JSON.stringify(next));
  const field = useRef<HTMLTextAreaElement>(null);
  const begin = (kind: "reply" | "edit") => (message: ChatMessage) => {
    setAbout({ kind, message });
    field.current?.focus();
  };
  function editUnsent(unsent: WaitingMessage): void {
    session.discard(unsent.key);
    writeAgain(holder, unsent);
    const message = view.chat?.messages.find(({ number }) => number === unsent.replyTo);
    setAbout(message ? { kind: "reply", message } : null);
  }
  // Rendered in a transition, which input and painting can interrupt, because there are many.
  const isShown = useDeferredValue(view.chat !== null || view.waiting.length > 0);
  const isOpen = isShown && view.chat !== null;
  const messages = isShown ? (
    <>
      {view.failure && <LoadFailed retry={() => void session.catchUp()}>{t("chats.failed")}</LoadFailed>}
      <People view={view} />
      <ChatLog
        holder={holder}
        byStaff={byStaff}
        readOnly={readOnly}
        session={session}
        view={view}
        onReply={begin("reply")}
        onEdit={begin("edit")}
        onEditUnsent={editUnsent}
        field={field}
        found={found}
        chosen={choosing?.chosen}
        onChoose={choosing?.onChoose}
      />
    </>
  ) : view.failure ? (
    <LoadFailed retry={() => void session.catchUp()}>{t("chats.failed")}</LoadFailed>
  ) : (
    <Loading />
  );
  return (
    <div className={styles.chat}>
      {renderMessages ? renderMessages(messages) : messages}
      {isOpen && !byStaff && !readOnly && <AwayHours />}
      {!isOpen ? null : choosing ? (
        choosing.form
      ) : readOnly ? (
        <p className={styles.people}>{t("chats.readOnly")}</p>
      ) : (
        view.can.send && (
          <ChatComposer
            holder={holder}
            session={session}
            field={field}
            about={about}
            onAbout={setAbout}
            onSend={onSend}
            focusFrom={focusFrom}
            tools={tools}
            inserter={inserter}
          />
        )
      )}
    </div>
  );
}

/** Who writes at the moment, or who is there. Who is there is not announced again after each time somebody wrote. */
function People({ view: { typing, present } }: { view: View }) {
  const t = useText();
  const language = useLanguage();
  const [writer] = typing;
  return (
    <div className={styles.people} data-no-print>
      <output className={writer && "visually-hidden"}>
        {present.length > 0 &&
          t(present.length > 1 ? "chats.presentMany" : "chats.present", {
            names: new Intl.ListFormat(language, { type: "conjunction" }).format(present.map(({ name }) => name)),
          })}
      </output>
      <output>
        {writer && (typing.length > 1 ? t("chats.typingMany") : t("chats.typing", { name: writer.name }))}
      </output>
    </div>
  );
}
