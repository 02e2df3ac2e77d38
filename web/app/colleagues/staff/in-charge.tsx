/** The colleague assigned to a holder. */

import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import styles from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { AssignDialog } from "./assign-dialog.tsx";

interface InChargeProps {
  holder: Holder & { name: string };
  current: { id: number; name: string } | null;
  canAssign: boolean;
}

export function InCharge({ holder, current, canAssign }: InChargeProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={t("admin.lists.colleague")}>
      <div className={styles.inline}>
        <p>{current?.name ?? t("admin.lists.noColleague")}</p>
        {canAssign && (
          <Button size="sm" variant="default" onClick={() => setOpen(true)}>
            {t("admin.assign.open")}
          </Button>
        )}
      </div>
      {isOpen && <AssignDialog holder={holder} current={current?.id ?? null} onClose={() => setOpen(false)} />}
    </Section>
  );
}
