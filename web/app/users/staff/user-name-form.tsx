/** The office changes a client's name, also after it was confirmed. */
import { TextInput } from "@mantine/core";
import { nameLimits } from "@portico/api/rules/limits.ts";
import type { UserData } from "@portico/api/users.ts";
import { type FormEvent, useState } from "react";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useFourEyesTexts } from "../../shell/staff/four-eyes.ts";
import { Button } from "../../ui/button.tsx";
import { excessText } from "../../ui/excess-text.ts";
import { useText } from "../../ui/text.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import { isNameLocked } from "../name-rule.ts";
import { useShowUser } from "./use-user.ts";
import styles from "./user.module.css";

export function UserNameForm({ user }: { user: UserData }) {
  const t = useText();
  const runChange = useRunChange();
  const show = useShowUser(user.id);
  const guarded = useFourEyesTexts();
  const draft = useDraft(`client.${user.id}.name`, user.name);
  const [isShort, setShort] = useState(false);
  const long = excessText(t, draft.value, nameLimits.person);

  function submit(event: FormEvent) {
    event.preventDefault();
    const name = draft.value.trim();
    setShort(name.length < 2);
    if (name.length < 2 || long || name === user.name) return;
    const isConfirmed = isNameLocked(user);
    const text = t("admin.client.nameConfirm", { before: user.name, after: name });
    openConfirmation({
      title: t("admin.client.nameConfirmTitle"),
      ...(isConfirmed
        ? {
            ...guarded(`${text} ${t("admin.client.nameTold")}`, t("ui.action.save")),
            reason: { label: t("admin.client.nameReason"), hint: t("admin.client.nameReasonHint") },
          }
        : { text, confirmLabel: t("ui.action.save") }),
      action: async (reason) => {
        const { proposalId } = await runChange(async (api) => {
          const saved = await api.users.setName({
            params: { id: user.id },
            body: { name, ...(reason && { reason }) },
          });
          show({ name: saved.name });
          return saved;
        });
        draft.clear();
        alert.success(t(proposalId === null ? "admin.client.nameChanged" : "admin.transition.proposed"));
      },
    });
  }

  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      <TextInput
        name="clientName"
        label={t("admin.client.name")}
        description={t("admin.client.nameHint")}
        autoComplete="off"
        value={draft.value}
        error={isShort ? t("admin.client.nameShort") : long}
        onChange={(event) => draft.set(event.currentTarget.value)}
      />
      {draft.isChanged && (
        <>
          <Button type="submit">{t("ui.action.save")}</Button>
          <Button variant="default" onClick={draft.clear}>
            {t("ui.action.cancel")}
          </Button>
        </>
      )}
    </form>
  );
}
