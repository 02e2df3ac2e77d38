/** One line per file of a field: stored ones, and those being uploaded or refused. */
import { Loader, Progress } from "@mantine/core";
import { useState } from "react";
import { Button } from "./button.tsx";
import styles from "./file-field.module.css";
import { useFileSize } from "./file-size.ts";
import { Icon } from "./icon.tsx";
import { useText } from "./text.tsx";
import type { FieldFile, Sending } from "./uploads.ts";

interface FileRowProps {
  file: FieldFile;
  preview: string | undefined;
  onRemove: () => Promise<void>;
  onOpen: (() => void) | undefined;
  explain: (error: unknown) => string;
}

export function FileRow({ file, preview, onRemove, onOpen, explain }: FileRowProps) {
  const t = useText();
  const sizeText = useFileSize();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function remove() {
    setBusy(true);
    try {
      await onRemove();
    } catch (error) {
      setFailure(explain(error));
      setAsking(false);
    }
    setBusy(false);
  }

  return (
    <li className={styles.row}>
      <span className={styles.picture}>
        {preview ? <img src={preview} alt="" /> : <Icon name="document" size={20} />}
      </span>
      <span className={styles.text}>
        {onOpen && file.state !== "quarantined" && file.state !== "refused" ? (
          <button type="button" className={styles.open} onClick={onOpen}>
            {file.name}
          </button>
        ) : (
          <span className={styles.name}>{file.name}</span>
        )}
        <span className="small">{sizeText(file.size)}</span>
        {file.state === "quarantined" && <span className="small">{t("ui.file.waiting")}</span>}
        {file.state === "refused" && <span className={styles.error}>{t("ui.file.refused")}</span>}
        {file.note && <span className="small">{file.note}</span>}
        {failure && <span className={styles.error}>{failure}</span>}
      </span>
      {asking ? (
        <span className={styles.asking}>
          <span>{t("ui.file.askRemove")}</span>
          <Button
            size="compact-md"
            color="red"
            variant="light"
            loading={busy}
            onClick={() => void remove()}
            data-autofocus
          >
            {t("ui.file.removeNow")}
          </Button>
          <Button size="compact-md" variant="subtle" disabled={busy} onClick={() => setAsking(false)}>
            {t("ui.file.keep")}
          </Button>
        </span>
      ) : (
        !file.isKept && (
          <Button
            size="compact-md"
            variant="subtle"
            aria-label={t("ui.file.remove", { name: file.name })}
            onClick={() => {
              setFailure(null);
              setAsking(true);
            }}
          >
            <Icon name="close" />
          </Button>
        )
      )}
    </li>
  );
}

/** Within the line of a file that is being sent or was refused. */
export function SendingRow({ sending, onDrop }: { sending: Sending; onDrop: () => void }) {
  const t = useText();
  const { file, progress, refusal } = sending;
  const label = t("ui.file.sending", { name: file.name });
  return (
    <>
      <span className={styles.picture}>
        {refusal === null ? <Loader size={18} aria-hidden /> : <Icon name="warning" size={20} />}
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{refusal === null ? label : file.name}</span>
        {refusal !== null && (
          <span role="alert" className={styles.error}>
            {refusal}
          </span>
        )}
        {refusal === null && progress !== null && <Progress value={progress * 100} aria-label={label} />}
      </span>
      <Button
        size="compact-md"
        variant="subtle"
        aria-label={t(refusal === null ? "ui.file.stop" : "ui.file.dismiss", { name: file.name })}
        onClick={onDrop}
      >
        <Icon name="close" />
      </Button>
    </>
  );
}
