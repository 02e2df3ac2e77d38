/** Corrects the address of somebody who has not chosen a password yet. */
import { TextInput } from "@mantine/core";
import type { ClientInvitation } from "@portico/api/client-imports.ts";
import { isEmail, normaliseEmail } from "@portico/api/rules/email.ts";
import { type FormEvent, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import parts from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { useCorrectEmail } from "./use-client-invitations.ts";

export function CorrectEmail({ person, onClose }: { person: ClientInvitation; onClose: () => void }) {
  const t = useText();
  const [email, setEmail] = useState(person.email);
  const [isSent, setSent] = useState(false);
  const correct = useCorrectEmail();
  const isWrong = !isEmail(email);
  function submit(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    if (!isWrong) correct.mutate({ id: person.id, email: normaliseEmail(email) }, { onSuccess: onClose });
  }
  return (
    <Dialog opened onClose={onClose} title={t("admin.clientInvitations.correctOf", { name: person.name })}>
      <form method="post" className={parts.form} onSubmit={submit} noValidate>
        <p>{t("admin.clientInvitations.correctText")}</p>
        <TextInput
          type="email"
          label={t("admin.clientInvitations.email")}
          value={email}
          onChange={({ currentTarget: { value } }) => setEmail(value)}
          error={isSent && isWrong ? t("admin.clientImports.fault.badEmail", { detail: email }) : undefined}
        />
        {correct.error && <Notice tone="failed">{errorText(t, correct.error)}</Notice>}
        <DialogActions onCancel={onClose}>
          <Button type="submit" loading={correct.isPending}>
            {t("admin.clientInvitations.save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
