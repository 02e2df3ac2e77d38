/** Lets a report with gaps be published, with the reason. */
import { Checkbox } from "@mantine/core";
import type { RunAddressee } from "@portico/api/report-runs.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import { type FormEvent, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import parts from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { useAllowGaps } from "./use-report-runs.ts";

export function AllowGaps({ run, addressee, onClose }: { run: number; addressee: RunAddressee; onClose: () => void }) {
  const t = useText();
  const [reason, setReason] = useState("");
  const [all, setAll] = useState(false);
  const allow = useAllowGaps(run);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() === "" || allow.isPending) return;
    allow.mutate({ addressee: addressee.id, all, reason: reason.trim() }, { onSuccess: onClose });
  }
  return (
    <Dialog opened onClose={onClose} title={t("admin.runs.allowTitle")}>
      <form method="post" className={parts.form} onSubmit={submit} noValidate>
        <p>{t("admin.runs.allowText", { name: addressee.name, gaps: addressee.gaps })}</p>
        <LimitedTextarea
          label={t("admin.runs.allowReason")}
          limit={messageMaxLength}
          autosize
          minRows={2}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        <Checkbox
          label={t("admin.runs.allowAll")}
          checked={all}
          onChange={({ currentTarget: { checked } }) => setAll(checked)}
        />
        {allow.error && <Notice tone="failed">{errorText(t, allow.error)}</Notice>}
        <DialogActions onCancel={onClose}>
          <Button type="submit" loading={allow.isPending} disabled={reason.trim() === ""}>
            {t("admin.runs.allowConfirm")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
