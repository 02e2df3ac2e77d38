/** The texts that clients declare, each collapsed and in three languages; every text has its own versions. */

import { type DeclarationName, declarationNames } from "@portico/api/forms/settled.ts";
import { type Language, languages } from "@portico/messages/catalogue.ts";
import { useState } from "react";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./declaration-texts.module.css";
import { SaveBar } from "./save-bar.tsx";
import { declarationFaults } from "./setting-faults.ts";
import { SettingVersions, useVersions } from "./setting-versions.tsx";
import { useAskAboutLanguages } from "./use-ask-about-languages.tsx";
import { useSettingForm } from "./use-setting-form.ts";

export function DeclarationTextsForm({ saved, canChange }: { saved: Saved<"declarationTexts">; canChange: boolean }) {
  const t = useText();
  const own = useLanguage();
  const [open, setOpen] = useState<DeclarationName>();
  /** The language shown if there is room for only one. */
  const [shown, setShown] = useState<Language>(own);
  const { typed, set, faults, wrong, refused, submit, bar } = useSettingForm(
    "declarationTexts",
    saved,
    declarationFaults,
    (path) => {
      const [name, language] = path.split(".");
      setOpen(name as DeclarationName);
      setShown(language as Language);
    },
    useAskAboutLanguages((name) => t(`admin.settings.declaration.${name as DeclarationName}`)),
  );
  const versions = useVersions("declarationTexts", saved.updated_at);

  const fold = (name: DeclarationName, isOpen: boolean) =>
    setOpen((before) => (isOpen ? name : before === name ? undefined : before));

  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      {declarationNames.map((name) => {
        const isWrong = wrong.some((path) => path.startsWith(`${name}.`));
        const isChanged = languages.some((language) => typed[name][language] !== saved.data[name][language]);
        return (
          <details
            key={name}
            className={styles.text}
            open={open === name}
            onToggle={(event) => fold(name, event.currentTarget.open)}
          >
            <summary id={`declaration-${name}`}>
              {t(`admin.settings.declaration.${name}`)}
              {(isWrong || isChanged) && (
                <small className={isWrong ? styles.wrong : styles.unsaved}>
                  {t(isWrong ? "admin.settings.toCorrect" : "admin.settings.unsavedMark")}
                </small>
              )}
              <span className={styles.start} lang={own} aria-hidden="true">
                {typed[name][own]}
              </span>
            </summary>
            <div className={styles.languagePicker}>
              <SectionPicker
                label={t("admin.settings.textLanguage")}
                current={shown}
                sections={languages.map((id) => ({ id, label: t(`shell.language.${id}`) }))}
                onPick={(language) => setShown(language as Language)}
              />
            </div>
            <fieldset className={styles.languages} aria-labelledby={`declaration-${name}`}>
              {languages.map((language) => (
                <div key={language} className={styles.language} data-shown={language === shown || undefined}>
                  <LimitedTextarea
                    size="sm"
                    rows={8}
                    resize="vertical"
                    lang={language}
                    label={t(`shell.language.${language}`)}
                    limit={2000}
                    readOnly={!canChange}
                    value={typed[name][language]}
                    error={
                      faults[`${name}.${language}`]
                        ? t("admin.settings.fault.declaration")
                        : refused(`${name}.${language}`)
                    }
                    onChange={(event) => set({ [name]: { ...typed[name], [language]: event.currentTarget.value } })}
                  />
                </div>
              ))}
            </fieldset>
            <SettingVersions versions={versions.filter(({ part }) => part === name)}>
              {({ data }) => <p>{(data as Record<string, string>)[own]}</p>}
            </SettingVersions>
          </details>
        );
      })}
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}
