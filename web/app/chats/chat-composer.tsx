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
  useState,
} from "react";
import { useApi } from "../shell/calls/api.tsx";
import { useRefusalText } from "../shell/calls/refusal-text.ts";
import { useFailure } from "../shell/calls/use-refusal.ts";
import { Icon } from "../ui/icon.tsx";
import { type Inserter, insertText } from "../ui/insert-text.ts";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import { readDraft, useDraft, writeDraft } from "../ui/use-draft.ts";
import { useExistingUploads } from "../ui/use-uploads.ts";
import styles from "./chat.module.css";
import type { ChatSession, WaitingFile, WaitingMessage } from "./chat-session.ts";
import { chatUploads } from "./chat-uploads.ts";
import { shortenMessage } from "./message-beginning.ts";

/** Shorter than the time for which "is writing" is shown. */
const typingEveryMs = 3000;
const kinds = "application/pdf,image/jpeg,image/png,image/webp";

const textDraftOf = ({ holderType, holderId }: Holder): string => `chat.${holderType}.${holderId}`;
const filesDraftOf = ({ holderType, holderId }: Holder): string => `chat.files.${holderType}.${holderId}`;
const filesIn = (draft: string | null): readonly WaitingFile[] => JSON.parse(draft ?? "[]") as readonly WaitingFile[];

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

export function ChatComposer(props: ChatComposerProps) {
  const { holder, session, field, about, onAbout, onSend, focusFrom, tools, inserter } = props;
  const t = useText();
  const explain = useRefusalText();
  const draft = useDraft(textDraftOf(holder), "");
  const [failure, setFailure] = useFailure();
  const { attached, sending, isBusy, add, drop, detach, clear } = useAttachments(holder);
  const chooser = useRef<HTMLInputElement>(null);
  const toldAt = useRef(0);
  useEffect(() => {
    if (focusFrom?.current && focusFrom.current === document.activeElement) field.current?.focus();
  }, [focusFrom, field]);
  const isEditing = about?.kind === "edit";
  const value = isEditing ? (about.text ?? about.message.text) : draft.value;
  const onDone = () => onAbout(null);

  function type(text: string): void {
    if (isEditing) onAbout({ ...about, text });
    else draft.set(text);
    if (Date.now() - toldAt.current > typingEveryMs && text !== "") {
      toldAt.current = Date.now();
      session.showTyping();
    }
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
    // While a word is composed, Enter chooses it; on a touch screen it begins a new line.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    if (matchMedia("(pointer: coarse)").matches) return;
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
  const then = (remove: () => void) => () => {
    remove();
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
      {about && (
        <p className={styles.about}>
          <span>
            {isEditing ? t("chats.editing") : t("chats.replyTo", { name: about.message.author })}
            {!isEditing && <> · {shortenMessage(t, about.message, 60)}</>}
          </span>
          <button
            type="button"
            className={styles.action}
            aria-label={t(isEditing ? "chats.editEnd" : "chats.replyEnd")}
            onClick={then(onDone)}
          >
            <Icon name="close" size={16} />
          </button>
        </p>
      )}
      {(attached.length > 0 || sending.length > 0) && (
        <ul className={styles.attached} aria-label={t("chats.attached")}>
          {attached.map(({ upload, name }) => (
            <li key={upload}>
              {name}
              <button type="button" aria-label={t("chats.detach", { name })} onClick={then(() => detach(upload))}>
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
          {sending.map(({ key, file, progress, refusal }) => (
            <li key={key} data-failed={refusal !== null || undefined}>
              {file.name} {refusal ?? `${Math.round((progress ?? 0) * 100)} %`}
              <button type="button" aria-label={t("chats.detach", { name: file.name })} onClick={then(() => drop(key))}>
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {failure && <Notice tone="failed">{failure}</Notice>}
      {!isEditing && tools}
      <div className={styles.row}>
        {!isEditing && (
          <>
            <button
              type="button"
              className={styles.attach}
              aria-label={t("chats.attach")}
              title={t("chats.attach")}
              onClick={() => chooser.current?.click()}
            >
              <Icon name="plus" />
            </button>
            <input
              ref={chooser}
              type="file"
              multiple
              hidden
              accept={kinds}
              onChange={(event) => {
                add([...(event.currentTarget.files ?? [])]);
                event.currentTarget.value = "";
              }}
            />
          </>
        )}
        <textarea
          ref={field}
          className={styles.text}
          aria-label={t("chats.write")}
          placeholder={t("chats.write")}
          title={t("chats.writeHint")}
          // As high as its lines; browsers that know `field-sizing` also count broken ones.
          rows={Math.min(6, value.split("\n").length)}
          maxLength={messageMaxLength}
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

/** Files that go with the next message: sent at once, so that the message itself goes quickly, and kept as its text is. */
function useAttachments({ holderType, holderId }: Holder) {
  const t = useText();
  const api = useApi();
  const explain = useRefusalText();
  const draftName = filesDraftOf({ holderType, holderId });
  const draft = useDraft(draftName, "[]");
  const attached = filesIn(draft.value);
  // Two files may arrive before the page is drawn again.
  const change = (changed: (before: readonly WaitingFile[]) => readonly WaitingFile[]) =>
    draft.set(JSON.stringify(changed(filesIn(readDraft(draftName)))));
  const [uploads] = useState(() => chatUploads({ holderType, holderId }));
  const { sending, add, refuse, drop } = useExistingUploads(uploads, {
    upload: async (file, on) => {
      // Loaded with the first file.
      const { sendFile } = await import("../shell/unsent/send-file.ts");
      return sendFile(api, {
        holder: { holderType, holderId },
        file,
        on,
        use: async (id) => ({ id, name: file.name, size: file.size }),
      });
    },
    onAdd: ({ id, name }) => change((before) => [...before, { upload: id, name }]),
    explain,
  });
  const onTheWay = sending.filter(({ refusal }) => refusal === null).length;
  return {
    attached,
    sending,
    isBusy: onTheWay > 0,
    /** Those beyond the limit are named with the reason. */
    add: (files: readonly File[]) => {
      // An unsent message that is written again may bring more than the limit.
      const left = Math.max(0, chatMaxFiles - attached.length - onTheWay);
      add(files.slice(0, left));
      refuse(files.slice(left).map((file) => ({ file, refusal: t("ui.file.tooMany", { count: chatMaxFiles }) })));
    },
    drop,
    detach: (upload: number) => {
      change((before) => before.filter((one) => one.upload !== upload));
      api.uploads.remove({ params: { holderType, holderId, uploadId: upload } }).catch(() => undefined);
    },
    clear: draft.clear,
  };
}
