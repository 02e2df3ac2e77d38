/** Writes a text with files: for a new ticket and for a comment, kept on this device until it is sent. */
import { Textarea } from "@mantine/core";
import { ApiError } from "@portico/api/errors.ts";
import { ticketLimits } from "@portico/api/rules/tickets.ts";
import { isBlank, visibleFileName } from "@portico/api/rules/visible-text.ts";
import type { Holder } from "@portico/api/shapes.ts";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { errorText, fieldErrorTexts, useApi } from "../shell/calls/api.tsx";
import { isPassing } from "../shell/calls/passing.ts";
import { useRefusalText } from "../shell/calls/refusal-text.ts";
import { useFailure } from "../shell/calls/use-refusal.ts";
import { openConfirmation } from "../shell/dialogs/confirmation.ts";
import { Button } from "../ui/button.tsx";
import { excessText } from "../ui/excess-text.ts";
import { readBase64 } from "../ui/file-base64.ts";
import { FileField } from "../ui/file-field.tsx";
import { rememberFocus } from "../ui/focus-back.ts";
import { type Inserter, insertText } from "../ui/insert-text.ts";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import { usePreviews } from "../ui/use-previews.ts";
import styles from "./tickets.module.css";
import { answerKey } from "./to-answer.tsx";
import type { KeptText, useKeptText } from "./use-kept-text.ts";

interface ComposerProps {
  holder: Holder;
  kept: ReturnType<typeof useKeptText>;
  label: string;
  sendLabel: string;
  /** The writer may attach files. */
  canAttach: boolean;
  /** Files are for staff alone. */
  forStaff?: boolean;
  /** What the files are for. */
  filesHint?: string;
  /** Fields before the text; `refused` words what the server refused. */
  renderBefore?: (refused: Record<string, string>) => ReactNode;
  /** Between the other fields and the text, into which they write by `inserter`. */
  tools?: ReactNode;
  inserter?: Ref<Inserter>;
  /** Somebody types. */
  onType?: () => void;
  /** Id of the field, for what leads to it by key. */
  fieldId?: string;
  /** Takes little room: staff answer below what they answer. */
  compact?: boolean;
  /** Further buttons that send; `after` follows once it was sent. */
  ways?: readonly { label: string; after: () => Promise<unknown> | void }[];
  /** Next to the buttons that send. */
  actions?: ReactNode;
  /** What is missing, by field; then nothing is sent. */
  missing?: readonly string[];
  /** Rejects with the server's refusal; the text is then kept. */
  onSend: (text: KeptText) => Promise<unknown>;
}

const fieldNames = (missing: readonly string[]) => missing.map((name) => `[name="${name}"]`).join(", ");

/** Sends the text; what the server refuses is kept with its error. */
function useSubmission({ text, clear }: ComposerProps["kept"], onSend: ComposerProps["onSend"]) {
  const [error, setError] = useFailure<unknown>();
  /** Of the text that was refused: its files may have changed since. */
  const [sentFiles, setSentFiles] = useState(text.files);
  const [isSending, setSending] = useState(false);
  async function submit(after?: () => Promise<unknown> | void): Promise<void> {
    // The button is disabled meanwhile.
    const focusBack = rememberFocus();
    setSending(true);
    setError(undefined);
    setSentFiles(text.files);
    try {
      await onSend(text);
      clear();
      await after?.();
    } catch (failure) {
      setError(failure);
    }
    setSending(false);
    focusBack();
  }
  return { error, sentFiles, isSending, submit };
}

export function Composer(props: ComposerProps) {
  const {
    holder,
    kept,
    label,
    sendLabel,
    canAttach,
    forStaff = false,
    filesHint,
    renderBefore,
    tools,
    inserter,
    onType,
    fieldId,
    compact = false,
    ways = [],
    actions,
    missing = [],
    onSend,
  } = props;
  const t = useText();
  const { text, isBegun } = kept;
  const form = useRef<HTMLFormElement>(null);
  const { error, sentFiles, isSending, submit } = useSubmission(kept, onSend);
  const [filesOnTheWay, setFilesOnTheWay] = useState(0);
  const [showMissing, setShowMissing] = useState(false);
  const [discarded, setDiscarded] = useState(0);
  const allMissing = [...missing, ...(isBlank(text.content) ? ["content"] : [])];
  const excess = excessText(t, text.content, ticketLimits.content);
  const faults = fieldErrorTexts(t, error);
  const refused = {
    ...faults,
    ...(excess !== undefined && { content: excess }),
    ...(showMissing && Object.fromEntries(allMissing.map((name) => [name, t("field.required")]))),
  };

  async function send(after?: () => Promise<unknown> | void) {
    if (isSending || filesOnTheWay > 0) return;
    setShowMissing(allMissing.length > 0);
    if (allMissing.length > 0 || excess !== undefined) {
      form.current?.querySelector<HTMLElement>(fieldNames(allMissing.length > 0 ? allMissing : ["content"]))?.focus();
      return;
    }
    await submit(after);
  }

  /** Ctrl+Enter sends, as in a mail program. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the fields' key, not the form's
    <form
      ref={form}
      method="post"
      className={styles.form}
      data-compact={compact || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={onKeyDown}
      noValidate
    >
      {renderBefore?.(refused)}
      <PasteableText
        // Made anew, so that what is still being sent is stopped with the rest.
        key={discarded}
        holder={holder}
        kept={kept}
        label={label}
        error={refused["content"]}
        filesHint={filesHint ?? t("tickets.write.filesHint")}
        onFiles={setFilesOnTheWay}
        {...{ isSending, canAttach, forStaff, compact, tools, inserter, onType, fieldId }}
      />
      <FileFaults sent={sentFiles} now={text.files} faults={faults} />
      {error !== undefined && Object.keys(faults).length === 0 && (
        <Notice tone="failed">{refusalText(t, error)}</Notice>
      )}
      <div className={styles.actions}>
        {/* What is sent without a file that is still on its way would lose it. */}
        <Button type="submit" loading={isSending} disabled={filesOnTheWay > 0}>
          {sendLabel}
        </Button>
        {ways.map(({ label: way, after }) => (
          <Button
            key={way}
            variant="default"
            disabled={isSending || filesOnTheWay > 0}
            onClick={() => void send(after)}
          >
            {way}
          </Button>
        ))}
        {actions}
        {isBegun && (
          <DiscardButton
            holder={holder}
            kept={kept}
            disabled={isSending}
            onDiscarded={() => setDiscarded((times) => times + 1)}
          />
        )}
      </div>
    </form>
  );
}

interface FileFaultsProps {
  /** Of the text that was refused, in the order in which its faults name them. */
  sent: KeptText["files"];
  now: KeptText["files"];
  faults: Record<string, string>;
}

/** What the server refused of files that are still attached. */
function FileFaults({ sent, now, faults }: FileFaultsProps) {
  return sent.map(({ id, name }, place) => {
    const fault = faults[`files.${place}`];
    if (fault === undefined || !now.some((file) => file.id === id)) return null;
    return <Notice key={id} tone="failed">{`${name}: ${fault}`}</Notice>;
  });
}

interface DiscardButtonProps extends Pick<ComposerProps, "holder" | "kept"> {
  disabled: boolean;
  onDiscarded: () => void;
}

/** Asks, and forgets what was written. */
function DiscardButton({ holder, kept: { text, clear }, disabled, onDiscarded }: DiscardButtonProps) {
  const t = useText();
  const api = useApi();
  function discard() {
    // Without a connection they stay: nothing refers to them, and only their uploader finds them.
    for (const { id } of text.files)
      void api.files.remove({ params: { ...holder, fileId: id } }).catch(() => undefined);
    clear();
    onDiscarded();
  }
  return (
    <Button
      variant="subtle"
      disabled={disabled}
      onClick={() =>
        openConfirmation({
          title: t("tickets.discard.title"),
          text: t("tickets.discard.text"),
          confirmLabel: t("tickets.discard.action"),
          destructive: true,
          action: discard,
        })
      }
    >
      {t("tickets.discard.action")}
    </Button>
  );
}

/** A colleague's answer that came first is named. */
const refusalText = (t: ReturnType<typeof useText>, error: unknown): string =>
  error instanceof ApiError && error.code === "newerAnswer" && error.by
    ? t("admin.tickets.newerAnswer", { name: error.by })
    : errorText(t, error);

interface TextProps extends Pick<ComposerProps, "holder" | "kept" | "label" | "canAttach"> {
  forStaff: boolean;
  compact: boolean;
  filesHint: string;
  /** What is typed now would not be sent, and not be kept either. */
  isSending: boolean;
  /** How many files are not stored yet. */
  onFiles: (count: number) => void;
  error: string | undefined;
  tools: ReactNode;
  inserter: Ref<Inserter> | undefined;
  onType: (() => void) | undefined;
  fieldId: string | undefined;
}

/** Pasted files, such as a screenshot, go to the field for files, which takes them as if they had been chosen there. */
function pasteFiles(event: ClipboardEvent, field: HTMLElement | null): void {
  const chooser = field?.querySelector<HTMLInputElement>('input[type="file"][multiple]');
  const pasted = [...event.clipboardData.files];
  if (pasted.length === 0 || !chooser) return;
  event.preventDefault();
  const transfer = new DataTransfer();
  for (const file of pasted) transfer.items.add(file);
  chooser.files = transfer.files;
  chooser.dispatchEvent(new Event("change", { bubbles: true }));
}

/** The text and its files, also pasted: a screenshot becomes a file. */
function PasteableText({
  holder,
  kept: { text, set },
  label,
  canAttach,
  forStaff,
  compact,
  filesHint,
  isSending,
  onFiles,
  error,
  tools,
  inserter,
  onType,
  fieldId,
}: TextProps) {
  const t = useText();
  const api = useApi();
  const explain = useRefusalText();
  const previews = usePreviews();
  const field = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);

  useImperativeHandle(inserter, () => ({
    insert: (added) => {
      const { current } = area;
      if (!current) return;
      set(({ content }) => ({ content: insertText(content, current, added) }));
      current.focus();
    },
  }));

  const files = (
    <div ref={field}>
      <FileField
        label={t("tickets.write.files")}
        hint={filesHint}
        max={ticketLimits.files}
        value={text.files}
        explain={explain}
        previews={previews}
        onSending={onFiles}
        upload={async (file, { signal }) =>
          api.files.upload({
            params: holder,
            body: { name: visibleFileName(file.name), base64data: await readBase64(file), forStaff },
            signal,
          })
        }
        onAdd={({ id, name, size, state }) =>
          set(({ files }) => ({ files: [...files, { id, name, size, ...(state && { state }) }] }))
        }
        onRemove={async ({ id }) => {
          // What is gone already needs no removing.
          await api.files.remove({ params: { ...holder, fileId: id } }).catch((failure: unknown) => {
            if (!(failure instanceof ApiError) || isPassing(failure)) throw failure;
          });
          set(({ files }) => ({ files: files.filter((file) => file.id !== id) }));
        }}
      />
    </div>
  );

  return (
    <>
      {tools && <div className={styles.tools}>{tools}</div>}
      <Textarea
        ref={area}
        name="content"
        {...(fieldId !== undefined && { id: fieldId, "aria-keyshortcuts": answerKey })}
        {...(compact ? { "aria-label": label, placeholder: label } : { label, description: t("tickets.write.hint") })}
        autosize
        minRows={compact ? 3 : 4}
        maxRows={20}
        value={text.content}
        error={error}
        readOnly={isSending}
        onPaste={(event) => canAttach && pasteFiles(event, field.current)}
        onChange={(event) => {
          set({ content: event.currentTarget.value });
          onType?.();
        }}
      />
      {canAttach &&
        (compact ? (
          <details className={styles.attached} open={text.files.length > 0}>
            <summary>{t("tickets.write.files")}</summary>
            {files}
          </details>
        ) : (
          files
        ))}
    </>
  );
}
