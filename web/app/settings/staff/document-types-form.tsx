/** The types of documents: named in three languages, in the order in which they are offered. */
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import { ForeseenRetention } from "../../shell/staff/foreseen-retention.tsx";
import { EachLanguage } from "../../shell/staff/texts/each-language.tsx";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { Checkbox, NativeSelect } from "../../ui/fields.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { EditableList } from "./editable-list.tsx";
import { SaveBar } from "./save-bar.tsx";
import { documentTypeFaults } from "./setting-faults.ts";
import styles from "./settings.module.css";
import { useAskToWeaken } from "./use-ask-to-weaken.ts";
import { useSettingForm } from "./use-setting-form.ts";

/** As many as the API accepts. */
const mostTypes = 40;
const newType: SettingValue<"documentTypes">["types"][number] = {
  id: "",
  name: { bg: "", en: "", pl: "" },
  clientsAdd: false,
  expires: false,
  keepYears: null,
};
const keepYears = Array.from({ length: 30 }, (_, place) => place + 1);

export function DocumentTypesForm({ saved, canChange }: { saved: Saved<"documentTypes">; canChange: boolean }) {
  const t = useText();
  const own = useLanguage();
  const { typed, set, faults, refused, submit, bar } = useSettingForm(
    "documentTypes",
    saved,
    documentTypeFaults,
    undefined,
    useAskToWeaken("documentTypes", (after) => <ForeseenRetention t={t} types={after.types} />),
  );
  const { types } = typed;
  const known = new Set(saved.data.types.map(({ id }) => id));

  const errorOf = (path: string) => (faults[path] ? t(`admin.settings.fault.${faults[path]}`) : refused(path));

  return (
    <form method="post" className={styles.wide} onSubmit={submit} noValidate>
      <EditableList
        rows={types}
        onChange={(changed) => set({ types: changed })}
        canChange={canChange}
        most={mostTypes}
        newRow={newType}
        className={styles.documentType}
        titleOf={({ name }) => name[own] || t("admin.settings.documentTypeNew")}
        nameOf={({ name }) => name[own]}
        addLabel={t("admin.settings.documentTypeAdd")}
        removeLabel={t("admin.settings.serviceRemove")}
        removeNameOf={({ name }) => t("admin.settings.documentTypeRemove", { name: name[own] })}
        keepsOne
      >
        {({ row: type, at, change, controls }) => (
          <>
            {!known.has(type.id) && (
              <LimitedInput
                size="sm"
                label={t("admin.settings.documentTypeId")}
                description={t("admin.settings.documentTypeIdHint")}
                limit={40}
                spellCheck={false}
                readOnly={!canChange}
                value={type.id}
                error={errorOf(`types.${at}.id`)}
                onChange={(event) => change({ id: event.currentTarget.value })}
              />
            )}
            <div className={styles.three}>
              <EachLanguage
                size="sm"
                limit={120}
                readOnly={!canChange}
                texts={type.name}
                errorIn={(language) => errorOf(`types.${at}.name.${language}`)}
                onChange={(name) => change({ name })}
              />
            </div>
            <NativeSelect
              size="sm"
              className={styles.keep ?? ""}
              label={t("admin.settings.documentTypeKeep")}
              readOnly={!canChange}
              value={type.keepYears ?? ""}
              onChange={(event) => change({ keepYears: Number(event.currentTarget.value) || null })}
              data={[
                { value: "", label: t("admin.settings.documentTypeKeepHolder") },
                ...keepYears.map((years) => ({
                  value: String(years),
                  label: t("admin.settings.documentTypeKeepYears", { years }),
                })),
              ]}
            />
            <div className={styles.actions}>
              <Checkbox
                label={t("admin.settings.documentTypeClientsAdd")}
                readOnly={!canChange}
                checked={type.clientsAdd}
                onChange={(event) => change({ clientsAdd: event.currentTarget.checked })}
              />
              <Checkbox
                label={t("admin.settings.documentTypeExpires")}
                readOnly={!canChange}
                checked={type.expires}
                onChange={(event) => change({ expires: event.currentTarget.checked })}
              />
              {controls}
            </div>
          </>
        )}
      </EditableList>
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}
