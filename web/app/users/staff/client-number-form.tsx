/** Sets, changes or removes a client's number at the custodian, after an explanation. */
import { isClientNumber } from "@portico/api/rules/client-number.ts";
import type { UserData } from "@portico/api/users.ts";
import { type FormEvent, useState } from "react";
import { useClientNumberConflict } from "../../holders/staff/client-number-conflict.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useFourEyesTexts } from "../../shell/staff/four-eyes.ts";
import { Button } from "../../ui/button.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { useText } from "../../ui/text.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import { useShowUser } from "./use-user.ts";
import styles from "./user.module.css";

export function ClientNumberForm({ user }: { user: UserData }) {
  const t = useText();
  const runChange = useRunChange();
  const show = useShowUser(user.id);
  const { id, name, client_number: before } = user;
  const draft = useDraft(`client.${id}.number`, before ?? "");
  const guarded = useFourEyesTexts();
  const numberConflict = useClientNumberConflict();
  const [showFault, setShowFault] = useState(false);
  const number = draft.value.trim();
  const isFine = isClientNumber(number);

  async function save(clientNumber: string | null, reason: string | undefined) {
    const { proposalId } = await runChange(async (api) => {
      const answer = await api.users.setClientNumber({
        params: { id },
        body: { clientNumber, ...(reason && { reason }) },
      });
      show({ client_number: answer.client_number });
      return answer;
    });
    draft.clear();
    alert.success(t(proposalId === null ? "admin.client.numberDone" : "admin.transition.proposed"));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setShowFault(!isFine);
    if (!isFine || number === before) return;
    openConfirmation({
      title: t("admin.client.numberSetTitle", { name, number }),
      ...(before
        ? guarded(t("admin.client.numberChangeText", { name, number, before }), t("admin.client.numberChange"))
        : guarded(t("admin.client.numberSetText", { name, number }), t("admin.client.numberSet"))),
      action: (reason) => save(number, reason),
      failure: (error) => numberConflict(error, number),
    });
  }

  function takeAway() {
    if (!before) return;
    openConfirmation({
      title: t("admin.client.numberClearTitle", { name, number: before }),
      ...guarded(t("admin.client.numberClearText", { name, number: before }), t("admin.client.numberClear")),
      destructive: true,
      action: (reason) => save(null, reason),
    });
  }

  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      <LimitedInput
        name="clientNumber"
        label={t("admin.client.number")}
        description={t("admin.client.numberHint")}
        limit={40}
        autoComplete="off"
        spellCheck={false}
        value={draft.value}
        error={showFault && !isFine ? t("admin.client.numberBad") : undefined}
        onChange={(event) => draft.set(event.currentTarget.value)}
      />
      {draft.isChanged && (
        <Button type="submit">{t(before ? "admin.client.numberChange" : "admin.client.numberSet")}</Button>
      )}
      {draft.isChanged && (
        <Button variant="default" onClick={draft.clear}>
          {t("ui.action.cancel")}
        </Button>
      )}
      {before && !draft.isChanged && (
        <Button variant="default" onClick={takeAway}>
          {t("admin.client.numberClear")}
        </Button>
      )}
    </form>
  );
}
