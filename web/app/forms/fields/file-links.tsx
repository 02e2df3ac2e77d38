/** Files of a form by name. A client's files are fetched on request and downloaded. */
import type { FileReference } from "@portico/api/forms/field.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useDownload } from "../../shell/calls/use-download.ts";
import { Icon } from "../../ui/icon.tsx";
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
