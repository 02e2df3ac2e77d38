/** The one table of fees: on the public page, and for contracts and reports. */
import { ActionIcon } from "@mantine/core";
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
import { languages } from "@portico/messages/catalogue.ts";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox, NativeSelect } from "../../ui/fields.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
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
  const move = (at: number, to: number) => {
    const moved = fees[at];
    if (moved && to >= 0 && to < fees.length) set({ fees: fees.toSpliced(at, 1).toSpliced(to, 0, moved) });
  };
  return (
    <form method="post" className={styles.wide} onSubmit={submit} noValidate>
      {fees.map((fee, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a fee that is being typed has no other identity
        <fieldset key={at} className={styles.documentType}>
          <legend>{fee.name[own] || t("admin.settings.fee.new")}</legend>
          <FeeFields
            fee={fee}
            canChange={canChange}
            isNew={!known.has(fee.id)}
            refused={(field) => refused(`fees.${at}.${field}`)}
            onChange={(part) => set({ fees: fees.map((each, place) => (place === at ? { ...each, ...part } : each)) })}
          />
          {canChange && (
            <span className={styles.order}>
              <ActionIcon
                variant="subtle"
                size={36}
                aria-label={t("admin.settings.moveUp", { name: fee.name[own] })}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                <Icon name="up" size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                size={36}
                aria-label={t("admin.settings.moveDown", { name: fee.name[own] })}
                disabled={at === fees.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <Icon name="down" size={16} />
              </ActionIcon>
              <Button
                size="compact-sm"
                variant="subtle"
                leftSection={<Icon name="trash" size={14} />}
                onClick={() => set({ fees: fees.toSpliced(at, 1) })}
              >
                {t("admin.settings.fee.remove")}
              </Button>
            </span>
          )}
        </fieldset>
      ))}
      {canChange && (
        <>
          {fees.length < mostFees && (
            <Button
              className={styles.add ?? ""}
              size="sm"
              variant="default"
              onClick={() => set({ fees: [...fees, newFee] })}
            >
              {t("admin.settings.fee.add")}
            </Button>
          )}
          <SaveBar {...bar} />
        </>
      )}
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
        {languages.map((language) => (
          <LimitedInput
            key={language}
            size="sm"
            lang={language}
            label={t("admin.settings.fee.nameIn", { language: t(`shell.language.${language}`) })}
            limit={feeNameLength}
            readOnly={readOnly}
            value={fee.name[language]}
            error={refused(`name.${language}`)}
            onChange={(event) => onChange({ name: { ...fee.name, [language]: event.currentTarget.value } })}
          />
        ))}
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
        {languages.map((language) => (
          <LimitedInput
            key={language}
            size="sm"
            lang={language}
            label={t("admin.settings.fee.noteIn", { language: t(`shell.language.${language}`) })}
            limit={feeNoteLength}
            readOnly={readOnly}
            value={fee.note[language]}
            error={refused(`note.${language}`)}
            onChange={(event) => onChange({ note: { ...fee.note, [language]: event.currentTarget.value } })}
          />
        ))}
      </div>
    </>
  );
}
