/** The second factors: an authenticator app, passkeys. */
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { alert } from "../shell/alert.ts";
import { errorText, useApi } from "../shell/api.tsx";
import { useProfile } from "../shell/session.ts";
import { formatMoment } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { Section } from "../ui/section.tsx";
import { LoadFailed, Loading } from "../ui/states.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { AuthenticatorDialog } from "./authenticator-dialog.tsx";
import { PasskeyDialog } from "./passkey-dialog.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import styles from "./profile.module.css";

interface Passkey {
  id: number;
  name: string;
  created_at: string;
  last_used_at: string | null;
}
type Asked = "addApp" | "removeApp" | "addPasskey" | Passkey | undefined;

export function FactorsSection() {
  const t = useText();
  const api = useApi();
  const { id } = useProfile();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["factors", id],
    queryFn: ({ signal }) => api.sessions.listFactors({ params: { id }, signal }),
  });

  function done(text: string) {
    setAsked(undefined);
    alert.success(text);
    void queries.invalidateQueries({ queryKey: ["factors", id] });
  }

  return (
    <Section title={t("users.factors.title")} hint={t("users.factors.hint")}>
      {data ? (
        <>
          <AppRow isOn={data.authenticator} onAsk={setAsked} />
          <Passkeys passkeys={data.passkeys} onAsk={setAsked} />
        </>
      ) : error ? (
        <LoadFailed retry={() => void refetch()} retrying={isFetching}>
          {errorText(t, error)}
        </LoadFailed>
      ) : (
        <Loading />
      )}
      {asked && <AskedDialog asked={asked} onClose={() => setAsked(undefined)} onDone={done} />}
    </Section>
  );
}

function AppRow({ isOn, onAsk }: { isOn: boolean; onAsk: (asked: Asked) => void }) {
  const t = useText();
  return (
    <div className={styles.row}>
      <div>
        <strong>{t("users.factors.app")}</strong>
        <p className={styles.small}>{t(isOn ? "users.factors.appOn" : "users.factors.appOff")}</p>
      </div>
      <Button variant="default" size="sm" onClick={() => onAsk(isOn ? "removeApp" : "addApp")}>
        {t(isOn ? "users.factors.remove" : "users.factors.setUp")}
      </Button>
    </div>
  );
}

function Passkeys({ passkeys, onAsk }: { passkeys: readonly Passkey[]; onAsk: (asked: Asked) => void }) {
  const t = useText();
  const language = useLanguage();
  return (
    <>
      <div className={styles.row}>
        <div>
          <strong>{t("users.factors.passkeys")}</strong>
          <p className={styles.small}>{t("users.factors.noPasskeys")}</p>
        </div>
        <Button
          variant="default"
          size="sm"
          leftSection={<Icon name="plus" size={16} />}
          onClick={() => onAsk("addPasskey")}
        >
          {t("users.factors.addPasskey")}
        </Button>
      </div>
      {passkeys.length > 0 && (
        <ul className={styles.rows}>
          {passkeys.map((passkey) => {
            const added = formatMoment(language, passkey.created_at);
            return (
              <li key={passkey.id} className={styles.row}>
                <div>
                  <span>{passkey.name}</span>
                  <p className={styles.small}>
                    {passkey.last_used_at
                      ? t("users.factors.passkeyUsed", { added, used: formatMoment(language, passkey.last_used_at) })
                      : t("users.factors.passkeyUnused", { added })}
                  </p>
                </div>
                <Button
                  variant="subtle"
                  size="sm"
                  aria-label={t("users.factors.removePasskey", { name: passkey.name })}
                  onClick={() => onAsk(passkey)}
                >
                  {t("users.factors.remove")}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

interface AskedDialogProps {
  asked: NonNullable<Asked>;
  onClose: () => void;
  onDone: (text: string) => void;
}

function AskedDialog({ asked, onClose, onDone }: AskedDialogProps) {
  const t = useText();
  const api = useApi();
  const { id } = useProfile();
  if (asked === "addApp")
    return <AuthenticatorDialog onClose={onClose} onAdded={() => onDone(t("users.factors.appAdded"))} />;
  if (asked === "addPasskey")
    return <PasskeyDialog onClose={onClose} onAdded={() => onDone(t("users.factors.passkeyAdded"))} />;
  if (asked === "removeApp")
    return (
      <PasswordDialog
        title={t("users.factors.removeApp")}
        text={t("users.factors.removeAppText")}
        submitLabel={t("users.factors.remove")}
        destructive
        onClose={onClose}
        action={async (currentPassword) => {
          await api.sessions.removeAuthenticator({ params: { id }, body: { currentPassword } });
          onDone(t("users.factors.appRemoved"));
        }}
      />
    );
  return (
    <PasswordDialog
      title={t("users.factors.removePasskey", { name: asked.name })}
      text={t("users.factors.removePasskeyText")}
      submitLabel={t("users.factors.remove")}
      destructive
      onClose={onClose}
      action={async (currentPassword) => {
        await api.sessions.removePasskey({ params: { id, passkeyId: asked.id }, body: { currentPassword } });
        onDone(t("users.factors.passkeyRemoved"));
      }}
    />
  );
}
