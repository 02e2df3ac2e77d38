/** The firm's identity providers, the roles of their groups, and who signs in without them. */
import { Checkbox } from "@mantine/core";
import type { Identity, IdentityProvider } from "@portico/api/identity/settings.ts";
import { isIssuer, identityLimits as limits } from "@portico/api/rules/identity.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { useText } from "../../ui/text.tsx";
import connections from "./connections.module.css";
import { EditableList } from "./editable-list.tsx";
import { ProviderFields } from "./identity-provider-fields.tsx";
import { SaveBar } from "./save-bar.tsx";
import styles from "./settings.module.css";
import { useAskToWeaken } from "./use-ask-to-weaken.ts";
import { useSettingForm } from "./use-setting-form.ts";

const isEmpty = (text: string): boolean => text.trim() === "";

/** Fields that are no value, by their path. */
function faultsOf({ providers, emergency }: Identity): Record<string, true> {
  const faults: Record<string, true> = {};
  providers.forEach((one, at) => {
    const names = one.groups.map(({ group }) => group.trim());
    const fails = {
      name: isEmpty(one.name),
      issuer: !isIssuer(one.issuer),
      clientId: isEmpty(one.clientId),
      groupsClaim: isEmpty(one.groupsClaim),
      groups: names.some((name, place) => name === "" || names.indexOf(name) !== place),
    };
    for (const [field, isWrong] of Object.entries(fails)) if (isWrong) faults[`providers.${at}.${field}`] = true;
  });
  if (providers.some(({ isOn }) => isOn) && emergency.length === 0) faults["emergency"] = true;
  return faults;
}

const newProvider = (): IdentityProvider => ({
  id: crypto.randomUUID(),
  name: "",
  isOn: false,
  issuer: "",
  clientId: "",
  groupsClaim: "groups",
  groups: [],
  secondFactor: "claim",
  acrValues: [],
  creates: true,
  endsSession: true,
  scimTokens: [],
});

export function IdentityForm({ saved, canChange }: { saved: Saved<"identity">; canChange: boolean }) {
  const t = useText();
  const ask = useAskToWeaken("identity");
  const { typed, set, faults, refused, submit, bar } = useSettingForm("identity", saved, faultsOf, undefined, ask);
  const errorOf = (path: string): string | undefined =>
    refused(path) ?? ((faults as Record<string, true>)[path] ? t("admin.identity.fault") : undefined);
  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      <EditableList
        rows={typed.providers}
        onChange={(providers) => set({ providers })}
        canChange={canChange}
        most={limits.providers}
        newRow={newProvider()}
        className={connections.one}
        titleOf={({ name }) => name || t("admin.identity.newName")}
        addLabel={t("admin.identity.add")}
        removeLabel={t("admin.identity.remove")}
        removeNameOf={({ name }) => `${t("admin.identity.remove")}: ${name}`}
      >
        {({ row, at, change, controls }) => (
          <>
            <ProviderFields
              row={row}
              change={change}
              canChange={canChange}
              errorOf={(field) => errorOf(`providers.${at}.${field}`)}
            />
            {controls}
          </>
        )}
      </EditableList>
      <Emergency typed={typed} set={set} canChange={canChange} error={emergencyError()} />
      {canChange && <SaveBar {...bar} />}
    </form>
  );

  function emergencyError(): string | undefined {
    const isRefused = refused("emergency") ?? typed.emergency.map((_, at) => refused(`emergency.${at}`)).find(Boolean);
    return (faults as Record<string, true>)["emergency"] || isRefused ? t("admin.identity.emergencyNone") : undefined;
  }
}

interface EmergencyProps {
  typed: Identity;
  set: (part: Partial<Identity>) => void;
  canChange: boolean;
  error: string | undefined;
}

function Emergency({ typed, set, canChange, error }: EmergencyProps) {
  const t = useText();
  const { data: colleagues = [] } = useCall(useApi().colleagues.list);
  const admins = colleagues.filter(({ role }) => role === "admin");
  if (!canChange) {
    const names = admins.filter(({ id }) => typed.emergency.includes(id)).map(({ name }) => name);
    return (
      <p>
        {t("admin.identity.emergency")}: {names.join(", ") || "–"}
      </p>
    );
  }
  return (
    <Checkbox.Group
      label={t("admin.identity.emergency")}
      description={t("admin.identity.emergencyHint")}
      error={error}
      value={typed.emergency.map(String)}
      onChange={(chosen) => set({ emergency: chosen.map(Number) })}
    >
      {admins.map(({ id, name }) => (
        <Checkbox key={id} my="xs" value={String(id)} label={name} />
      ))}
    </Checkbox.Group>
  );
}
