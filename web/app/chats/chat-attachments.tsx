/** Files that go with the next message. */
import { chatMaxFiles } from "@portico/api/rules/chats.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useRef, useState } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { useRefusalText } from "../shell/calls/refusal-text.ts";
import { holderKey } from "../shell/session/active-holder.ts";
import { currentSession, onSessionChange } from "../shell/session/session.ts";
import { Icon } from "../ui/icon.tsx";
import { useText } from "../ui/text.tsx";
import { createUploads, type Uploads } from "../ui/uploads.ts";
import { readDraft, useDraft } from "../ui/use-draft.ts";
import { useExistingUploads } from "../ui/use-uploads.ts";
import styles from "./chat.module.css";
import type { WaitingFile } from "./chat-session.ts";

/**
 * Files on their way into the next message of a conversation. They go on while its panel or page is closed, and are
 * cancelled when somebody else signs in.
 */
const atOnce = 2;
const all = new Map<string, Uploads>();
let userId: number | undefined;

function forgetOthers(): void {
  const now = currentSession()?.profile.id;
  if (now === userId) return;
  userId = now;
  for (const uploads of all.values()) uploads.stop();
  all.clear();
}
onSessionChange(forgetOthers);

/** The same as long as the person is signed in and the document is open. */
function chatUploads(holder: Holder): Uploads {
  forgetOthers();
  const key = holderKey(holder);
  const uploads = all.get(key) ?? createUploads(atOnce, "document");
  all.set(key, uploads);
  return uploads;
}

const kinds = "application/pdf,image/jpeg,image/png,image/webp";

/** Where those of a conversation are kept until they are sent. */
export const filesDraftOf = ({ holderType, holderId }: Holder): string => `chat.files.${holderType}.${holderId}`;
export const filesIn = (draft: string | null): readonly WaitingFile[] =>
  JSON.parse(draft ?? "[]") as readonly WaitingFile[];

type Attachments = ReturnType<typeof useAttachments>;

interface AttachedFilesProps extends Pick<Attachments, "attached" | "sending"> {
  onDetach: (upload: number) => void;
  /** One that is on its way, or was refused. */
  onDrop: Attachments["drop"];
}

export function AttachedFiles({ attached, sending, onDetach, onDrop }: AttachedFilesProps) {
  const t = useText();
  if (attached.length === 0 && sending.length === 0) return null;
  return (
    <ul className={styles.attached} aria-label={t("chats.attached")}>
      {attached.map(({ upload, name }) => (
        <li key={upload}>
          {name}
          <button type="button" aria-label={t("chats.detach", { name })} onClick={() => onDetach(upload)}>
            <Icon name="close" size={16} />
          </button>
        </li>
      ))}
      {sending.map(({ key, file, progress, refusal }) => (
        <li key={key} data-failed={refusal !== null || undefined}>
          {file.name} {refusal ?? `${Math.round((progress ?? 0) * 100)} %`}
          <button type="button" aria-label={t("chats.detach", { name: file.name })} onClick={() => onDrop(key)}>
            <Icon name="close" size={16} />
          </button>
        </li>
      ))}
    </ul>
  );
}

export function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const t = useText();
  const chooser = useRef<HTMLInputElement>(null);
  return (
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
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}

/** Sent at once, so that the message itself goes quickly, and kept as its text is. */
export function useAttachments({ holderType, holderId }: Holder) {
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
