/** Sets up an authenticator app: the password, the QR code to scan, the first code. */
import { CopyButton } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { useChange } from "../shell/calls/use-change.ts";
import { useProfile } from "../shell/session/session.ts";
import { Button } from "../ui/button.tsx";
import { CodeInput } from "../ui/code-input.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useText } from "../ui/text.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import styles from "./profile.module.css";
import { groupSecret, qrAddress } from "./secret.ts";

interface Secret {
  secret: string;
  uri: string;
  qr: string;
}

export function AuthenticatorDialog({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const t = useText();
  const api = useApi();
  const { id } = useProfile();
  const [secret, setSecret] = useState<Secret>();
  if (!secret)
    return (
      <PasswordDialog
        title={t("users.factors.setUpTitle")}
        text={t("users.factors.askPassword")}
        submitLabel={t("users.factors.continue")}
        onClose={onClose}
        action={async (currentPassword) =>
          setSecret(await api.sessions.beginAuthenticator({ params: { id }, body: { currentPassword } }))
        }
      />
    );
  return (
    <Dialog opened onClose={onClose} title={t("users.factors.setUpTitle")} size="sm">
      <ConfirmSecret secret={secret} onAdded={onAdded} />
    </Dialog>
  );
}

function ConfirmSecret({ secret, onAdded }: { secret: Secret; onAdded: () => void }) {
  const t = useText();
  const { id } = useProfile();
  const [code, setCode] = useState("");
  const confirm = useChange(
    (api, digits: string) => api.sessions.confirmAuthenticator({ params: { id }, body: { code: digits } }),
    { onSuccess: onAdded, onError: () => setCode("") },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.length === 6 && !confirm.isPending) confirm.mutate(code);
  }

  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      <p>{t("users.factors.scan")}</p>
      <img className={styles.qr} src={qrAddress(secret.qr)} alt={t("users.factors.qr")} width={192} height={192} />
      <div>
        <p className={styles.small}>{t("users.factors.secret")}</p>
        <p className={styles.secret}>{groupSecret(secret.secret)}</p>
        <div className={styles.actions}>
          <CopyButton value={secret.secret}>
            {({ copied, copy }) => (
              <Button variant="default" size="sm" onClick={copy}>
                {t(copied ? "users.factors.copied" : "users.factors.copySecret")}
              </Button>
            )}
          </CopyButton>
          <Button component="a" href={secret.uri} variant="default" size="sm">
            {t("users.factors.openApp")}
          </Button>
        </div>
      </div>
      <CodeInput
        label={t("users.factors.code")}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog asks for nothing else
        autoFocus
        value={code}
        onChange={(digits) => {
          setCode(digits);
          if (digits !== "" && confirm.isError) confirm.reset();
        }}
        onComplete={(digits) => !confirm.isPending && confirm.mutate(digits)}
        error={confirm.error ? errorText(t, confirm.error) : undefined}
      />
      <div className={styles.actions}>
        <Button type="submit" loading={confirm.isPending}>
          {t("users.factors.confirm")}
        </Button>
      </div>
    </form>
  );
}
