/** Rate and longest life of machines' keys. */
import { machineLimits } from "@portico/api/rules/machines.ts";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { NumberInput } from "../../ui/fields.tsx";
import { useText } from "../../ui/text.tsx";
import { SaveBar } from "./save-bar.tsx";
import styles from "./settings.module.css";
import { useAskToWeaken } from "./use-ask-to-weaken.ts";
import { useSettingForm } from "./use-setting-form.ts";

type Figures = Record<"callsPerMinute" | "longestDays", number | string>;
type Faults = Partial<Record<keyof Figures, true>>;

const { leastRate, mostRate, mostDays } = machineLimits;
const ranges = { callsPerMinute: { min: leastRate, max: mostRate }, longestDays: { min: 1, max: mostDays } } as const;
const names = ["callsPerMinute", "longestDays"] as const;

const isWithin = (value: number | string, { min, max }: { min: number; max: number }): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
const faultsOf = (typed: Figures): Faults =>
  Object.fromEntries(names.filter((name) => !isWithin(typed[name], ranges[name])).map((name) => [name, true]));

export function MachineKeysForm({ saved, canChange }: { saved: Saved<"machineKeys">; canChange: boolean }) {
  const t = useText();
  const { typed, set, faults, refused, submit, bar } = useSettingForm<"machineKeys", Faults, Figures>(
    "machineKeys",
    saved,
    faultsOf,
    undefined,
    useAskToWeaken("machineKeys"),
  );
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {names.map((name) => (
        <NumberInput
          key={name}
          size="sm"
          label={t(`admin.machines.${name}`)}
          {...ranges[name]}
          clampBehavior="none"
          allowDecimal={false}
          readOnly={!canChange}
          value={typed[name]}
          error={faults[name] ? t("admin.machines.fault", ranges[name]) : refused(name)}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}
