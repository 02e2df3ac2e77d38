/** New recovery codes: the password, then the codes, shown once; closing asks if they were not saved. */

import { useState } from "react";
import { useRunChange } from "../shell/calls/use-change.ts";
import { useProfile } from "../shell/session/session.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import styles from "./profile.module.css";

export function RecoveryDialog({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const t = useText();
  const runChange = useRunChange();
  const { id } = useProfile();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <ShownCodes codes={codes} onClose={onMade} />;
  return (
    <PasswordDialog
      title={t("users.factors.recoveryTitle")}
      text={t("users.factors.recoveryAsk")}
      submitLabel={t("users.factors.recoveryMake")}
      onClose={onClose}
      action={async (currentPassword) => {
        const body = { currentPassword };
        setCodes((await runChange((api) => api.sessions.makeRecoveryCodes({ params: { id }, body }))).codes);
      }}
    />
  );
}

function ShownCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useText();
  const [isCopied, setCopied] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const [asks, setAsks] = useState(false);
  const text = `${codes.join("\n")}\n`;
  const isStored = isCopied || isSaved;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Dialog
      opened
      onClose={isStored ? onClose : () => setAsks(!asks)}
      title={t("users.factors.recoveryTitle")}
      size="sm"
    >
      <div className={styles.form}>
        <p>{t("users.factors.recoveryKeep")}</p>
        <ul className={`${styles.secret} ${styles.codes}`}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles.actions}>
          <Button variant="default" size="sm" onClick={() => void copy()}>
            {t(isCopied ? "users.factors.copied" : "users.factors.recoveryCopy")}
          </Button>
          <Button
            component="a"
            variant="default"
            size="sm"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="recovery-codes.txt"
            onClick={() => setSaved(true)}
          >
            {t("users.factors.recoveryDownload")}
          </Button>
          <Button
            variant="default"
            size="sm"
            onClick={() => {
              print();
              setSaved(true);
            }}
          >
            {t("ui.action.print")}
          </Button>
        </div>
        {asks && !isStored ? (
          <UnsavedCodesPrompt onBack={() => setAsks(false)} onClose={onClose} />
        ) : (
          <div className={styles.actions}>
            <Button onClick={onClose}>{t("users.factors.recoveryDone")}</Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** Shown when closing before the codes were copied, downloaded or printed. */
function UnsavedCodesPrompt({ onBack, onClose }: { onBack: () => void; onClose: () => void }) {
  const t = useText();
  return (
    <Notice tone="attention" title={t("users.factors.recoveryUnkept")}>
      <p>{t("users.factors.recoveryUnkeptText")}</p>
      <div className={styles.actions}>
        <Button ref={(button) => button?.focus()} onClick={onBack}>
          {t("users.factors.recoveryBack")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("users.factors.recoveryDone")}
        </Button>
      </div>
    </Notice>
  );
}
