/** Assigns clients to a colleague, or removes the assignment: for one client, or all selected in a list. */
import { NativeSelect } from "@mantine/core";
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { useFailure } from "../../shell/calls/use-refusal.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import styles from "../../shell/staff/lists/lists.module.css";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { useColleagues } from "./use-colleagues.ts";

/** The option to assign the clients to nobody. */
const nobody = "nobody";

interface AssignDialogProps {
  holders: readonly (Holder & { name: string })[];
  /** The current colleague of a single client; not needed for several. */
  current?: number | null;
  onClose: () => void;
  onDone?: () => void;
}

export function AssignDialog({ holders, current = null, onClose, onDone }: AssignDialogProps) {
  const t = useText();
  const runChange = useRunChange();
  const { data: colleagues = [] } = useColleagues();
  const [chosen, setChosen] = useState(current === null ? "" : String(current));
  const [isMissing, setMissing] = useState(false);
  // A single client without a colleague has no assignment to remove.
  const mayTake = holders.length > 1 || current !== null;
  const isTaking = chosen === nobody;
  const isSame = chosen === String(current);
  const [done, setDone] = useState<number>();
  const [failure, setFailure] = useFailure();

  async function assign() {
    setFailure(undefined);
    setMissing(chosen === "");
    if (chosen === "") return;
    const body = { admin_id: isTaking ? null : Number(chosen) };
    let count = 0;
    setDone(0);
    try {
      await runChange(async (api) => {
        // One after the other: successful assignments are kept if a later one fails, and a retry does not repeat them.
        for (const { holderType, holderId } of holders) {
          const params = { id: holderId };
          await (holderType === "user" ? api.users.assign({ params, body }) : api.companies.assign({ params, body }));
          count += 1;
          setDone(count);
        }
      });
      alert.success(t(isTaking ? "admin.assign.taken" : "admin.assign.done", { count }));
      onDone?.();
      onClose();
    } catch (error) {
      setFailure(t("admin.assign.failed", { count, total: holders.length, reason: errorText(t, error) }));
    } finally {
      setDone(undefined);
    }
  }

  return (
    <Dialog opened onClose={onClose} title={t("admin.assign.title", { count: holders.length })}>
      <p className={styles.names}>
        {holders
          .slice(0, 5)
          .map(({ name }) => name)
          .join(", ")}
        {holders.length > 5 && t("admin.assign.andMore", { count: holders.length - 5 })}
      </p>
      <NativeSelect
        label={t("admin.assign.to")}
        value={chosen}
        data={[
          ...(current === null ? [{ value: "", label: t("admin.assign.choose"), disabled: true }] : []),
          ...colleagues.map(({ id, name, users, companies }) => ({
            value: String(id),
            label: t("admin.assign.colleague", { name, count: users + companies }),
          })),
          ...(mayTake ? [{ value: nobody, label: t("admin.assign.nobody") }] : []),
        ]}
        error={isMissing && chosen === "" ? t("admin.assign.missing") : undefined}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {failure && <Notice tone="failed">{failure}</Notice>}
      <DialogActions onCancel={onClose} busy={done !== undefined}>
        <Button
          onClick={() => void assign()}
          loading={done !== undefined}
          disabled={isSame}
          {...(isTaking && { color: "red" })}
        >
          {done === undefined || holders.length === 1
            ? t(isTaking ? "admin.assign.take" : "admin.assign.confirm", { count: holders.length })
            : t("admin.assign.progress", { done, total: holders.length })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
