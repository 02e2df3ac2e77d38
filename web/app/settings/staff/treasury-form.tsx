/** Where the clients' money is and the interest on it: the facts of the public page, as of one day. */
import { feeNameLength, feeNoteLength, mostBanks } from "@portico/api/rules/fees.ts";
import type { Treasury } from "@portico/api/settings/fees.ts";
import { languages } from "@portico/messages/catalogue.ts";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { Button } from "../../ui/button.tsx";
import { TextInput } from "../../ui/fields.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { useText } from "../../ui/text.tsx";
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

const changed = <Row,>(rows: readonly Row[], at: number, part: Partial<Row>): Row[] =>
  rows.map((row, place) => (place === at ? { ...row, ...part } : row));

function Banks({ treasury: { banks }, canChange, refused, onChange }: PartProps) {
  const t = useText();
  return (
    <>
      <p>{t("content.banks")}</p>
      {refused("banks") && <p className={styles.error}>{refused("banks")}</p>}
      {banks.map((bank, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a bank that is being typed has no other identity
        <fieldset key={at} className={styles.service}>
          <LimitedInput
            size="sm"
            label={t("admin.settings.treasury.bank")}
            limit={feeNameLength}
            readOnly={!canChange}
            value={bank.name}
            error={refused(`banks.${at}.name`)}
            onChange={(event) => onChange({ banks: changed(banks, at, { name: event.currentTarget.value }) })}
          />
          <LimitedInput
            size="sm"
            label={t("admin.settings.treasury.country")}
            limit={2}
            spellCheck={false}
            readOnly={!canChange}
            value={bank.country}
            error={refused(`banks.${at}.country`)}
            onChange={(event) =>
              onChange({ banks: changed(banks, at, { country: event.currentTarget.value.trim().toUpperCase() }) })
            }
          />
          <LimitedInput
            size="sm"
            label={t("admin.settings.treasury.share")}
            inputMode="decimal"
            limit={20}
            readOnly={!canChange}
            value={bank.share ?? ""}
            error={refused(`banks.${at}.share`)}
            onChange={(event) =>
              onChange({ banks: changed(banks, at, { share: event.currentTarget.value.trim() || null }) })
            }
          />
          {canChange && (
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<Icon name="trash" size={14} />}
              onClick={() => onChange({ banks: banks.toSpliced(at, 1) })}
            >
              {t("admin.settings.treasury.removeBank")}
            </Button>
          )}
        </fieldset>
      ))}
      {canChange && banks.length < mostBanks && (
        <Button
          className={styles.add ?? ""}
          size="sm"
          variant="default"
          onClick={() => onChange({ banks: [...banks, { name: "", country: "", share: null }] })}
        >
          {t("admin.settings.treasury.addBank")}
        </Button>
      )}
    </>
  );
}

function Interest({ treasury: { interest }, canChange, refused, onChange }: PartProps) {
  const t = useText();
  return (
    <>
      <p>{t("content.interest")}</p>
      {interest.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a currency that is being typed has no other identity
        <fieldset key={at} className={styles.service}>
          <LimitedInput
            size="sm"
            label={t("admin.settings.fee.currency")}
            limit={3}
            spellCheck={false}
            readOnly={!canChange}
            value={row.currency}
            error={refused(`interest.${at}.currency`)}
            onChange={(event) =>
              onChange({
                interest: changed(interest, at, { currency: event.currentTarget.value.trim().toUpperCase() }),
              })
            }
          />
          <LimitedInput
            size="sm"
            label={t("admin.settings.treasury.rate")}
            inputMode="decimal"
            limit={20}
            readOnly={!canChange}
            value={row.rate}
            error={refused(`interest.${at}.rate`)}
            onChange={(event) =>
              onChange({ interest: changed(interest, at, { rate: event.currentTarget.value.trim() }) })
            }
          />
          {languages.map((language) => (
            <LimitedInput
              key={language}
              size="sm"
              lang={language}
              label={t("admin.settings.fee.noteIn", { language: t(`shell.language.${language}`) })}
              limit={feeNoteLength}
              readOnly={!canChange}
              value={row.note[language]}
              error={refused(`interest.${at}.note.${language}`)}
              onChange={(event) =>
                onChange({
                  interest: changed(interest, at, { note: { ...row.note, [language]: event.currentTarget.value } }),
                })
              }
            />
          ))}
          {canChange && (
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<Icon name="trash" size={14} />}
              onClick={() => onChange({ interest: interest.toSpliced(at, 1) })}
            >
              {t("admin.settings.treasury.removeCurrency")}
            </Button>
          )}
        </fieldset>
      ))}
      {canChange && (
        <Button
          className={styles.add ?? ""}
          size="sm"
          variant="default"
          onClick={() =>
            onChange({ interest: [...interest, { currency: "", rate: "", note: { bg: "", en: "", pl: "" } }] })
          }
        >
          {t("admin.settings.treasury.addCurrency")}
        </Button>
      )}
    </>
  );
}
