/** The words that clients declare, in each language; every text has versions of its own. */
import { Textarea } from "@mantine/core";
import { declarationNames } from "@portico/api/forms/settled.ts";
import { languages } from "@portico/messages/catalogue.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { SaveBar } from "./save-bar.tsx";
import { declarationFaults } from "./setting-faults.ts";
import { SettingVersions, useVersions } from "./setting-versions.tsx";
import styles from "./settings.module.css";
import { type Saved, useSettingForm } from "./use-setting.ts";

export function DeclarationTextsForm({ saved, mayChange }: { saved: Saved<"declarationTexts">; mayChange: boolean }) {
  const t = useText();
  const own = useLanguage();
  const { typed, set, faults, refused, submit, bar } = useSettingForm("declarationTexts", saved, declarationFaults);
  const versions = useVersions("declarationTexts", saved.updated_at);
  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      {declarationNames.map((name) => (
        <fieldset key={name} className={styles.document}>
          <legend>{t(`admin.settings.declaration.${name}`)}</legend>
          {languages.map((language) => (
            <Textarea
              key={language}
              size="sm"
              autosize
              minRows={2}
              lang={language}
              label={t(`shell.language.${language}`)}
              maxLength={2000}
              readOnly={!mayChange}
              value={typed[name][language]}
              error={
                faults[`${name}.${language}`] ? t("admin.settings.fault.declaration") : refused(`${name}.${language}`)
              }
              onChange={(event) => set({ [name]: { ...typed[name], [language]: event.currentTarget.value } })}
            />
          ))}
          <SettingVersions versions={versions.filter(({ part }) => part === name)}>
            {({ data }) => <p className={styles.versionText}>{(data as Record<string, string>)[own]}</p>}
          </SettingVersions>
        </fieldset>
      ))}
      {mayChange && <SaveBar {...bar} />}
    </form>
  );
}
