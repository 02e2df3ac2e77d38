/** The one table of fees: on the public page, and for contracts and reports. */
import {
  type FeeKind,
  type FeeUnit,
  feeKinds,
  feeNameLength,
  feeNoteLength,
  feeUnits,
  mostFees,
} from "@portico/api/rules/fees.ts";
import type { FeeRow } from "@portico/api/settings/fees.ts";
import { EachLanguage } from "../../shell/staff/texts/each-language.tsx";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { Checkbox, NativeSelect } from "../../ui/fields.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { EditableList } from "./editable-list.tsx";
import { SaveBar } from "./save-bar.tsx";
import styles from "./settings.module.css";
import { useAskAboutFees } from "./use-ask-about-fees.ts";
import { noFaults, useSettingForm } from "./use-setting-form.ts";

const empty = { bg: "", en: "", pl: "" };
const newFee: FeeRow = {
  id: "",
  name: empty,
  kind: "percent",
  value: "",
  currency: null,
  minimum: null,
  unit: "year",
  vatAdded: false,
  note: empty,
};

interface RowProps {
  fee: FeeRow;
  canChange: boolean;
  /** The id is not in use yet. */
  isNew: boolean;
  refused: (field: string) => string | undefined;
  onChange: (part: Partial<FeeRow>) => void;
}

export function FeeTableForm({ saved, canChange }: { saved: Saved<"feeTable">; canChange: boolean }) {
  const t = useText();
  const own = useLanguage();
  const { typed, set, refused, submit, bar } = useSettingForm(
    "feeTable",
    saved,
    noFaults,
    undefined,
    useAskAboutFees(),
  );
  const { fees } = typed;
  const known = new Set(saved.data.fees.map(({ id }) => id));
  return (
    <form method="post" className={styles.wide} onSubmit={submit} noValidate>
      <EditableList
        rows={fees}
        onChange={(changed) => set({ fees: changed })}
        canChange={canChange}
        most={mostFees}
        newRow={newFee}
        className={styles.documentType}
        titleOf={({ name }) => name[own] || t("admin.settings.fee.new")}
        nameOf={({ name }) => name[own]}
        addLabel={t("admin.settings.fee.add")}
        removeLabel={t("admin.settings.fee.remove")}
      >
        {({ row: fee, at, change, controls }) => (
          <>
            <FeeFields
              fee={fee}
              canChange={canChange}
              isNew={!known.has(fee.id)}
              refused={(field) => refused(`fees.${at}.${field}`)}
              onChange={change}
            />
            {controls}
          </>
        )}
      </EditableList>
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}

function FeeFields({ fee, canChange, isNew, refused, onChange }: RowProps) {
  const t = useText();
  const readOnly = !canChange;
  return (
    <>
      {isNew && (
        <LimitedInput
          size="sm"
          label={t("admin.settings.fee.id")}
          description={t("admin.settings.fee.idHint")}
          limit={40}
          spellCheck={false}
          readOnly={readOnly}
          value={fee.id}
          error={refused("id")}
          onChange={(event) => onChange({ id: event.currentTarget.value })}
        />
      )}
      <div className={styles.three}>
        <EachLanguage
          size="sm"
          labelIn={(language) => t("admin.settings.fee.nameIn", { language })}
          limit={feeNameLength}
          readOnly={readOnly}
          texts={fee.name}
          errorIn={(language) => refused(`name.${language}`)}
          onChange={(name) => onChange({ name })}
        />
      </div>
      <div className={styles.three}>
        <NativeSelect
          size="sm"
          label={t("admin.settings.fee.kind")}
          readOnly={readOnly}
          value={fee.kind}
          data={feeKinds.map((value) => ({ value, label: t(`admin.settings.fee.kind.${value}`) }))}
          onChange={(event) => onChange({ kind: event.currentTarget.value as FeeKind })}
        />
        <LimitedInput
          size="sm"
          label={t("admin.settings.fee.value")}
          description={t("admin.settings.fee.valueHint")}
          inputMode="decimal"
          limit={20}
          readOnly={readOnly}
          value={fee.value}
          error={refused("value")}
          onChange={(event) => onChange({ value: event.currentTarget.value.trim() })}
        />
        <NativeSelect
          size="sm"
          label={t("admin.settings.fee.unit")}
          readOnly={readOnly}
          value={fee.unit}
          error={refused("unit")}
          data={feeUnits.map((value) => ({ value, label: t(`content.feeUnit.${value}`) }))}
          onChange={(event) => onChange({ unit: event.currentTarget.value as FeeUnit })}
        />
      </div>
      <div className={styles.three}>
        <LimitedInput
          size="sm"
          label={t("admin.settings.fee.currency")}
          limit={3}
          spellCheck={false}
          readOnly={readOnly}
          value={fee.currency ?? ""}
          error={refused("currency")}
          onChange={(event) => onChange({ currency: event.currentTarget.value.trim().toUpperCase() || null })}
        />
        <LimitedInput
          size="sm"
          label={t("admin.settings.fee.minimum")}
          inputMode="decimal"
          limit={20}
          readOnly={readOnly}
          value={fee.minimum ?? ""}
          error={refused("minimum")}
          onChange={(event) => onChange({ minimum: event.currentTarget.value.trim() || null })}
        />
        <Checkbox
          label={t("admin.settings.fee.vat")}
          readOnly={readOnly}
          checked={fee.vatAdded}
          onChange={(event) => onChange({ vatAdded: event.currentTarget.checked })}
        />
      </div>
      <div className={styles.three}>
        <EachLanguage
          size="sm"
          labelIn={(language) => t("admin.settings.fee.noteIn", { language })}
          limit={feeNoteLength}
          readOnly={readOnly}
          texts={fee.note}
          errorIn={(language) => refused(`note.${language}`)}
          onChange={(note) => onChange({ note })}
        />
      </div>
    </>
  );
}
