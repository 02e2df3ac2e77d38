/** Below a form: what failed, and the button that sends the contract as previewed. */

import { errorText } from "../../shell/calls/api.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "../contract.module.css";
import type { Preview } from "./use-preview-and-send.ts";

interface SendBarProps<Made extends Preview> {
  preview: { data: Made | undefined; error: Error | null };
  send: { mutate: (made: Made) => void; isPending: boolean; error: Error | null };
}

export function SendBar<Made extends Preview>({ preview, send }: SendBarProps<Made>) {
  const t = useText();
  const error = preview.error ?? send.error;
  const made = preview.data;
  return (
    <div className={styles.bar}>
      {error && <Notice tone="failed">{errorText(t, error)}</Notice>}
      {made?.pdf && (
        <Button fullWidth loading={send.isPending} onClick={() => send.mutate(made)}>
          {t("admin.contracts.send.action")}
        </Button>
      )}
    </div>
  );
}
