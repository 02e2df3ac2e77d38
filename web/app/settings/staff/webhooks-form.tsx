/** The systems of the firm that are told of events. Their secrets are on the page of webhooks. */
import { webhookLimits } from "@portico/api/rules/webhooks.ts";
import type { WebhookEndpoint } from "@portico/api/webhooks/settings.ts";
import { useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { Checkbox, TextInput } from "../../ui/fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import connections from "./connections.module.css";
import { EditableList } from "./editable-list.tsx";
import { SaveBar } from "./save-bar.tsx";
import styles from "./settings.module.css";
import { useAskToWeaken } from "./use-ask-to-weaken.ts";
import { useSettingForm } from "./use-setting-form.ts";

type EventName = WebhookEndpoint["events"][number];

const isAddress = (text: string): boolean => /^https?:\/\/[^\s/@]+(?:\/\S*)?$/.test(text);

/** Fields of an endpoint that are no value, by their path. */
function faultsOf({ endpoints }: { endpoints: readonly WebhookEndpoint[] }): Record<string, true> {
  const faults: Record<string, true> = {};
  endpoints.forEach(({ name, url, events }, at) => {
    const fails = { name: name.trim() === "", url: !isAddress(url), events: events.length === 0 };
    for (const [field, isWrong] of Object.entries(fails)) if (isWrong) faults[`endpoints.${at}.${field}`] = true;
  });
  return faults;
}

export function WebhooksForm({ saved, canChange }: { saved: Saved<"webhooks">; canChange: boolean }) {
  const t = useText();
  const ask = useAskToWeaken("webhooks");
  const { data } = useCall(useApi().webhooks.list, {}, { enabled: canChange });
  const { typed, set, faults, refused, submit, bar } = useSettingForm("webhooks", saved, faultsOf, undefined, ask);
  const isFault = (path: string): boolean => (faults as Record<string, true>)[path] === true;
  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      <EditableList
        rows={typed.endpoints}
        onChange={(endpoints) => set({ endpoints })}
        canChange={canChange}
        most={webhookLimits.endpoints}
        newRow={{ id: crypto.randomUUID(), name: "", url: "https://", events: [] }}
        className={connections.one}
        titleOf={({ name }) => name || "–"}
        addLabel={t("admin.webhooks.add")}
        removeLabel={t("admin.webhooks.remove")}
        removeNameOf={({ name }) => `${t("admin.webhooks.remove")}: ${name}`}
      >
        {({ row, at, change, controls }) => (
          <>
            {(["name", "url"] as const).map((field) => (
              <TextInput
                key={field}
                size="sm"
                spellCheck={false}
                label={t(`admin.webhooks.${field}`)}
                {...(field === "url" && { description: t("admin.webhooks.urlHint") })}
                readOnly={!canChange}
                value={row[field]}
                error={
                  refused(`endpoints.${at}.${field}`) ??
                  (isFault(`endpoints.${at}.${field}`) ? t("admin.webhooks.fault") : undefined)
                }
                onChange={(event) => change({ [field]: event.currentTarget.value.trimStart() })}
              />
            ))}
            <EventsField
              chosen={row.events}
              offered={data?.events ?? row.events}
              change={(events) => change({ events })}
              canChange={canChange}
              error={isFault(`endpoints.${at}.events`) ? t("admin.webhooks.faultEvents") : undefined}
            />
            {controls}
          </>
        )}
      </EditableList>
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}

interface EventsFieldProps {
  chosen: readonly EventName[];
  offered: readonly EventName[];
  change: (events: EventName[]) => void;
  canChange: boolean;
  error: string | undefined;
}

function EventsField({ chosen, offered, change, canChange, error }: EventsFieldProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(chosen.length === 0);
  const choose = (name: EventName, isOn: boolean) =>
    change(offered.filter((one) => (one === name ? isOn : chosen.includes(one))));
  return (
    <details
      className={connections.events}
      open={isOpen || error !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t("admin.webhooks.eventsChosen", { chosen: chosen.length, all: offered.length })}</summary>
      {error !== undefined && <Notice tone="failed">{error}</Notice>}
      <Checkbox
        my="xs"
        label={t("admin.webhooks.all")}
        readOnly={!canChange}
        checked={chosen.length === offered.length}
        indeterminate={chosen.length > 0 && chosen.length < offered.length}
        onChange={(event) => canChange && change(event.currentTarget.checked ? [...offered] : [])}
      />
      <div className={connections.names}>
        {offered.map((name) => (
          <Checkbox
            key={name}
            label={t(`admin.webhooks.event.${name}`)}
            description={name}
            readOnly={!canChange}
            checked={chosen.includes(name)}
            onChange={(event) => canChange && choose(name, event.currentTarget.checked)}
          />
        ))}
      </div>
    </details>
  );
}
