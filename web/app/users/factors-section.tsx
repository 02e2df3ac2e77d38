/** The second factors: an authenticator app, passkeys. */

import { useState } from "react";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useRunChange } from "../shell/calls/use-change.ts";
import { alert } from "../shell/dialogs/alert.ts";
import { useProfile } from "../shell/session/session.ts";
import { Button } from "../ui/button.tsx";
import { formatMoment } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { Section } from "../ui/section.tsx";
import { LoadFailed, Loading } from "../ui/states.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { AuthenticatorDialog } from "./authenticator-dialog.tsx";
import { PasskeyDialog } from "./passkey-dialog.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import styles from "./profile.module.css";
import { RecoveryDialog } from "./recovery-dialog.tsx";

interface Passkey {
  id: number;
  name: string;
  created_at: string;
  last_used_at: string | null;
}
type FactorAction = "addApp" | "removeApp" | "addPasskey" | "recovery" | "require" | "notRequire" | Passkey | undefined;

interface OwnFactors {
  authenticator: boolean;
  passkeys: readonly Passkey[];
  ownFactorRequired: boolean;
  demandedByFirm: boolean;
  recoveryCodesLeft: number;
}

export function FactorsSection() {
  const t = useText();
  const api = useApi();
  const { id } = useProfile();
  const [asked, setAsked] = useState<FactorAction>();
  const { data, error, isFetching, refetch } = useCall(api.sessions.listFactors, { params: { id } });

  function done(text: string) {
    setAsked(undefined);
    alert.success(text);
  }

  return (
    <Section title={t("users.factors.title")} hint={t("users.factors.hint")}>
      {data ? (
        <>
          <AppRow isOn={data.authenticator} isRequired={data.ownFactorRequired} onAsk={setAsked} />
          <Passkeys passkeys={data.passkeys} onAsk={setAsked} />
          {(data.authenticator || data.passkeys.length > 0) && <OwnFactorRows factors={data} onAsk={setAsked} />}
        </>
      ) : error ? (
        <LoadFailed retry={() => void refetch()} retrying={isFetching}>
          {errorText(t, error)}
        </LoadFailed>
      ) : (
        <Loading />
      )}
      {asked && <FactorDialog asked={asked} onClose={() => setAsked(undefined)} onDone={done} />}
    </Section>
  );
}

/** Available with an app or passkey: recovery codes, and whether a mailed code still signs in. */
function OwnFactorRows({ factors, onAsk }: { factors: OwnFactors; onAsk: (asked: FactorAction) => void }) {
  const t = useText();
  const { ownFactorRequired: isRequired, demandedByFirm, recoveryCodesLeft: left } = factors;
  return (
    <>
      <div className={styles.row}>
        <div>
          <strong>{t("users.factors.recovery")}</strong>
          <p className={styles.small}>
            {left > 0 ? t("users.factors.recoveryLeft", { count: left }) : t("users.factors.recoveryNone")}
          </p>
        </div>
        <Button variant="default" size="sm" onClick={() => onAsk("recovery")}>
          {t(left > 0 ? "users.factors.recoveryRenew" : "users.factors.recoveryMake")}
        </Button>
      </div>
      <div className={styles.row}>
        <div>
          <strong>{t("users.factors.mailed")}</strong>
          <p className={styles.small}>
            {demandedByFirm
              ? t("users.factors.mailedFirm")
              : isRequired
                ? t("users.factors.mailedOff")
                : t(left > 0 ? "users.factors.mailedOn" : "users.factors.mailedNeedsRecovery")}
          </p>
        </div>
        {!demandedByFirm && (isRequired || left > 0) && (
          <Button variant="default" size="sm" onClick={() => onAsk(isRequired ? "notRequire" : "require")}>
            {t(isRequired ? "users.factors.mailedAccept" : "users.factors.mailedRefuse")}
          </Button>
        )}
      </div>
    </>
  );
}

interface AppRowProps {
  isOn: boolean;
  /** A mailed code does not sign in. */
  isRequired: boolean;
  onAsk: (asked: FactorAction) => void;
}

function AppRow({ isOn, isRequired, onAsk }: AppRowProps) {
  const t = useText();
  return (
    <div className={styles.row}>
      <div>
        <strong>{t("users.factors.app")}</strong>
        <p className={styles.small}>
          {t(isOn ? (isRequired ? "users.factors.appRequired" : "users.factors.appOn") : "users.factors.appOff")}
        </p>
      </div>
      <Button variant="default" size="sm" onClick={() => onAsk(isOn ? "removeApp" : "addApp")}>
        {t(isOn ? "users.factors.remove" : "users.factors.setUp")}
      </Button>
    </div>
  );
}

function Passkeys({ passkeys, onAsk }: { passkeys: readonly Passkey[]; onAsk: (asked: FactorAction) => void }) {
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
                  aria-label={`${t("users.factors.remove")}: ${passkey.name}`}
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

interface FactorDialogProps {
  asked: NonNullable<FactorAction>;
  onClose: () => void;
  onDone: (text: string) => void;
}

function FactorDialog({ asked, onClose, onDone }: FactorDialogProps) {
  const t = useText();
  const runChange = useRunChange();
  const { id } = useProfile();
  if (asked === "addApp")
    return <AuthenticatorDialog onClose={onClose} onAdded={() => onDone(t("users.factors.appAdded"))} />;
  if (asked === "addPasskey")
    return <PasskeyDialog onClose={onClose} onAdded={() => onDone(t("users.factors.passkeyAdded"))} />;
  if (asked === "recovery")
    return <RecoveryDialog onClose={onClose} onMade={() => onDone(t("users.factors.recoveryMade"))} />;
  if (asked === "require" || asked === "notRequire") {
    const required = asked === "require";
    return (
      <PasswordDialog
        title={t(required ? "users.factors.mailedRefuse" : "users.factors.mailedAccept")}
        text={t(required ? "users.factors.mailedRefuseText" : "users.factors.mailedAcceptText")}
        submitLabel={t("users.factors.confirm")}
        onClose={onClose}
        action={async (currentPassword) => {
          await runChange((api) =>
            api.sessions.requireOwnFactor({ params: { id }, body: { required, currentPassword } }),
          );
          onDone(t("ui.state.saved"));
        }}
      />
    );
  }
  if (asked === "removeApp")
    return (
      <PasswordDialog
        title={t("users.factors.removeApp")}
        text={t("users.factors.removeAppText")}
        submitLabel={t("users.factors.remove")}
        destructive
        onClose={onClose}
        action={async (currentPassword) => {
          await runChange((api) => api.sessions.removeAuthenticator({ params: { id }, body: { currentPassword } }));
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
        await runChange((api) =>
          api.sessions.removePasskey({ params: { id, passkeyId: asked.id }, body: { currentPassword } }),
        );
        onDone(t("users.factors.passkeyRemoved"));
      }}
    />
  );
}
