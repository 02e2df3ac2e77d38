/** A key's secret, shown once. */
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./machines.module.css";

export interface Secret {
  /** Of the key. */
  name: string;
  token: string;
  /** The key does not work before a colleague approves it. */
  waits: boolean;
}

export function SecretShown({ secret: { token, waits }, onDone }: { secret: Secret; onDone: () => void }) {
  const t = useText();
  return (
    <div className={styles.stack}>
      <p>{t("admin.machines.secretOnce")}</p>
      <p className={styles.secret}>
        <code>{token}</code> <CopyButton text={token} label={t("admin.machines.secret")} />
      </p>
      {waits && <Notice>{t("admin.machines.secretWaits")}</Notice>}
      <div>
        <Button onClick={onDone}>{t("admin.machines.secretDone")}</Button>
      </div>
    </div>
  );
}
