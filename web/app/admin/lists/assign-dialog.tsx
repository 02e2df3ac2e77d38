/** Gives clients to a colleague, or to nobody: one of them, or all that are chosen in a list. */
import { Button, NativeSelect } from "@mantine/core";
import type { Holder } from "@portico/api/shapes.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { alert } from "../../shell/alert.ts";
import { errorText, useApi } from "../../shell/api.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./lists.module.css";
import { useColleagues } from "./use-colleagues.ts";

interface AssignDialogProps {
  holders: readonly (Holder & { name: string })[];
  /** Who has them now, where it is one and the same. */
  current?: number | null;
  onClose: () => void;
  onDone?: () => void;
}

export function AssignDialog({ holders, current = null, onClose, onDone }: AssignDialogProps) {
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  const { data: colleagues = [] } = useColleagues();
  const [chosen, setChosen] = useState(current === null ? "" : String(current));
  const [done, setDone] = useState<number>();
  const [failure, setFailure] = useState<string>();

  async function assign() {
    setFailure(undefined);
    const body = { admin_id: chosen === "" ? null : Number(chosen) };
    let count = 0;
    setDone(0);
    try {
      // One after the other: what was given stays given where a later one fails, and a second try repeats nothing.
      for (const { holderType, holderId } of holders) {
        const params = { id: holderId };
        await (holderType === "user" ? api.users.assign({ params, body }) : api.companies.assign({ params, body }));
        count += 1;
        setDone(count);
      }
      alert.success(t("admin.assign.done", { count }));
      onDone?.();
      onClose();
    } catch (error) {
      setFailure(t("admin.assign.failed", { count, total: holders.length, reason: errorText(t, error) }));
    } finally {
      setDone(undefined);
      await queries.invalidateQueries({ queryKey: ["admin"] });
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
          { value: "", label: t("admin.assign.nobody") },
          ...colleagues.map(({ id, name, users, companies }) => ({
            value: String(id),
            label: t("admin.assign.colleague", { name, count: users + companies }),
          })),
        ]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {failure && <Notice tone="failed">{failure}</Notice>}
      <DialogActions onCancel={onClose} busy={done !== undefined}>
        <Button onClick={() => void assign()} loading={done !== undefined}>
          {done === undefined || holders.length === 1
            ? t("admin.assign.confirm")
            : t("admin.assign.progress", { done, total: holders.length })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
