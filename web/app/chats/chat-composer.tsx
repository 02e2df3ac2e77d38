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

export function ChatComposer(props: ChatComposerProps) {
  const { holder, session, field, about, onAbout, onSend, focusFrom, tools, inserter } = props;
  const t = useText();
  const explain = useRefusalText();
  const draft = useDraft(textDraftOf(holder), "");
  const [failure, setFailure] = useFailure();
  const { attached, sending, isBusy, add, drop, detach, clear } = useAttachments(holder);
  const showTyping = useShowTyping(session);
  useEffect(() => {
    if (focusFrom?.current && focusFrom.current === document.activeElement) field.current?.focus();
  }, [focusFrom, field]);
  const isEditing = about?.kind === "edit";
  const value = isEditing ? (about.text ?? about.message.text) : draft.value;
  const onDone = () => onAbout(null);

  function type(text: string): void {
    if (isEditing) onAbout({ ...about, text });
    else draft.set(text);
    if (text !== "") showTyping();
  }
  useImperativeHandle(inserter, () => ({
    insert: (added) => {
      const { current } = field;
      if (!current) return;
      type(insertText(value, current, added));
      current.focus();
    },
  }));
  async function submit(): Promise<void> {
    const text = isBlank(value) ? "" : value.trim();
    setFailure(undefined);
    const excess = excessText(t, text, messageMaxLength);
    if (excess !== undefined) {
      setFailure(excess);
      return;
    }
    if (isEditing) {
      if (text === "") return;
      try {
        await session.edit(about.message.number, text);
      } catch (error) {
        setFailure(explain(error));
        return;
      }
    } else {
      // A file that was refused stays, with its reason, and keeps nothing back.
      if ((text === "" && attached.length === 0) || isBusy) return;
      if (attached.length > chatMaxFiles) {
        setFailure(t("ui.file.tooMany", { count: chatMaxFiles }));
        return;
      }
      session.send(text, attached, about?.message.number ?? null);
      draft.clear();
      clear();
      onSend?.();
    }
    onDone();
    field.current?.focus();
  }
  function onKey(event: KeyboardEvent): void {
    if (event.key === "Escape" && about) {
      event.preventDefault();
      onDone();
    }
    if (!isSendKey(event)) return;
    event.preventDefault();
    void submit();
  }
  function onPaste(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || isEditing) return;
    event.preventDefault();
    add(files);
  }

  /** The button goes with what it ends or removes. */
  const toField = (run: () => void) => {
    run();
    field.current?.focus();
  };

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
      {about && <AboutLine about={about} onEnd={() => toField(onDone)} />}
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
        <button type="submit" className={styles.send} disabled={(isBlank(value) && attached.length === 0) || isBusy}>
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
