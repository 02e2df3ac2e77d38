/** Actions on the selected requests, if any. */

import type { RequestRow } from "@portico/api/payments/requests.ts";
import { Button } from "../../ui/button.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./requests.module.css";
import type { Handling } from "./use-requests.ts";

interface BulkBarProps {
  chosen: readonly RequestRow[];
  onHandle: (state: Handling["state"]) => void;
  onClear: () => void;
}

export function BulkBar({ chosen, onHandle, onClear }: BulkBarProps) {
  const t = useText();
  if (chosen.length === 0) return null;
  return (
    <div className={styles.bulk} role="toolbar" aria-label={t("admin.requests.bulk")}>
      <output>{t("admin.requests.chosen", { count: chosen.length })}</output>
      <span className={styles.actions}>
        <Button size="sm" variant="subtle" onClick={onClear}>
          {t("admin.requests.chooseNone")}
        </Button>
        <Button size="sm" variant="default" onClick={() => onHandle("declined")}>
          {t("admin.requests.handle.declined")}
        </Button>
        <Button size="sm" onClick={() => onHandle("done")}>
          {t("admin.requests.handle.done")}
        </Button>
      </span>
    </div>
  );
}
