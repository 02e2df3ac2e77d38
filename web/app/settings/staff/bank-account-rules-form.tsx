/** How long a new or changed bank account waits before money may go there. */
import type { Saved } from "../../shell/staff/use-setting.ts";
import { NumberInput } from "../../ui/fields.tsx";
import { useText } from "../../ui/text.tsx";
import { SaveBar } from "./save-bar.tsx";
import styles from "./settings.module.css";
import { useAskToWeaken } from "./use-ask-to-weaken.ts";
import { useSettingForm } from "./use-setting-form.ts";

type Figures = Record<"waitHours" | "waitHoursAfterReset", number | string>;
type Faults = Partial<Record<keyof Figures, "whole" | "shorter">>;
const most = 720;

const isWhole = (value: number | string): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most;

/** After a reset of the password it is never shorter. */
export function waitFaults({ waitHours, waitHoursAfterReset }: Figures): Faults {
  if (!isWhole(waitHours)) return { waitHours: "whole" };
  if (!isWhole(waitHoursAfterReset)) return { waitHoursAfterReset: "whole" };
  return waitHoursAfterReset < waitHours ? { waitHoursAfterReset: "shorter" } : {};
}

export function BankAccountRulesForm({ saved, canChange }: { saved: Saved<"bankAccountRules">; canChange: boolean }) {
  const t = useText();
  const { typed, set, faults, refused, submit, bar } = useSettingForm<"bankAccountRules", Faults, Figures>(
    "bankAccountRules",
    saved,
    waitFaults,
    undefined,
    useAskToWeaken("bankAccountRules"),
  );
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {(["waitHours", "waitHoursAfterReset"] as const).map((name) => (
        <NumberInput
          key={name}
          size="sm"
          label={t(`admin.accounts.${name}`)}
          min={0}
          max={most}
          clampBehavior="none"
          allowDecimal={false}
          readOnly={!canChange}
          value={typed[name]}
          error={faults[name] ? t(`admin.accounts.fault.${faults[name]}`, { max: most }) : refused(name)}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}
