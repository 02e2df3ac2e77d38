/** Within the line of a file that is being sent: how far it is, in words too, and how it is paused or given up. */
import { Progress } from "@mantine/core";
import { Button } from "../ui/button.tsx";
import styles from "../ui/file-field.module.css";
import type { SendingRowProps } from "../ui/file-field.tsx";
import { useFileSize } from "../ui/file-size.ts";
import { Icon } from "../ui/icon.tsx";
import { useText } from "../ui/text.tsx";

export function SendingDocument({ sending, onPause, onResume, onDrop }: SendingRowProps) {
  const t = useText();
  const sizeText = useFileSize();
  const { file, progress, state } = sending;
  const { name } = file;
  const percent = Math.floor((progress ?? 0) * 100);
  const isPaused = state === "paused";
  return (
    <>
      <span className={styles.picture}>
        <Icon name={state === "offline" ? "offline" : "upload"} size={20} />
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{name}</span>
        <Progress value={percent} aria-label={t("ui.file.sending", { name })} />
        <span className="small">
          {t("documents.upload.progress", { percent, size: sizeText(file.size) })}
          {" · "}
          <output>{t(`documents.upload.state.${state}`)}</output>
        </span>
      </span>
      <span className={styles.actions}>
        {state !== "checking" && (
          <Button
            size="compact-md"
            variant="subtle"
            aria-label={t(isPaused ? "documents.upload.resumeOf" : "documents.upload.pauseOf", { name })}
            onClick={isPaused ? onResume : onPause}
          >
            {t(isPaused ? "documents.upload.resume" : "documents.upload.pause")}
          </Button>
        )}
        <Button size="compact-md" variant="subtle" aria-label={t("ui.file.stop", { name })} onClick={onDrop}>
          <Icon name="close" />
        </Button>
      </span>
    </>
  );
}
