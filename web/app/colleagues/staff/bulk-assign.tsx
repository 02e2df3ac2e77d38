/** Actions on the selected rows. */

import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import styles from "../../shell/staff/lists/lists.module.css";
import { Button } from "../../ui/button.tsx";
import { useText } from "../../ui/text.tsx";
import { AssignDialog } from "./assign-dialog.tsx";

interface BulkAssignProps {
  holders: readonly (Holder & { name: string })[];
  onClear: () => void;
}

export function BulkAssign({ holders, onClear }: BulkAssignProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (holders.length === 0) return null;
  return (
    <div className={styles.bulk} role="toolbar" aria-label={t("admin.lists.bulk")}>
      <output>{t("admin.lists.chosen", { count: holders.length })}</output>
      <span>
        <Button size="sm" variant="subtle" onClick={onClear}>
          {t("admin.lists.chooseNone")}
        </Button>
        <Button size="sm" onClick={() => setOpen(true)}>
          {t("admin.assign.open")}
        </Button>
      </span>
      {isOpen && <AssignDialog holders={holders} onClose={() => setOpen(false)} onDone={onClear} />}
    </div>
  );
}
