/** Where a message is written: text, files, and what it answers or changes. */
import type { ChatMessage } from "@portico/api/chats.ts";
import { chatMaxFiles } from "@portico/api/rules/chats.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import { isBlank } from "@portico/api/rules/visible-text.ts";
import type { Holder } from "@portico/api/shapes.ts";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
} from "react";
import { useRefusalText } from "../shell/calls/refusal-text.ts";
import { useFailure } from "../shell/calls/use-refusal.ts";
import { excessText } from "../ui/excess-text.ts";
import { Icon } from "../ui/icon.tsx";
import { type Inserter, insertText } from "../ui/insert-text.ts";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import { readDraft, useDraft, writeDraft } from "../ui/use-draft.ts";
import styles from "./chat.module.css";
import { AttachButton, AttachedFiles, filesDraftOf, filesIn, useAttachments } from "./chat-attachments.tsx";
import type { ChatSession, WaitingMessage } from "./chat-session.ts";
import { shortenMessage } from "./message-beginning.ts";

/** Shorter than the time for which "is writing" is shown. */
const typingEveryMs = 3000;

const textDraftOf = ({ holderType, holderId }: Holder): string => `chat.${holderType}.${holderId}`;

/** Puts a message that was not sent before what is being written, without the files that are gone. */
export function writeAgain(holder: Holder, { text, files }: WaitingMessage): void {
  const texts = [text, readDraft(textDraftOf(holder)) ?? ""].filter((one) => one !== "");
  writeDraft(textDraftOf(holder), texts.join("\n") || null);
  const kept = [...files.filter(({ isGone }) => isGone !== true), ...filesIn(readDraft(filesDraftOf(holder)))];
  writeDraft(filesDraftOf(holder), kept.length > 0 ? JSON.stringify(kept) : null);
}

/** The message that is answered or edited; `text`: what it is changed to so far. */
export interface About {
  kind: "reply" | "edit";
  message: ChatMessage;
  text?: string;
}

interface ChatComposerProps {
  holder: Holder;
  session: ChatSession;
  field: RefObject<HTMLTextAreaElement | null>;
  about: About | null;
  onAbout: (about: About | null) => void;
  onSend: (() => void) | undefined;
  focusFrom: RefObject<HTMLElement | null> | undefined;
  tools: ReactNode;
  inserter: Ref<Inserter> | undefined;
}

/** While a word is composed, Enter chooses it; on a touch screen it begins a new line. */
const isSendKey = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === "Enter" && !shiftKey && !nativeEvent.isComposing && !matchMedia("(pointer: coarse)").matches;

/** Tells the others now and then that the person writes. */
function useShowTyping(session: ChatSession): () => void {
  const toldAt = useRef(0);
  return () => {
    if (Date.now() - toldAt.current <= typingEveryMs) return;
    toldAt.current = Date.now();
    session.showTyping();
  };
}

type Writing = Pick<ChatComposerProps, "holder" | "session" | "about" | "onAbout" | "onSend">;

/** The message that is written: a new one, kept on this device with its files until it is sent, or the edited one. */
function useWrittenMessage({ holder, session, about, onAbout, onSend }: Writing, onDone: () => void) {
  const t = useText();
  const explain = useRefusalText();
  const draft = useDraft(textDraftOf(holder), "");
  const [failure, setFailure] = useFailure();
  const files = useAttachments(holder);
  const showTyping = useShowTyping(session);
  const isEditing = about?.kind === "edit";
  const value = isEditing ? (about.text ?? about.message.text) : draft.value;

  function type(text: string): void {
    if (isEditing) onAbout({ ...about, text });
    else draft.set(text);
    if (text !== "") showTyping();
  }
  /** True if the message was changed. */
  async function saveEdit(number: number, text: string): Promise<boolean> {
    if (text === "") return false;
    try {
      await session.edit(number, text);
      return true;
    } catch (error) {
      setFailure(explain(error));
      return false;
    }
  }
  /** True if there was something to send. */
  function sendNew(text: string): boolean {
    // A file that was refused stays, with its reason, and keeps nothing back.
    if ((text === "" && files.attached.length === 0) || files.isBusy) return false;
    if (files.attached.length > chatMaxFiles) {
      setFailure(t("ui.file.tooMany", { count: chatMaxFiles }));
      return false;
    }
    session.send(text, files.attached, about?.message.number ?? null);
    draft.clear();
    files.clear();
    onSend?.();
    return true;
  }
  async function submit(): Promise<void> {
    const text = isBlank(value) ? "" : value.trim();
    setFailure(undefined);
    const excess = excessText(t, text, messageMaxLength);
    if (excess !== undefined) {
      setFailure(excess);
      return;
    }
    const isDone = isEditing ? await saveEdit(about.message.number, text) : sendNew(text);
    if (!isDone) return;
    onDone();
  }
  const isEmpty = isBlank(value) && files.attached.length === 0;
  return { value, isEditing, type, files, failure, submit, canSubmit: !isEmpty && !files.isBusy };
}

export function ChatComposer(props: ChatComposerProps) {
  const { field, about, onAbout, focusFrom, tools, inserter } = props;
  const t = useText();
  const end = () => onAbout(null);
  /** The button goes with what it ends or removes. */
  const toField = (run: () => void) => {
    run();
    field.current?.focus();
  };
  const { value, isEditing, type, files, failure, submit, canSubmit } = useWrittenMessage(props, () => toField(end));
  const { attached, sending, add, drop, detach } = files;
  useEffect(() => {
    if (focusFrom?.current && focusFrom.current === document.activeElement) field.current?.focus();
  }, [focusFrom, field]);

  useImperativeHandle(inserter, () => ({
    insert: (added) => {
      const { current } = field;
      if (!current) return;
      type(insertText(value, current, added));
      current.focus();
    },
  }));
  function onKey(event: KeyboardEvent): void {
    if (event.key === "Escape" && about) {
      event.preventDefault();
      end();
    }
    if (!isSendKey(event)) return;
    event.preventDefault();
    void submit();
  }
  function onPaste(event: ClipboardEvent): void {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0 || isEditing) return;
    event.preventDefault();
    add(pasted);
  }

  return (
    <form
      method="post"
      className={styles.composer}
      data-no-print
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {about && <AboutLine about={about} onEnd={() => toField(end)} />}
      <AttachedFiles
        attached={attached}
        sending={sending}
        onDetach={(id) => toField(() => detach(id))}
        onDrop={(key) => toField(() => drop(key))}
      />
      {failure && <Notice tone="failed">{failure}</Notice>}
      {!isEditing && tools}
      <div className={styles.row}>
        {!isEditing && <AttachButton onFiles={add} />}
        <textarea
          ref={field}
          className={styles.text}
          aria-label={t("chats.write")}
          placeholder={t("chats.write")}
          title={t("chats.writeHint")}
          // As high as its lines; browsers that know `field-sizing` also count broken ones.
          rows={Math.min(6, value.split("\n").length)}
          value={value}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKey}
          onPaste={onPaste}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            if (!isEditing) add([...event.dataTransfer.files]);
          }}
        />
        <button type="submit" className={styles.send} disabled={!canSubmit}>
          {t("chats.send")}
        </button>
      </div>
    </form>
  );
}

/** What the message answers or changes, and the way out of it. */
function AboutLine({ about: { kind, message }, onEnd }: { about: About; onEnd: () => void }) {
  const t = useText();
  const isEditing = kind === "edit";
  return (
    <p className={styles.about}>
      <span>
        {isEditing ? t("chats.editing") : t("chats.replyTo", { name: message.author })}
        {!isEditing && <> · {shortenMessage(t, message, 60)}</>}
      </span>
      <button
        type="button"
        className={styles.action}
        aria-label={t(isEditing ? "chats.editEnd" : "chats.replyEnd")}
        onClick={onEnd}
      >
        <Icon name="close" size={16} />
      </button>
    </p>
  );
}
