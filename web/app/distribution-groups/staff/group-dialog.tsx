/** Puts the selected users into a distribution group: one that there is, or a new one. */
import { Autocomplete } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { BulkChange } from "@portico/api/bulk-changes.ts";
import { nameLimits } from "@portico/api/rules/limits.ts";
import { useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { ChangeDialog } from "../../shell/staff/queue/change-dialog.tsx";
import { excessText } from "../../ui/excess-text.ts";
import { useText } from "../../ui/text.tsx";

interface GroupDialogProps {
  count: number;
  changeOf: (group: string) => BulkChange;
  onClose: () => void;
  onDone: () => void;
}

export default function GroupDialog({ count, changeOf, onClose, onDone }: GroupDialogProps) {
  const t = useText();
  const { data: groups = [] } = useCall(useApi().distributionGroups.list);
  const [typed, setTyped] = useState("");
  // An existing group is used, whatever case is typed.
  const name = groups.find((one) => one.name.toLowerCase() === typed.trim().toLowerCase())?.name ?? typed.trim();
  const [group] = useDebouncedValue(name, 250);
  const fault = excessText(t, typed, nameLimits.group);
  const isKnown = group !== "" && group === name && !fault;
  return (
    <ChangeDialog
      title={t("admin.groups.addMany.title", { count })}
      change={isKnown ? changeOf(group) : undefined}
      confirmText={(changed) => t("admin.groups.addMany.confirm", { count: changed })}
      doneText={(changed) => t("admin.groups.addMany.done", { count: changed, group })}
      onClose={onClose}
      onDone={onDone}
    >
      <Autocomplete
        data-autofocus
        label={t("admin.groups.addMany.group")}
        description={t("admin.groups.addMany.hint")}
        value={typed}
        error={fault}
        data={groups.map((one) => one.name)}
        onChange={setTyped}
      />
    </ChangeDialog>
  );
}
