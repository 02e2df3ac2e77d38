/** One provider: the addresses to enter there, its secret, and a test of the whole way. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { IdentityProvider } from "@portico/api/identity/settings.ts";
import type { identity } from "@portico/api/identity.ts";
import { useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { rememberTest } from "../../shell/staff/identity-test.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { TextInput } from "../../ui/fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./identity.module.css";

type State = Answer<(typeof identity)["get"]>["providers"][number];

interface ConnectionProps {
  provider: IdentityProvider;
  state: State;
  redirectUri: string;
  signedOutUri: string;
}

export function Connection({ provider, state, redirectUri, signedOutUri }: ConnectionProps) {
  const t = useText();
  const begin = useChange((api) => api.identity.beginTest({ body: { provider: provider.id } }), {
    onSuccess: ({ url }) => {
      rememberTest(url);
      window.location.assign(url);
    },
  });
  return (
    <Section title={provider.name} hint={t(provider.isOn ? "admin.identity.stateOn" : "admin.identity.stateOff")}>
      <dl className={styles.facts}>
        <AddressFact label={t("admin.identity.redirectUri")} address={redirectUri} />
        {provider.endsSession && <AddressFact label={t("admin.identity.signedOutUri")} address={signedOutUri} />}
        <AddressFact label={t("admin.identity.logoutUri")} address={state.logoutUri} />
        <AddressFact label={t("admin.identity.scimUri")} address={state.scimUri} />
        <dt>{t("admin.identity.people")}</dt>
        <dd>{state.accounts}</dd>
        <dt>{t("admin.identity.lastSignIn")}</dt>
        <dd>{state.lastSignIn === null ? "–" : <RecordTime at={state.lastSignIn} />}</dd>
      </dl>
      <SecretForm provider={provider} hasSecret={state.hasSecret} />
      <p className="small">{t("admin.identity.testHint")}</p>
      {begin.error && <Notice tone="failed">{errorText(t, begin.error)}</Notice>}
      <Button
        variant="default"
        aria-label={`${t("admin.identity.test")}: ${provider.name}`}
        loading={begin.isPending || begin.isSuccess}
        onClick={() => begin.mutate()}
      >
        {t("admin.identity.test")}
      </Button>
    </Section>
  );
}

/** An address that is entered at the provider. */
function AddressFact({ label, address }: { label: string; address: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <code>{address}</code> <CopyButton text={address} label={label} />
      </dd>
    </>
  );
}

function SecretForm({ provider, hasSecret }: { provider: IdentityProvider; hasSecret: boolean }) {
  const t = useText();
  const [secret, setSecret] = useState("");
  const save = useChange((api) => api.identity.saveSecret({ body: { provider: provider.id, secret } }), {
    onSuccess: () => {
      setSecret("");
      alert.success(t("admin.identity.secretSaved"));
    },
  });
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
      <TextInput
        type="password"
        autoComplete="off"
        label={t("admin.identity.secret")}
        description={t(hasSecret ? "admin.identity.secretStored" : "admin.identity.secretMissing")}
        value={secret}
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
      {save.error && <Notice tone="failed">{errorText(t, save.error)}</Notice>}
      <div>
        <Button type="submit" variant="default" loading={save.isPending} disabled={secret === ""}>
          {t("admin.identity.secretSave")}
        </Button>
      </div>
    </form>
  );
}
