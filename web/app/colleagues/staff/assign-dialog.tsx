/** Assigns a client to a colleague, or removes the assignment; many are assigned in their queue (shell/staff/queue). */
import { NativeSelect } from "@mantine/core";
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import styles from "../../shell/staff/lists/lists.module.css";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { useColleagues } from "./use-colleagues.ts";

/** The option to assign the client to nobody. */
const nobody = "nobody";

interface AssignDialogProps {
  holder: Holder & { name: string };
  /** The current colleague. */
  current: number | null;
  onClose: () => void;
}

export function AssignDialog({ holder, current, onClose }: AssignDialogProps) {
  const t = useText();
  const { data: colleagues = [] } = useColleagues();
  const [chosen, setChosen] = useState(current === null ? "" : String(current));
  const [isMissing, setMissing] = useState(false);
  const isTaking = chosen === nobody;
  const assign = useChange(
    async (api) => {
      const one = { params: { id: holder.holderId }, body: { admin_id: isTaking ? null : Number(chosen) } };
      await (holder.holderType === "user" ? api.users.assign(one) : api.companies.assign(one));
    },
    {
      onSuccess: () => {
        alert.success(t(isTaking ? "admin.assign.taken" : "admin.assign.done", { count: 1 }));
        onClose();
      },
    },
  );
  return (
    <Dialog opened onClose={onClose} title={t("admin.assign.title", { count: 1 })}>
      <p className={styles.names}>{holder.name}</p>
      <NativeSelect
        label={t("admin.assign.to")}
        value={chosen}
        data={[
          ...(current === null ? [{ value: "", label: t("admin.assign.choose"), disabled: true }] : []),
          ...colleagues.map(({ id, name, users, companies }) => ({
            value: String(id),
            label: t("admin.assign.colleague", { name, count: users + companies }),
          })),
          // A client without a colleague has no assignment to remove.
          ...(current === null ? [] : [{ value: nobody, label: t("admin.assign.nobody") }]),
        ]}
        error={isMissing && chosen === "" ? t("admin.assign.missing") : undefined}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {assign.error && <Notice tone="failed">{errorText(t, assign.error)}</Notice>}
      <DialogActions onCancel={onClose} busy={assign.isPending}>
        <Button
          onClick={() => {
            setMissing(chosen === "");
            if (chosen !== "") assign.mutate();
          }}
          loading={assign.isPending}
          disabled={chosen === String(current)}
          {...(isTaking && { color: "red" })}
        >
          {t(isTaking ? "admin.assign.take" : "admin.assign.confirm", { count: 1 })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
