/** Files of a form by name; each is fetched when it is asked for, and kept as a download. */
import type { FileReference } from "@portico/api/forms/field.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { alert } from "../shell/alert.ts";
import { errorText, useApi } from "../shell/api.tsx";
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

function FileLink({ file, holder: { holderType, holderId } }: { file: FileReference; holder: Holder }) {
  const t = useText();
  const api = useApi();
  const [busy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    try {
      const { content, media_type } = await api.files.download({ params: { holderType, holderId, fileId: file.id } });
      const address = URL.createObjectURL(new Blob([content], { type: media_type }));
      const link = document.createElement("a");
      link.href = address;
      link.download = file.name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    } catch (error) {
      alert.error(errorText(t, error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <button type="button" className={styles.file} onClick={() => void download()} disabled={busy}>
      <Icon name="document" size={16} />
      {file.name}
    </button>
  );
}
