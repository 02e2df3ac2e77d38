/** Who confirms a company's withdrawal, and after how many days an unpaid one expires. */
import { signerRules } from "@portico/api/contract-states.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { NativeSelect, NumberInput } from "../../ui/fields.tsx";
import { useText } from "../../ui/text.tsx";
import { SaveBar } from "./save-bar.tsx";
import styles from "./settings.module.css";
import { useAskToWeaken } from "./use-ask-to-weaken.ts";
import { useSettingForm } from "./use-setting-form.ts";

type Typed = Omit<SettingValue<"withdrawalRules">, "expiryDays"> & { expiryDays: number | string };
const days = { min: 1, max: 90 };

const faultsOf = ({ expiryDays }: Typed): { expiryDays?: true } =>
  typeof expiryDays === "number" && Number.isInteger(expiryDays) && expiryDays >= days.min && expiryDays <= days.max
    ? {}
    : { expiryDays: true };

export function WithdrawalRulesForm({ saved, canChange }: { saved: Saved<"withdrawalRules">; canChange: boolean }) {
  const t = useText();
  const { typed, set, faults, refused, submit, bar } = useSettingForm<"withdrawalRules", { expiryDays?: true }, Typed>(
    "withdrawalRules",
    saved,
    faultsOf,
    undefined,
    useAskToWeaken("withdrawalRules"),
  );
  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      <NativeSelect
        size="sm"
        label={t("admin.payments.companySigners")}
        description={t("admin.payments.companySignersHint")}
        readOnly={!canChange}
        value={typed.companySigners}
        data={signerRules.map((rule) => ({ value: rule, label: t(`admin.payments.signers.${rule}`) }))}
        onChange={(event) =>
          set({ companySigners: signerRules.find((rule) => rule === event.currentTarget.value) ?? "any" })
        }
      />
      <NumberInput
        size="sm"
        label={t("admin.payments.expiryDays")}
        min={days.min}
        max={days.max}
        clampBehavior="none"
        allowDecimal={false}
        readOnly={!canChange}
        value={typed.expiryDays}
        error={faults.expiryDays ? t("admin.settings.fault.wholeNumber", days) : refused("expiryDays")}
        onChange={(expiryDays) => set({ expiryDays })}
      />
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}
