/** Where the clients' money is and the interest on it: the facts of the public page, as of one day. */
import { feeNameLength, feeNoteLength, mostBanks } from "@portico/api/rules/fees.ts";
import type { Treasury } from "@portico/api/settings/fees.ts";
import { EachLanguage } from "../../shell/staff/texts/each-language.tsx";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { TextInput } from "../../ui/fields.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { useText } from "../../ui/text.tsx";
import { EditableList } from "./editable-list.tsx";
import { SaveBar } from "./save-bar.tsx";
import styles from "./settings.module.css";
import { noFaults, useSettingForm } from "./use-setting-form.ts";

interface PartProps {
  treasury: Treasury;
  canChange: boolean;
  refused: (path: string) => string | undefined;
  onChange: (part: Partial<Treasury>) => void;
}

export function TreasuryForm({ saved, canChange }: { saved: Saved<"treasury">; canChange: boolean }) {
  const t = useText();
  const { typed, set, refused, submit, bar } = useSettingForm("treasury", saved, noFaults);
  const part = { treasury: typed, canChange, refused, onChange: set };
  return (
    <form method="post" className={styles.wide} onSubmit={submit} noValidate>
      <TextInput
        size="sm"
        type="date"
        label={t("admin.settings.treasury.asOf")}
        description={t("admin.settings.treasury.asOfHint")}
        readOnly={!canChange}
        value={typed.asOf ?? ""}
        error={refused("asOf")}
        onChange={(event) => set({ asOf: event.currentTarget.value || null })}
      />
      <Banks {...part} />
      <Interest {...part} />
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}

function Banks({ treasury: { banks }, canChange, refused, onChange }: PartProps) {
  const t = useText();
  return (
    <>
      <p>{t("content.banks")}</p>
      {refused("banks") && <p className={styles.error}>{refused("banks")}</p>}
      <EditableList
        rows={banks}
        onChange={(changed) => onChange({ banks: changed })}
        canChange={canChange}
        most={mostBanks}
        newRow={{ name: "", country: "", share: null }}
        className={styles.service}
        addLabel={t("admin.settings.treasury.addBank")}
        removeLabel={t("admin.settings.treasury.removeBank")}
      >
        {({ row: bank, at, change, controls }) => (
          <>
            <LimitedInput
              size="sm"
              label={t("admin.settings.treasury.bank")}
              limit={feeNameLength}
              readOnly={!canChange}
              value={bank.name}
              error={refused(`banks.${at}.name`)}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <LimitedInput
              size="sm"
              label={t("admin.settings.treasury.country")}
              limit={2}
              spellCheck={false}
              readOnly={!canChange}
              value={bank.country}
              error={refused(`banks.${at}.country`)}
              onChange={(event) => change({ country: event.currentTarget.value.trim().toUpperCase() })}
            />
            <LimitedInput
              size="sm"
              label={t("admin.settings.treasury.share")}
              inputMode="decimal"
              limit={20}
              readOnly={!canChange}
              value={bank.share ?? ""}
              error={refused(`banks.${at}.share`)}
              onChange={(event) => change({ share: event.currentTarget.value.trim() || null })}
            />
            {controls}
          </>
        )}
      </EditableList>
    </>
  );
}

function Interest({ treasury: { interest }, canChange, refused, onChange }: PartProps) {
  const t = useText();
  return (
    <>
      <p>{t("content.interest")}</p>
      <EditableList
        rows={interest}
        onChange={(changed) => onChange({ interest: changed })}
        canChange={canChange}
        newRow={{ currency: "", rate: "", note: { bg: "", en: "", pl: "" } }}
        className={styles.service}
        addLabel={t("admin.settings.treasury.addCurrency")}
        removeLabel={t("admin.settings.treasury.removeCurrency")}
      >
        {({ row, at, change, controls }) => (
          <>
            <LimitedInput
              size="sm"
              label={t("admin.settings.fee.currency")}
              limit={3}
              spellCheck={false}
              readOnly={!canChange}
              value={row.currency}
              error={refused(`interest.${at}.currency`)}
              onChange={(event) => change({ currency: event.currentTarget.value.trim().toUpperCase() })}
            />
            <LimitedInput
              size="sm"
              label={t("admin.settings.treasury.rate")}
              inputMode="decimal"
              limit={20}
              readOnly={!canChange}
              value={row.rate}
              error={refused(`interest.${at}.rate`)}
              onChange={(event) => change({ rate: event.currentTarget.value.trim() })}
            />
            <EachLanguage
              size="sm"
              labelIn={(language) => t("admin.settings.fee.noteIn", { language })}
              limit={feeNoteLength}
              readOnly={!canChange}
              texts={row.note}
              errorIn={(language) => refused(`interest.${at}.note.${language}`)}
              onChange={(note) => change({ note })}
            />
            {controls}
          </>
        )}
      </EditableList>
    </>
  );
}
