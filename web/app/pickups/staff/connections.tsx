/** For administrators: the test of each folder's connection, and its password or key. */
import type { PickupState } from "@portico/api/pickups.ts";
import { useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { TestedConnection, useTestConnection } from "../../shell/staff/tested-connection.tsx";
import { useSetting } from "../../shell/staff/use-setting.ts";
import { Button } from "../../ui/button.tsx";
import { NativeSelect, Textarea, TextInput } from "../../ui/fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./pickups.module.css";
import { nameOf } from "./sources.tsx";

export function Connections({ sources }: { sources: readonly PickupState[] }) {
  const t = useText();
  const folders = sources.filter(({ custodianId }) => custodianId !== null);
  if (folders.length === 0) return null;
  return (
    <Section title={t("admin.pickups.secret")} hint={t("admin.pickups.secretHint")}>
      {folders.map((folder) => (
        <details key={folder.source} className={styles.folder}>
          <summary>
            {nameOf(t, folder)} · {t(folder.hasSecret ? "admin.pickups.secretStored" : "admin.pickups.secretMissing")}
          </summary>
          <ConnectionForm custodianId={folder.custodianId ?? 0} />
        </details>
      ))}
    </Section>
  );
}

function ConnectionForm({ custodianId }: { custodianId: number }) {
  const t = useText();
  const { data: saved } = useSetting("pickups");
  const connection = saved?.data.connections.find((one) => one.custodianId === custodianId);
  const test = useTestConnection();
  if (!connection) return null;
  const { host, port, user, folder, pattern, fingerprint } = connection;
  const address = { host, port, user };
  return (
    <>
      <SecretForm custodianId={custodianId} address={address} />
      <Button
        variant="default"
        loading={test.isPending}
        onClick={() => test.mutate({ custodianId, ...address, folder, pattern, fingerprint })}
      >
        {t("admin.pickups.test")}
      </Button>
      <TestedConnection test={test} />
    </>
  );
}

interface Address {
  host: string;
  port: number;
  user: string;
}

function SecretForm({ custodianId, address }: { custodianId: number; address: Address }) {
  const t = useText();
  const [kind, setKind] = useState<"password" | "key">("password");
  const [secret, setSecret] = useState("");
  const [passphrase, setPassphrase] = useState("");
  const save = useChange(
    (api) =>
      api.pickups.saveSecret({
        body: {
          custodianId,
          ...address,
          secret:
            kind === "password"
              ? { kind, password: secret }
              : { kind, privateKey: secret, ...(passphrase !== "" && { passphrase }) },
        },
      }),
    {
      onSuccess: () => {
        setSecret("");
        setPassphrase("");
        alert.success(t("admin.pickups.secretSaved"));
      },
    },
  );
  return (
    <form
      method="post"
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (secret !== "") save.mutate();
      }}
    >
      <NativeSelect
        label={t("admin.pickups.secretKind")}
        value={kind}
        data={[
          { value: "password", label: t("admin.pickups.password") },
          { value: "key", label: t("admin.pickups.privateKey") },
        ]}
        onChange={(event) => {
          setKind(event.currentTarget.value as typeof kind);
          setSecret("");
        }}
      />
      {kind === "password" ? (
        <TextInput
          type="password"
          autoComplete="off"
          label={t("admin.pickups.password")}
          value={secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
      ) : (
        <>
          <Textarea
            autoComplete="off"
            spellCheck={false}
            rows={6}
            label={t("admin.pickups.privateKey")}
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
          <TextInput
            type="password"
            autoComplete="off"
            label={t("admin.pickups.passphrase")}
            value={passphrase}
            onChange={(event) => setPassphrase(event.currentTarget.value)}
          />
        </>
      )}
      {save.error && <Notice tone="failed">{errorText(t, save.error)}</Notice>}
      <div className={styles.actions}>
        <Button type="submit" loading={save.isPending} disabled={secret === ""}>
          {t("admin.pickups.secretSave")}
        </Button>
      </div>
    </form>
  );
}
