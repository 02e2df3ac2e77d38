/** Files of a form by name; each is fetched when it is asked for, and kept as a download. */
import type { FileReference } from "@portico/api/forms/field.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { alert } from "../shell/alert.ts";
import { errorText, useApi } from "../shell/api.tsx";
import { giveFile } from "../ui/give-file.ts";
import { Icon } from "../ui/icon.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./forms.module.css";

export function FileLinks({ files, holder }: { files: readonly FileReference[]; holder: Holder }) {
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file.id}>
          <FileLink file={file} holder={holder} />
        </li>
      ))}
    </ul>
  );
}

function FileLink({ file, holder }: { file: FileReference; holder: Holder }) {
  const { download, busy } = useDownload(holder);
  return (
    <button type="button" className={styles.file} onClick={() => void download(file)} disabled={busy}>
      <Icon name="document" size={16} />
      {file.name}
    </button>
  );
}

/** Fetches a holder's file and gives it to the person; tells where it cannot be had, as while it is checked. */
export function useDownload({ holderType, holderId }: Holder) {
  const t = useText();
  const api = useApi();
  const [busy, setBusy] = useState(false);

  async function download({ id, name }: Pick<FileReference, "id" | "name">) {
    setBusy(true);
    try {
      const { content, media_type } = await api.files.download({ params: { holderType, holderId, fileId: id } });
      giveFile(name, content, media_type);
    } catch (error) {
      alert.error(errorText(t, error));
    } finally {
      setBusy(false);
    }
  }
  return { download, busy };
}
