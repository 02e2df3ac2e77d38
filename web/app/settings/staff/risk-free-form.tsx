/** The risk-free rate of the Sharpe ratio. */
import { riskFreeLimits } from "@portico/api/rules/risk.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { NumberInput } from "../../ui/fields.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { useText } from "../../ui/text.tsx";
import { SaveBar } from "./save-bar.tsx";
import styles from "./settings.module.css";
import { useSettingForm } from "./use-setting-form.ts";

type Typed = Omit<SettingValue<"riskFreeRate">, "percent"> & { percent: number | string };
const range = { min: riskFreeLimits.least, max: riskFreeLimits.most };

const faultsOf = ({ percent }: Typed): { percent?: true } =>
  typeof percent === "number" && percent >= range.min && percent <= range.max ? {} : { percent: true };

export function RiskFreeForm({ saved, canChange }: { saved: Saved<"riskFreeRate">; canChange: boolean }) {
  const t = useText();
  const { typed, set, faults, refused, submit, bar } = useSettingForm<"riskFreeRate", { percent?: true }, Typed>(
    "riskFreeRate",
    saved,
    faultsOf,
  );
  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.pair}>
        <LimitedInput
          label={t("admin.settings.riskFreeName")}
          description={t("admin.settings.riskFreeNameHint")}
          limit={riskFreeLimits.name}
          readOnly={!canChange}
          value={typed.name}
          error={refused("name")}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <NumberInput
          size="sm"
          label={t("admin.settings.riskFreePercent")}
          {...range}
          clampBehavior="none"
          readOnly={!canChange}
          value={typed.percent}
          error={faults.percent ? t("admin.settings.fault.number", range) : refused("percent")}
          onChange={(percent) => set({ percent })}
        />
      </div>
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}
