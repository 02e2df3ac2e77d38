/** The contract that must be signed before a form is approved: one for persons, one for companies. */
import { formTypes } from "@portico/api/forms/forms.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { NativeSelect } from "../../ui/fields.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { SaveBar } from "./save-bar.tsx";
import styles from "./settings.module.css";
import { noFaults, useSettingForm } from "./use-setting-form.ts";

const kindOf = { KYC: "user", companyKYC: "company" } as const;

export function RequiredContractsForm({ saved, canChange }: { saved: Saved<"requiredContracts">; canChange: boolean }) {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const query = useCall(api.contracts.listTemplates);
  const { typed, set, refused, submit, bar } = useSettingForm("requiredContracts", saved, noFaults);
  if (!query.data) return <PendingQuery query={query} />;
  const templates = query.data;
  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      {formTypes.map((form) => {
        const offered = templates.filter(
          ({ type, inUse, newest: { content } }) =>
            type === typed[form] || (inUse !== null && (content.for === "both" || content.for === kindOf[form])),
        );
        return (
          <NativeSelect
            key={form}
            size="sm"
            label={t(`admin.settings.requiredContract.${form}`)}
            readOnly={!canChange}
            value={typed[form] ?? ""}
            data={[
              { value: "", label: t("admin.settings.requiredContract.none") },
              ...offered.map(({ type, newest }) => ({ value: type, label: newest.content.name[language] })),
            ]}
            error={refused(form)}
            onChange={(event) => set({ [form]: event.currentTarget.value || null })}
          />
        );
      })}
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}
