/** Recipients of clients' messages, and the services that clients can request. */

import { EachLanguage } from "../../shell/staff/texts/each-language.tsx";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { TagsInput } from "../../ui/fields.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { useText } from "../../ui/text.tsx";
import { EditableList } from "./editable-list.tsx";
import { SaveBar } from "./save-bar.tsx";
import styles from "./settings.module.css";
import { useAskAboutAddresses } from "./use-ask-about-addresses.ts";
import { noFaults, useSettingForm } from "./use-setting-form.ts";

export function ClientRequestsForm({ saved, canChange }: { saved: Saved<"clientRequests">; canChange: boolean }) {
  const t = useText();
  const { typed, set, refused, submit, bar } = useSettingForm(
    "clientRequests",
    saved,
    noFaults,
    undefined,
    useAskAboutAddresses((value) => value.recipients),
  );
  const { recipients, services } = typed;
  return (
    <form className={styles.form} onSubmit={submit}>
      <TagsInput
        label={t("admin.settings.recipients")}
        description={t("admin.settings.recipientsHint")}
        readOnly={!canChange}
        maxTags={20}
        value={recipients}
        error={
          recipients.map((_, place) => refused(`recipients.${place}`)).find((text) => text) ?? refused("recipients")
        }
        onChange={(value) => set({ recipients: value })}
      />
      <p>{t("admin.settings.services")}</p>
      <EditableList
        rows={services}
        onChange={(changed) => set({ services: changed })}
        canChange={canChange}
        newRow={{ id: "", name: { bg: "", en: "", pl: "" } }}
        className={styles.service}
        addLabel={t("admin.settings.serviceAdd")}
        removeLabel={t("admin.settings.serviceRemove")}
      >
        {({ row: { id, name }, at, change, controls }) => (
          <>
            <LimitedInput
              size="sm"
              label={t("admin.settings.serviceId")}
              limit={40}
              readOnly={!canChange}
              value={id}
              error={refused(`services.${at}.id`)}
              onChange={(event) => change({ id: event.currentTarget.value })}
            />
            <EachLanguage
              size="sm"
              limit={120}
              readOnly={!canChange}
              texts={name}
              errorIn={(language) => refused(`services.${at}.name.${language}`)}
              onChange={(changed) => change({ name: changed })}
            />
            {controls}
          </>
        )}
      </EditableList>
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}
