/** How large a document may be, and all files of a holder together. */
import type { Saved } from "../../shell/staff/use-setting.ts";
import { NumberInput } from "../../ui/fields.tsx";
import { useText } from "../../ui/text.tsx";
import { SaveBar } from "./save-bar.tsx";
import {
  type DocumentLimitFaults,
  documentFigures,
  documentLimitFaults,
  type TypedDocumentLimits,
} from "./setting-faults.ts";
import styles from "./settings.module.css";
import { useSettingForm } from "./use-setting-form.ts";

export function DocumentLimitsForm({ saved, canChange }: { saved: Saved<"documentLimits">; canChange: boolean }) {
  const t = useText();
  const { typed, set, faults, refused, submit, bar } = useSettingForm<
    "documentLimits",
    DocumentLimitFaults,
    TypedDocumentLimits
  >("documentLimits", saved, documentLimitFaults);
  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      {documentFigures.map(({ name, min, max }) => (
        <NumberInput
          key={name}
          size="sm"
          label={t(`admin.settings.documentLimit.${name}`)}
          min={min}
          max={max}
          clampBehavior="none"
          allowDecimal={false}
          readOnly={!canChange}
          value={typed[name]}
          error={faults[name] ? t("admin.settings.fault.wholeNumber", faults[name]) : refused(name)}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}
