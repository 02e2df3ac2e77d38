/** Addresses of the documents that a client declares to have read, in each language. */

import type { FirmDocument } from "@portico/api/forms/settings.ts";
import { languages } from "@portico/messages/catalogue.ts";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { useText } from "../../ui/text.tsx";
import { documentFaults, firmDocumentNames } from "./document-faults.ts";
import { SaveBar } from "./save-bar.tsx";
import styles from "./settings.module.css";
import { useAskAboutLanguages } from "./use-ask-about-languages.tsx";
import { useSettingForm } from "./use-setting-form.ts";

export function FirmDocumentsForm({ saved, canChange }: { saved: Saved<"firmDocuments">; canChange: boolean }) {
  const t = useText();
  const { typed, set, faults, refused, submit, bar } = useSettingForm(
    "firmDocuments",
    saved,
    documentFaults,
    undefined,
    useAskAboutLanguages((name) => t(`admin.settings.document.${name as FirmDocument}`)),
  );
  return (
    <form method="post" className={styles.wide} onSubmit={submit} noValidate>
      {firmDocumentNames.map((name) => (
        <fieldset key={name} className={styles.document}>
          <legend>{t(`admin.settings.document.${name}`)}</legend>
          <div className={styles.three}>
            {languages.map((language) => {
              const fault = faults[`${name}.${language}`];
              return (
                <LimitedInput
                  key={language}
                  size="sm"
                  label={t(`shell.language.${language}`)}
                  limit={300}
                  spellCheck={false}
                  readOnly={!canChange}
                  value={typed[name][language] ?? ""}
                  error={fault ? t(`admin.settings.fault.${fault}`) : refused(`${name}.${language}`)}
                  onChange={(event) =>
                    set({ [name]: { ...typed[name], [language]: event.currentTarget.value.trim() || null } })
                  }
                />
              );
            })}
          </div>
        </fieldset>
      ))}
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}
