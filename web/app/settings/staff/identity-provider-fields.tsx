/** The fields of one identity provider. */
import type { IdentityProvider } from "@portico/api/identity/settings.ts";
import { identityLimits as limits, type MappedGroup, staffRoles } from "@portico/api/rules/identity.ts";
import { useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { Button } from "../../ui/button.tsx";
import { NativeSelect, Switch, TextInput } from "../../ui/fields.tsx";
import { formatMoment } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import connections from "./connections.module.css";
import { EditableList } from "./editable-list.tsx";
import styles from "./settings.module.css";

interface FieldsProps {
  row: IdentityProvider;
  change: (part: Partial<IdentityProvider>) => void;
  canChange: boolean;
  errorOf: (field: string) => string | undefined;
}

export function ProviderFields({ row, change, canChange, errorOf }: FieldsProps) {
  const t = useText();
  const text = (field: "name" | "issuer" | "clientId" | "groupsClaim") => (
    <TextInput
      size="sm"
      spellCheck={false}
      autoCapitalize="none"
      label={t(`admin.identity.${field}`)}
      {...(field === "issuer" && { description: t("admin.identity.issuerHint") })}
      readOnly={!canChange}
      value={row[field]}
      error={errorOf(field)}
      onChange={(event) => change({ [field]: event.currentTarget.value.trimStart() })}
    />
  );
  return (
    <>
      {text("name")}
      <Switch
        size="md"
        label={t("admin.identity.isOn")}
        readOnly={!canChange}
        checked={row.isOn}
        onChange={(event) => change({ isOn: event.currentTarget.checked })}
      />
      {text("issuer")}
      {text("clientId")}
      {text("groupsClaim")}
      <Groups row={row} change={change} canChange={canChange} errorOf={errorOf} />
      <NativeSelect
        size="sm"
        label={t("admin.identity.secondFactor")}
        readOnly={!canChange}
        value={row.secondFactor}
        data={(["claim", "firm"] as const).map((value) => ({
          value,
          label: t(`admin.identity.secondFactor.${value}`),
        }))}
        onChange={(event) => change({ secondFactor: event.currentTarget.value === "firm" ? "firm" : "claim" })}
      />
      {row.secondFactor === "claim" && (
        <TextInput
          size="sm"
          spellCheck={false}
          label={t("admin.identity.acrValues")}
          description={t("admin.identity.acrValuesHint")}
          readOnly={!canChange}
          value={row.acrValues.join(",")}
          error={errorOf("acrValues")}
          onChange={(event) => change({ acrValues: listOf(event.currentTarget.value) })}
        />
      )}
      <Switch
        size="md"
        label={t("admin.identity.creates")}
        description={t("admin.identity.createsHint")}
        readOnly={!canChange}
        checked={row.creates}
        onChange={(event) => change({ creates: event.currentTarget.checked })}
      />
      <Switch
        size="md"
        label={t("admin.identity.endsSession")}
        description={t("admin.identity.endsSessionHint")}
        readOnly={!canChange}
        checked={row.endsSession}
        onChange={(event) => change({ endsSession: event.currentTarget.checked })}
      />
      <Tokens row={row} change={change} canChange={canChange} />
    </>
  );
}

/** While it is typed, the last one may be empty. */
const listOf = (typed: string): string[] => (typed === "" ? [] : typed.split(",").map((one) => one.trimStart()));

function Groups({ row, change, canChange, errorOf }: FieldsProps) {
  const t = useText();
  return (
    <fieldset className={styles.document}>
      <legend>{t("admin.identity.groups")}</legend>
      <p className="small">{t("admin.identity.groupsHint")}</p>
      <EditableList<MappedGroup>
        rows={row.groups}
        onChange={(groups) => change({ groups })}
        canChange={canChange}
        most={limits.groups}
        newRow={{ group: "", role: "internal" }}
        className={connections.mapped}
        addLabel={t("admin.identity.addGroup")}
        removeLabel={t("admin.identity.removeGroup")}
        removeNameOf={({ group }) => `${t("admin.identity.removeGroup")}: ${group}`}
      >
        {({ row: mapped, at, change: changeGroup, controls }) => (
          <>
            <TextInput
              size="sm"
              spellCheck={false}
              label={t("admin.identity.group")}
              readOnly={!canChange}
              value={mapped.group}
              error={errorOf(`groups.${at}.group`)}
              onChange={(event) => changeGroup({ group: event.currentTarget.value.trimStart() })}
            />
            <NativeSelect
              size="sm"
              label={t("admin.identity.role")}
              readOnly={!canChange}
              value={mapped.role}
              data={staffRoles.map((value) => ({ value, label: t(`users.role.${value}`) }))}
              onChange={(event) =>
                changeGroup({ role: staffRoles.find((role) => role === event.currentTarget.value) ?? "internal" })
              }
            />
            {controls}
          </>
        )}
      </EditableList>
      {errorOf("groups") !== undefined && <Notice tone="failed">{t("admin.identity.groupsFault")}</Notice>}
    </fieldset>
  );
}

/** A new token is shown until the page is left; its hash is part of what is saved. */
function Tokens({ row, change, canChange }: Pick<FieldsProps, "row" | "change" | "canChange">) {
  const t = useText();
  const language = useLanguage();
  const [shown, setShown] = useState<string>();
  const make = useChange((api) => api.identity.makeScimToken({ body: {} }), {
    onSuccess: ({ token, hash, madeAt }) => {
      setShown(token);
      change({ scimTokens: [...row.scimTokens, { hash, madeAt }] });
    },
  });
  return (
    <fieldset className={styles.document}>
      <legend>{t("admin.identity.scimTokens")}</legend>
      <p className="small">{t("admin.identity.scimHint")}</p>
      {row.scimTokens.map(({ hash, madeAt }) => (
        <div key={hash} className={styles.actions}>
          <span>{t("admin.identity.scimMadeAt", { at: formatMoment(language, madeAt) })}</span>
          {canChange && (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => change({ scimTokens: row.scimTokens.filter((one) => one.hash !== hash) })}
            >
              {t("admin.identity.scimRemove")}
            </Button>
          )}
        </div>
      ))}
      {shown !== undefined && (
        <Notice tone="done">
          {t("admin.identity.scimShown")} <code>{shown}</code>
        </Notice>
      )}
      {make.error && <Notice tone="failed">{errorText(t, make.error)}</Notice>}
      {canChange && row.scimTokens.length < 2 && (
        <Button
          className={styles.add ?? ""}
          size="sm"
          variant="default"
          loading={make.isPending}
          onClick={() => make.mutate()}
        >
          {t("admin.identity.scimMake")}
        </Button>
      )}
    </fieldset>
  );
}
