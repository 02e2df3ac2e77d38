/** In which country custodians are, as tax packs need it. */
import { custodianLimits } from "@portico/api/rules/custodians.ts";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { useCountries } from "../../shell/use-countries.ts";
import { NativeSelect } from "../../ui/fields.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { useText } from "../../ui/text.tsx";
import { EditableList } from "./editable-list.tsx";
import { SaveBar } from "./save-bar.tsx";
import styles from "./settings.module.css";
import { noFaults, useSettingForm } from "./use-setting-form.ts";

export function TaxPacksForm({ saved, canChange }: { saved: Saved<"taxPacks">; canChange: boolean }) {
  const t = useText();
  const countries = useCountries();
  const { typed, set, refused, submit, bar } = useSettingForm("taxPacks", saved, noFaults);
  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      <EditableList
        rows={typed.custodians}
        onChange={(custodians) => set({ custodians })}
        canChange={canChange}
        most={custodianLimits.count}
        newRow={{ name: "", country: "BG" }}
        className={styles.service}
        addLabel={t("admin.settings.custodianAdd")}
        removeLabel={t("admin.settings.serviceRemove")}
        removeNameOf={({ name }) => `${t("admin.settings.serviceRemove")}: ${name}`}
      >
        {({ row: { name, country }, at, change, controls }) => (
          <>
            <LimitedInput
              size="sm"
              label={t("admin.settings.custodianName")}
              limit={custodianLimits.name}
              readOnly={!canChange}
              value={name}
              error={refused(`custodians.${at}.name`)}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <NativeSelect
              size="sm"
              label={t("admin.settings.custodianCountry")}
              value={country}
              disabled={!canChange}
              data={countries.map(({ code, name: label }) => ({ value: code, label }))}
              error={refused(`custodians.${at}.country`)}
              onChange={(event) => change({ country: event.currentTarget.value })}
            />
            {controls}
          </>
        )}
      </EditableList>
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}
