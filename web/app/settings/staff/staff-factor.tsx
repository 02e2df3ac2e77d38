/** Whether staff need more than a mailed code; switching it on is confirmed, because it can lock people out. */
import { errorText } from "../../shell/calls/api.tsx";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useFourEyes, useReasonTexts } from "../../shell/staff/four-eyes.ts";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { Switch } from "../../ui/fields.tsx";
import { SaveState } from "../../ui/save-state.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./settings.module.css";
import { useSaveSetting } from "./use-setting-form.ts";

export function StaffFactor({ saved, canChange }: { saved: Saved<"staffSecondFactor">; canChange: boolean }) {
  const t = useText();
  const save = useSaveSetting("staffSecondFactor");
  const isGuarded = useFourEyes();
  const reason = useReasonTexts();
  const isProposed = save.isSuccess && save.data.proposalId !== null;

  function choose(required: boolean) {
    if (!required && isGuarded)
      return openConfirmation({
        title: t("admin.settings.weaken.title"),
        text: t("admin.settings.weaken.text"),
        confirmLabel: t("admin.proposals.propose"),
        reason,
        action: async (given) => {
          const { proposalId } = await save.mutateAsync({ data: { required }, reason: given });
          if (proposalId !== null) alert.success(t("admin.transition.proposed"));
        },
      });
    if (!required) return save.mutate({ data: { required } });
    openConfirmation({
      title: t("admin.settings.staffFactorTitle"),
      text: t("admin.settings.staffFactorText"),
      action: async () => {
        await save.mutateAsync({ data: { required } });
      },
    });
  }

  return (
    <div className={styles.form}>
      <Switch
        size="md"
        label={t("admin.settings.staffFactor")}
        description={t("admin.settings.staffFactorHint")}
        readOnly={!canChange}
        disabled={save.isPending}
        checked={saved.data.required}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
      <SaveState state={isProposed ? "idle" : save.status} error={save.error ? errorText(t, save.error) : undefined} />
    </div>
  );
}
