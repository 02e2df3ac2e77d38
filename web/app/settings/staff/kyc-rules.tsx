/** Four eyes, and the KYC figures decided by the firm's counsel. */
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import { errorText } from "../../shell/calls/api.tsx";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { ForeseenRetention } from "../../shell/staff/foreseen-retention.tsx";
import { useReasonTexts } from "../../shell/staff/four-eyes.ts";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { NumberInput, Switch } from "../../ui/fields.tsx";
import { SaveState } from "../../ui/save-state.tsx";
import { useText } from "../../ui/text.tsx";
import { SaveBar } from "./save-bar.tsx";
import { type KycFaults, kycFaults, kycFigures, type TypedKycRules } from "./setting-faults.ts";
import styles from "./settings.module.css";
import { useAskToWeaken } from "./use-ask-to-weaken.ts";
import { useSaveSetting, useSettingForm } from "./use-setting-form.ts";

export function FourEyes({ saved, canChange }: { saved: Saved<"fourEyes">; canChange: boolean }) {
  const t = useText();
  const save = useSaveSetting("fourEyes");
  const reason = useReasonTexts();
  // Switching it off needs a colleague, like the changes it protects: nothing is saved yet.
  const isProposed = save.isSuccess && (save.data.data as SettingValue<"fourEyes">).on !== save.variables.data.on;
  return (
    <div className={styles.form}>
      <Switch
        size="md"
        label={t("admin.settings.fourEyes")}
        description={t("admin.settings.fourEyesHint")}
        readOnly={!canChange}
        disabled={save.isPending}
        checked={saved.data.on}
        onChange={({ currentTarget: { checked } }) =>
          openConfirmation({
            title: t(checked ? "admin.settings.fourEyesOn" : "admin.settings.fourEyesOff"),
            text: t(checked ? "admin.settings.fourEyesHint" : "admin.settings.fourEyesOffText"),
            confirmLabel: t(checked ? "ui.action.confirm" : "admin.proposals.propose"),
            ...(!checked && { reason }),
            action: async (given) => {
              const answer = await save.mutateAsync({ data: { on: checked }, reason: given });
              if ((answer.data as SettingValue<"fourEyes">).on !== checked)
                alert.success(t("admin.transition.proposed"));
            },
          })
        }
      />
      <SaveState state={isProposed ? "idle" : save.status} error={save.error ? errorText(t, save.error) : undefined} />
    </div>
  );
}

export function KycRules({ saved, canChange }: { saved: Saved<"kycRules">; canChange: boolean }) {
  const t = useText();
  const { typed, set, faults, refused, submit, bar } = useSettingForm<"kycRules", KycFaults, TypedKycRules>(
    "kycRules",
    saved,
    kycFaults,
    undefined,
    useAskToWeaken("kycRules", (after) => <ForeseenRetention t={t} periods={after} />),
  );
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {kycFigures.map(({ name, min, max }) => (
        <NumberInput
          key={name}
          size="sm"
          label={t(`admin.settings.${name}`)}
          min={min}
          max={max}
          clampBehavior="none"
          allowDecimal={name === "beneficialOwnerPercent"}
          readOnly={!canChange}
          value={typed[name]}
          error={faults[name] ? t(`admin.settings.fault.${faults[name]}`, { min, max }) : refused(name)}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}
