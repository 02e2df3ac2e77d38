/** Deactivates a member of staff: who takes over, and why. */
import { NativeSelect } from "@mantine/core";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import { useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { useFailure } from "../../shell/calls/use-refusal.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { useFourEyesTexts } from "../../shell/staff/four-eyes.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import type { Person } from "./people.page.tsx";

interface DeactivateProps {
  person: Person;
  colleagues: readonly Person[];
  onClose: () => void;
}

export function DeactivateDialog({ person, colleagues, onClose }: DeactivateProps) {
  const t = useText();
  const runChange = useRunChange();
  const [to, setTo] = useState("");
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useFailure();
  const texts = useFourEyesTexts()(t("admin.people.deactivateText"), t("admin.people.deactivate"));

  async function deactivate() {
    setBusy(true);
    setFailure(undefined);
    try {
      await runChange(async (api) => {
        const { proposalId } = await api.users.modifyState({
          params: { id: person.id },
          body: { newState: "disabled", reason: reason.trim(), handOverTo: Number(to) },
        });
        alert.success(t(proposalId === null ? "admin.people.done" : "admin.transition.proposed"));
      });
      onClose();
    } catch (error) {
      setFailure(errorText(t, error));
      setBusy(false);
    }
  }

  return (
    <Dialog opened onClose={onClose} title={t("admin.people.deactivateOf", { name: person.name })}>
      <p>{texts.text}</p>
      <NativeSelect
        label={t("admin.people.handOverTo")}
        value={to}
        data={[
          { value: "", label: t("admin.people.choose"), disabled: true },
          ...colleagues.map(({ id, name, role }) => ({
            value: String(id),
            label: `${name} (${t(`users.role.${role}`)})`,
          })),
        ]}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <LimitedTextarea
        mt="md"
        label={texts.reason?.label ?? t("admin.people.reason")}
        description={texts.reason?.hint}
        required
        autosize
        minRows={2}
        limit={messageMaxLength}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {failure && <Notice tone="failed">{failure}</Notice>}
      <DialogActions onCancel={onClose} busy={busy}>
        <Button
          color="red"
          loading={busy}
          disabled={to === "" || reason.trim() === ""}
          onClick={() => void deactivate()}
        >
          {texts.confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
