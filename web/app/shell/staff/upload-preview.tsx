/** A file of rows that was read and not stored yet: what it would store, and the way to store or drop it. */
import { Checkbox } from "@mantine/core";
import type { Api } from "@portico/api";
import type { Client } from "@portico/api/client.ts";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { errorText } from "../calls/api.tsx";
import { useChange } from "../calls/use-change.ts";
import { alert } from "../dialogs/alert.ts";
import styles from "./upload-preview.module.css";

interface UploadPreviewProps {
  can: { confirm: boolean; discard: boolean };
  /** How many rows must be looked at before the file is stored. */
  toLookAt: number;
  /** False while something else is missing that the file cannot be stored without. */
  isComplete?: boolean;
  words: Record<"counts" | "lookedAt" | "store" | "stored" | "drop", string>;
  confirm: (api: Client<Api>, acceptMarked: boolean) => Promise<unknown>;
  discard: (api: Client<Api>) => Promise<unknown>;
  /** The file was stored or dropped, or is left as it is. */
  onEnd: () => void;
  /** The rows, by what would become of them. */
  children: ReactNode;
}

export function UploadPreview({
  can,
  toLookAt,
  isComplete = true,
  words,
  confirm,
  discard,
  onEnd,
  children,
}: UploadPreviewProps) {
  const t = useText();
  const [isLookedAt, setLookedAt] = useState(false);
  // Not with the call itself: the preview is gone once it has ended, and with it what would follow there.
  const end = useChange(
    (api, how: "confirm" | "discard") => (how === "confirm" ? confirm(api, isLookedAt) : discard(api)).then(() => how),
    {
      onSuccess: (how) => {
        if (how === "confirm") alert.success(words.stored);
        onEnd();
      },
    },
  );
  const isReady = isComplete && (toLookAt === 0 || isLookedAt);
  return (
    <div className={styles.preview}>
      <p>{words.counts}</p>
      {children}
      {toLookAt > 0 && can.confirm && (
        <Checkbox
          label={words.lookedAt}
          checked={isLookedAt}
          onChange={(event) => setLookedAt(event.currentTarget.checked)}
        />
      )}
      {end.error && <Notice tone="failed">{errorText(t, end.error)}</Notice>}
      <div className={styles.buttons}>
        {can.confirm && (
          <Button loading={end.isPending} disabled={!isReady} onClick={() => end.mutate("confirm")}>
            {words.store}
          </Button>
        )}
        <Button
          variant="default"
          disabled={end.isPending}
          onClick={() => (can.discard ? end.mutate("discard") : onEnd())}
        >
          {words.drop}
        </Button>
      </div>
    </div>
  );
}
