/** Files of a form by name. A client's files are fetched on request and downloaded. */
import type { FileReference } from "@portico/api/forms/field.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { alert } from "../../shell/alert.ts";
import { errorText, useApi } from "../../shell/api.tsx";
import { downloadFile } from "../../ui/download-file.ts";
import { Icon } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "../forms.module.css";

export function FileLinks({ files, holder }: { files: readonly FileReference[]; holder: Holder }) {
  const { download, busy } = useDownload(holder);
  return <FileButtons files={files} busy={busy} onOpen={(file) => void download(file)} />;
}

/** The button of a file, to return the focus to it. */
export const fileButtonId = (fileId: number): string => `file-${fileId}`;

interface FileButtonsProps {
  files: readonly FileReference[];
  onOpen: (file: FileReference) => void;
  busy?: boolean;
  /** The file open next to the form, if any. */
  shownId?: number | null;
}

export function FileButtons({ files, onOpen, busy = false, shownId }: FileButtonsProps) {
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file.id}>
          <button
            type="button"
            id={fileButtonId(file.id)}
            className={styles.file}
            aria-pressed={shownId === undefined ? undefined : shownId === file.id}
            disabled={busy}
            onClick={() => onOpen(file)}
          >
            <Icon name="document" size={16} />
            {file.name}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Fetches a holder's file and downloads it; reports a file that is not available, for example while it is scanned. */
export function useDownload({ holderType, holderId }: Holder) {
  const t = useText();
  const api = useApi();
  const [busy, setBusy] = useState(false);

  async function download({ id, name }: Pick<FileReference, "id" | "name">) {
    setBusy(true);
    try {
      const { content, media_type } = await api.files.download({ params: { holderType, holderId, fileId: id } });
      downloadFile(name, content, media_type);
    } catch (error) {
      alert.error(errorText(t, error));
    } finally {
      setBusy(false);
    }
  }
  return { download, busy };
}
