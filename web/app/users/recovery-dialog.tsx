/** New recovery codes: the password, then the codes, shown this once. */
import { Button, CopyButton } from "@mantine/core";
import { useState } from "react";
import { useApi } from "../shell/api.tsx";
import { useProfile } from "../shell/session.ts";
import { Dialog } from "../ui/dialog.tsx";
import { useText } from "../ui/text.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import styles from "./profile.module.css";

export function RecoveryDialog({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const t = useText();
  const api = useApi();
  const { id } = useProfile();
  const [codes, setCodes] = useState<readonly string[]>();
  if (!codes)
    return (
      <PasswordDialog
        title={t("users.factors.recoveryTitle")}
        text={t("users.factors.recoveryAsk")}
        submitLabel={t("users.factors.recoveryMake")}
        onClose={onClose}
        action={async (currentPassword) =>
          setCodes((await api.sessions.makeRecoveryCodes({ params: { id }, body: { currentPassword } })).codes)
        }
      />
    );
  const text = `${codes.join("\n")}\n`;
  return (
    <Dialog opened onClose={onMade} title={t("users.factors.recoveryTitle")} size="sm">
      <div className={styles.form}>
        <p>{t("users.factors.recoveryKeep")}</p>
        <ul className={`${styles.secret} ${styles.codes}`}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles.actions}>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button variant="default" size="sm" onClick={copy}>
                {t(copied ? "users.factors.copied" : "users.factors.recoveryCopy")}
              </Button>
            )}
          </CopyButton>
          <Button
            component="a"
            variant="default"
            size="sm"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="recovery-codes.txt"
          >
            {t("users.factors.recoveryDownload")}
          </Button>
          <Button variant="default" size="sm" onClick={() => print()}>
            {t("ui.action.print")}
          </Button>
        </div>
        <div className={styles.actions}>
          <Button onClick={onMade}>{t("users.factors.recoveryDone")}</Button>
        </div>
      </div>
    </Dialog>
  );
}
