/** Rules of the portal that the firm may set. */

import type { Saved } from "../../shell/staff/use-setting.ts";
import { useCurrencyNames } from "../../ui/currency-names.ts";
import { Switch } from "../../ui/fields.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { useText } from "../../ui/text.tsx";
import { SaveBar } from "./save-bar.tsx";
import { rulesFaults } from "./setting-faults.ts";
import styles from "./settings.module.css";
import { useSettingForm } from "./use-setting-form.ts";

export function RulesForm({ saved, canChange }: { saved: Saved<"portalRules">; canChange: boolean }) {
  const t = useText();
  const nameOf = useCurrencyNames();
  const { typed, set, faults, refused, submit, bar } = useSettingForm("portalRules", saved, rulesFaults);
  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.pair}>
        <LimitedInput
          label={t("admin.settings.timeZone")}
          description={t("admin.settings.timeZoneHint")}
          limit={60}
          spellCheck={false}
          readOnly={!canChange}
          value={typed.timeZone}
          error={faults.timeZone ? t(`admin.settings.fault.${faults.timeZone}`) : refused("timeZone")}
          onChange={(event) => set({ timeZone: event.currentTarget.value.trim() })}
        />
        <LimitedInput
          label={t("admin.settings.baseCurrency")}
          description={nameOf(typed.baseCurrency)}
          limit={3}
          spellCheck={false}
          readOnly={!canChange}
          value={typed.baseCurrency}
          error={faults.baseCurrency ? t(`admin.settings.fault.${faults.baseCurrency}`) : refused("baseCurrency")}
          onChange={(event) => set({ baseCurrency: event.currentTarget.value.trim().toUpperCase() })}
        />
      </div>
      <LimitedInput
        label={t("admin.settings.benchmark")}
        description={t("admin.settings.benchmarkHint")}
        limit={12}
        spellCheck={false}
        readOnly={!canChange}
        value={typed.benchmarkIsin ?? ""}
        error={refused("benchmarkIsin")}
        onChange={(event) => set({ benchmarkIsin: event.currentTarget.value.trim().toUpperCase() || null })}
      />
      <Switch
        size="md"
        label={t("admin.settings.feesInCost")}
        description={t("admin.settings.feesInCostHint")}
        readOnly={!canChange}
        checked={typed.feesInCost}
        onChange={(event) => set({ feesInCost: event.currentTarget.checked })}
      />
      <SaveBar {...bar} isChanged={bar.isChanged && canChange} />
    </form>
  );
}
