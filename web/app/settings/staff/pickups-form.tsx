/** Folders of custodians that the portal picks files up from. */
import type { PickupConnection } from "@portico/api/pickups/settings.ts";
import { fingerprintForm, hostForm, pickupLimits, timeForm } from "@portico/api/rules/pickups.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { TestedConnection, useTestConnection } from "../../shell/staff/tested-connection.tsx";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { Button } from "../../ui/button.tsx";
import { NativeSelect, NumberInput, Switch, TextInput } from "../../ui/fields.tsx";
import { useText } from "../../ui/text.tsx";
import { EditableList } from "./editable-list.tsx";
import { SaveBar } from "./save-bar.tsx";
import styles from "./settings.module.css";
import { useAskToWeaken } from "./use-ask-to-weaken.ts";
import { useSettingForm } from "./use-setting-form.ts";

/** Fields of a folder that are no value, by their path. */
function faultsOf({ connections }: { connections: readonly PickupConnection[] }): Record<string, true> {
  const faults: Record<string, true> = {};
  connections.forEach((one, at) => {
    const fails = {
      host: !hostForm.test(one.host),
      user: one.user.trim() === "",
      fingerprint: !fingerprintForm.test(one.fingerprint),
      folder: one.folder.trim() === "",
      pattern: one.pattern.trim() === "",
      processedFolder: one.processedFolder.trim() === "" || one.processedFolder === one.folder,
      expectedBy: one.expectedBy !== null && !timeForm.test(one.expectedBy),
    };
    for (const [field, isWrong] of Object.entries(fails)) if (isWrong) faults[`connections.${at}.${field}`] = true;
  });
  return faults;
}

const newConnection = (custodianId: number): PickupConnection => ({
  custodianId,
  isOn: true,
  host: "",
  port: 22,
  user: "",
  fingerprint: "",
  folder: "/out",
  pattern: "*",
  processedFolder: "/processed",
  expectedBy: null,
});

export function PickupsForm({ saved, canChange }: { saved: Saved<"pickups">; canChange: boolean }) {
  const t = useText();
  const ask = useAskToWeaken("pickups");
  const { data } = useCall(useApi().custodians.list);
  const custodians = (data?.custodians ?? []).filter(({ ended_at }) => ended_at === null);
  const { typed, set, faults, refused, submit, bar } = useSettingForm("pickups", saved, faultsOf, undefined, ask);
  const used = new Set(typed.connections.map(({ custodianId }) => custodianId));
  const free = custodians.find(({ id }) => !used.has(id));
  const errorOf = (path: string): string | undefined =>
    refused(path) ?? ((faults as Record<string, true>)[path] ? t("admin.pickups.fault") : undefined);
  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      {custodians.length === 0 && <p className="small">{t("admin.pickups.noCustodian")}</p>}
      <EditableList
        rows={typed.connections}
        onChange={(connections) => set({ connections })}
        canChange={canChange && (free !== undefined || typed.connections.length > 0)}
        most={Math.min(pickupLimits.connections, custodians.length)}
        newRow={newConnection(free?.id ?? 0)}
        className={styles.document}
        titleOf={({ custodianId }) => custodians.find(({ id }) => id === custodianId)?.name ?? "–"}
        addLabel={t("admin.pickups.add")}
        removeLabel={t("admin.pickups.remove")}
        removeNameOf={({ host }) => `${t("admin.pickups.remove")}: ${host}`}
      >
        {({ row, at, change, controls }) => (
          <>
            <ConnectionFields
              row={row}
              change={change}
              canChange={canChange}
              errorOf={(field) => errorOf(`connections.${at}.${field}`)}
              custodians={custodians.filter(({ id }) => id === row.custodianId || !used.has(id))}
            />
            {controls}
          </>
        )}
      </EditableList>
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}

interface FieldsProps {
  row: PickupConnection;
  change: (part: Partial<PickupConnection>) => void;
  canChange: boolean;
  errorOf: (field: keyof PickupConnection) => string | undefined;
  custodians: readonly { id: number; name: string }[];
}

function ConnectionFields({ row, change, canChange, errorOf, custodians }: FieldsProps) {
  const t = useText();
  const text = (field: "host" | "user" | "folder" | "pattern" | "processedFolder" | "fingerprint") => (
    <TextInput
      size="sm"
      spellCheck={false}
      autoCapitalize="none"
      label={t(`admin.pickups.${field}`)}
      {...(field === "pattern" && { description: t("admin.pickups.patternHint") })}
      {...(field === "fingerprint" && { description: t("admin.pickups.fingerprintHint") })}
      readOnly={!canChange}
      value={row[field]}
      error={errorOf(field)}
      onChange={(event) => change({ [field]: event.currentTarget.value.trimStart() })}
    />
  );
  return (
    <>
      <NativeSelect
        size="sm"
        label={t("admin.pickups.custodian")}
        value={String(row.custodianId)}
        disabled={!canChange}
        data={custodians.map(({ id, name }) => ({ value: String(id), label: name }))}
        error={errorOf("custodianId")}
        onChange={(event) => change({ custodianId: Number(event.currentTarget.value) })}
      />
      <Switch
        size="md"
        label={t("admin.pickups.isOn")}
        readOnly={!canChange}
        checked={row.isOn}
        onChange={(event) => change({ isOn: event.currentTarget.checked })}
      />
      {text("host")}
      <NumberInput
        size="sm"
        label={t("admin.pickups.port")}
        min={1}
        max={65_535}
        readOnly={!canChange}
        value={row.port}
        error={errorOf("port")}
        onChange={(value) => typeof value === "number" && change({ port: value })}
      />
      {text("user")}
      {text("folder")}
      {text("pattern")}
      {text("processedFolder")}
      <TextInput
        size="sm"
        label={t("admin.pickups.expectedBy")}
        description={t("admin.pickups.expectedByHint")}
        readOnly={!canChange}
        value={row.expectedBy ?? ""}
        error={errorOf("expectedBy")}
        onChange={(event) => change({ expectedBy: event.currentTarget.value.trim() || null })}
      />
      {text("fingerprint")}
      {canChange && <HostKey row={row} use={(fingerprint) => change({ fingerprint })} />}
    </>
  );
}

/** Reads the host's key; a person compares it before it is used. */
function HostKey({ row, use }: { row: PickupConnection; use: (fingerprint: string) => void }) {
  const t = useText();
  const test = useTestConnection();
  const { custodianId, host, port, user, folder, pattern } = row;
  const shown = test.data?.fingerprint ?? null;
  return (
    <div>
      <Button
        size="compact-sm"
        variant="default"
        loading={test.isPending}
        disabled={!hostForm.test(host)}
        onClick={() => test.mutate({ custodianId, host, port, user: user || "-", folder, pattern })}
      >
        {t("admin.pickups.readKey")}
      </Button>
      <TestedConnection test={test} />
      {shown !== null && shown !== row.fingerprint && (
        <Button size="compact-sm" onClick={() => use(shown)}>
          {t("admin.pickups.useKey")}
        </Button>
      )}
    </div>
  );
}
