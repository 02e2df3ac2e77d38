/** A new key: its system, level, rights, networks and last day. */
import type { Answer } from "@portico/api/endpoint.ts";
import { ApiError } from "@portico/api/errors.ts";
import type { machines } from "@portico/api/machines.ts";
import { machineLimits } from "@portico/api/rules/machines.ts";
import { type FormEvent, useState } from "react";
import { fieldErrorTexts } from "../../shell/calls/api.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox, NativeSelect, TagsInput, TextInput } from "../../ui/fields.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./machines.module.css";
import type { Secret } from "./secret-shown.tsx";
import { SensitiveNotice, useSensitiveChange } from "./sensitive-change.tsx";

type Offered = Pick<Answer<(typeof machines)["list"]>, "scopes" | "rules" | "byTwo">;

const levels = ["internal", "office", "admin"] as const;
interface Typed {
  name: string;
  level: (typeof levels)[number];
  scopes: string[];
  addresses: string[];
  expires_on: string;
}
const fresh: Typed = { name: "", level: "internal", scopes: [], addresses: [], expires_on: "" };

export function KeyForm({ offered, onMade }: { offered: Offered; onMade: (secret: Secret) => void }) {
  const t = useText();
  const [typed, setTyped] = useState(fresh);
  const [isSent, setSent] = useState(false);
  const make = useSensitiveChange(
    (api, body: Typed) => api.machines.make({ body }),
    ({ token, waits }, { name }) => onMade({ name, token, waits }),
  );
  const refused: Record<string, string> = make.error instanceof ApiError ? fieldErrorTexts(t, make.error) : {};
  function set(change: Partial<Typed>) {
    setTyped({ ...typed, ...change });
    make.reset();
  }
  /** Of a field, or of one of its values. */
  const faultOf = (field: keyof Typed): string | undefined =>
    isSent && typed[field].length === 0 && field !== "addresses"
      ? t(field === "scopes" ? "admin.machines.scopesMissing" : "field.required")
      : Object.entries(refused).find(([path]) => path === field || path.startsWith(`${field}.`))?.[1];
  function submit(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    const body = { ...typed, name: typed.name.trim() };
    if (body.name === "" || body.scopes.length === 0 || body.expires_on === "") return;
    make.send(body);
  }
  return (
    <form method="post" className={styles.stack} onSubmit={submit} noValidate>
      <div className={styles.fields}>
        <LimitedInput
          label={t("admin.machines.name")}
          description={t("admin.machines.nameHint")}
          limit={machineLimits.name}
          value={typed.name}
          error={faultOf("name")}
          onChange={({ currentTarget: { value } }) => set({ name: value })}
        />
        <NativeSelect
          label={t("admin.machines.level")}
          description={t("admin.machines.levelHint")}
          value={typed.level}
          error={faultOf("level")}
          data={levels.map((value) => ({ value, label: t(`users.role.${value}`) }))}
          onChange={({ currentTarget: { value } }) => set({ level: value as Typed["level"] })}
        />
        <TextInput
          type="date"
          label={t("admin.machines.expiresOn")}
          description={t("admin.machines.expiresHint", { days: offered.rules.longestDays })}
          value={typed.expires_on}
          error={faultOf("expires_on")}
          onChange={({ currentTarget: { value } }) => set({ expires_on: value })}
        />
        <TagsInput
          label={t("admin.machines.addresses")}
          description={t("admin.machines.addressesHint")}
          value={typed.addresses}
          error={faultOf("addresses")}
          onChange={(addresses) => set({ addresses })}
        />
      </div>
      <Scopes
        offered={offered.scopes}
        chosen={typed.scopes}
        fault={faultOf("scopes")}
        onChange={(scopes) => set({ scopes })}
      />
      {offered.byTwo && <Notice>{t("admin.machines.byTwo")}</Notice>}
      <SensitiveNotice change={make} />
      <div>
        <Button type="submit" loading={make.isPending}>
          {t("admin.machines.makeKey")}
        </Button>
      </div>
    </form>
  );
}

interface ScopesProps {
  offered: Offered["scopes"];
  chosen: readonly string[];
  fault: string | undefined;
  onChange: (scopes: string[]) => void;
}

function Scopes({ offered, chosen, fault, onChange }: ScopesProps) {
  const t = useText();
  return (
    <fieldset className={styles.scopes}>
      <legend>{t("admin.machines.scopes")}</legend>
      <p className={styles.small}>{t("admin.machines.scopesHint")}</p>
      {offered.map(({ name, calls }) => (
        <Checkbox
          key={name}
          label={name}
          description={calls.map((call) => call.split(".")[1]).join(", ")}
          checked={chosen.includes(name)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...chosen, name] : chosen.filter((one) => one !== name))
          }
        />
      ))}
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
