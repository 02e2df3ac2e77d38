/** How many invitations go out in an hour, and for how long their links work. */

import { type FormEvent, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import parts from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { NumberInput } from "../../ui/fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";

interface Pace {
  perHour: number;
  days: number;
}

interface PaceFormProps {
  pace: Pace;
  save: {
    mutate: (value: { data: Pace }, options: { onSuccess: () => void }) => void;
    isPending: boolean;
    error: Error | null;
  };
  onClose: () => void;
}

export function PaceForm({ pace, save, onClose }: PaceFormProps) {
  const t = useText();
  const [perHour, setPerHour] = useState<number | string>(pace.perHour);
  const [days, setDays] = useState<number | string>(pace.days);
  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate({ data: { perHour: Number(perHour), days: Number(days) } }, { onSuccess: onClose });
  }
  return (
    <Dialog opened onClose={onClose} title={t("admin.clientInvitations.setting")}>
      <form method="post" className={parts.form} onSubmit={submit} noValidate>
        <NumberInput
          label={t("admin.clientInvitations.perHour")}
          description={t("admin.clientInvitations.perHourHint")}
          min={1}
          max={5000}
          value={perHour}
          onChange={setPerHour}
        />
        <NumberInput label={t("admin.clientInvitations.days")} min={1} max={60} value={days} onChange={setDays} />
        {save.error && <Notice tone="failed">{errorText(t, save.error)}</Notice>}
        <DialogActions onCancel={onClose}>
          <Button type="submit" loading={save.isPending} disabled={perHour === "" || days === ""}>
            {t("admin.clientInvitations.save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
