/** Whether the portal asks the service of Narodowy Bank Polski for rates. */
import type { Saved } from "../../shell/staff/use-setting.ts";
import { Switch } from "../../ui/fields.tsx";
import { useText } from "../../ui/text.tsx";
import { SaveBar } from "./save-bar.tsx";
import styles from "./settings.module.css";
import { noFaults, useSettingForm } from "./use-setting-form.ts";

export function NbpServiceForm({ saved, canChange }: { saved: Saved<"nbpService">; canChange: boolean }) {
  const t = useText();
  const { typed, set, submit, bar } = useSettingForm("nbpService", saved, noFaults);
  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      <Switch
        size="md"
        label={t("admin.settings.nbpServiceOn")}
        readOnly={!canChange}
        checked={typed.isOn}
        onChange={(event) => set({ isOn: event.currentTarget.checked })}
      />
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}
