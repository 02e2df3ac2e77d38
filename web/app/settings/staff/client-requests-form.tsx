/** Recipients of clients' messages, and the services that clients can request. */

import type { Saved } from "../../shell/staff/use-setting.ts";
import { Button } from "../../ui/button.tsx";
import { TagsInput } from "../../ui/fields.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { useText } from "../../ui/text.tsx";
import { SaveBar } from "./save-bar.tsx";
import styles from "./settings.module.css";
import { noFaults, useSettingForm } from "./use-setting-form.ts";

const languages = ["en", "bg", "pl"] as const;

export function ClientRequestsForm({ saved, canChange }: { saved: Saved<"clientRequests">; canChange: boolean }) {
  const t = useText();
  const { typed, set, refused, submit, bar } = useSettingForm("clientRequests", saved, noFaults);
  const { recipients, services } = typed;
  type Service = (typeof services)[number];
  const setService = (index: number, service: Service) =>
    set({ services: services.map((each, at) => (at === index ? service : each)) });
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
      {services.map((service, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a service that is being typed has no other identity
        <fieldset key={index} className={styles.service}>
          <LimitedInput
            size="sm"
            label={t("admin.settings.serviceId")}
            limit={40}
            readOnly={!canChange}
            value={service.id}
            error={refused(`services.${index}.id`)}
            onChange={(event) => setService(index, { ...service, id: event.currentTarget.value })}
          />
          {languages.map((language) => (
            <LimitedInput
              key={language}
              size="sm"
              label={t(`shell.language.${language}`)}
              limit={120}
              readOnly={!canChange}
              value={service.name[language]}
              error={refused(`services.${index}.name.${language}`)}
              onChange={(event) =>
                setService(index, { ...service, name: { ...service.name, [language]: event.currentTarget.value } })
              }
            />
          ))}
          {canChange && (
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<Icon name="trash" size={14} />}
              onClick={() => set({ services: services.filter((_, at) => at !== index) })}
            >
              {t("admin.settings.serviceRemove")}
            </Button>
          )}
        </fieldset>
      ))}
      {canChange && (
        <>
          <Button
            className={styles.add ?? ""}
            size="sm"
            variant="default"
            onClick={() => set({ services: [...services, { id: "", name: { bg: "", en: "", pl: "" } }] })}
          >
            {t("admin.settings.serviceAdd")}
          </Button>
          <SaveBar {...bar} />
        </>
      )}
    </form>
  );
}
