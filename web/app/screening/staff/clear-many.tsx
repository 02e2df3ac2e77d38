/** Decides candidates as false together, with one reason: the selected, all of one entry, or all of one person of ours. */
import { Radio, Stack } from "@mantine/core";
import type { BulkChange } from "@portico/api/bulk-changes.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import type { ListedCandidate } from "@portico/api/screening.ts";
import { useState } from "react";
import { ChangeDialog } from "../../shell/staff/queue/change-dialog.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { useText } from "../../ui/text.tsx";

type Scope = "chosen" | "entry" | "person";

interface ClearManyProps {
  /** The first says which entry and which person. */
  rows: readonly [
    Pick<ListedCandidate, "id" | "name" | "entryName">,
    ...Pick<ListedCandidate, "id" | "name" | "entryName">[],
  ];
  onClose: () => void;
  onDone: () => void;
}

export function ClearMany({ rows, onClose, onDone }: ClearManyProps) {
  const t = useText();
  const [model] = rows;
  const [scope, setScope] = useState<Scope>(rows.length > 1 ? "chosen" : "entry");
  const [typed, setTyped] = useState("");
  const reason = typed.trim();
  const isOneEntry = rows.every(({ entryName }) => entryName === model.entryName);
  const like = {
    like: model.id,
    by: scope === "person" || (scope === "chosen" && !isOneEntry) ? "person" : "entry",
  } as const;
  const change: BulkChange = {
    action: "clearCandidates",
    of: scope === "chosen" ? { ids: rows.map(({ id }) => id) } : { filter: like },
    ...like,
    reason: "",
  };
  return (
    <ChangeDialog
      title={t("admin.screening.clear")}
      change={change}
      complete={(one) => ("like" in one ? { ...one, reason } : one)}
      isIncomplete={reason === ""}
      confirmText={(count) => t("admin.screening.clearConfirm", { count })}
      doneText={(count) => t("admin.screening.cleared", { count })}
      onClose={onClose}
      onDone={onDone}
    >
      <Radio.Group
        label={t("admin.screening.clearWhich")}
        value={scope}
        onChange={(value) => setScope(value as Scope)}
        mb="md"
      >
        <Stack gap="xs" mt="xs">
          {rows.length > 1 && <Radio value="chosen" label={t("admin.screening.clearChosen", { count: rows.length })} />}
          <Radio value="entry" label={t("admin.screening.clearEntry", { name: model.entryName })} />
          <Radio value="person" label={t("admin.screening.clearPerson", { name: model.name })} />
        </Stack>
      </Radio.Group>
      <LimitedTextarea
        label={t("admin.screening.reason")}
        description={t("admin.screening.clearHint")}
        required
        autosize
        minRows={2}
        limit={messageMaxLength}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ChangeDialog>
  );
}
