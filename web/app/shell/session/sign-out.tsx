/** Ends the session on the server and removes the person from this browser. Asks first if something is unsent. */
import { useCallback } from "react";
import { useText } from "../../ui/text.tsx";
import { useApi } from "../calls/api.tsx";
import { alert } from "../dialogs/alert.ts";
import { openConfirmation } from "../dialogs/confirmation.ts";
import { canSeal } from "../unsent/sealed-input.ts";
import { findUnsent, type UnsentInput } from "../unsent/unsent-input.ts";
import { currentSession, forgetSession, leaveOnPurpose } from "./session.ts";
import styles from "./sign-out.module.css";
import { rememberSignOut } from "./signed-out.ts";

/** Also if the server is not reachable: the session then ends there by its idle timeout. */
export function useSignOut(): () => void {
  const api = useApi();
  const t = useText();
  const leave = useCallback(
    async (keepsUnsent: boolean) => {
      leaveOnPurpose();
      const isStaff = currentSession()?.profile.role !== "client";
      const calls = isStaff ? api.identity.signOut({ body: {} }) : api.sessions.logout({ body: {} });
      const answer = await calls.catch(() => undefined);
      forgetSession({ onPurpose: true, keepsUnsent });
      const { url, staysAt } = answer && "url" in answer ? answer : { url: null, staysAt: null };
      // The provider ends its session, and sends the browser back.
      if (url !== null) {
        rememberSignOut(url);
        return window.location.assign(url);
      }
      if (staysAt === null) alert.success(t("shell.session.signedOut"));
      else alert.error(t("shell.session.staysAt", { name: staysAt }));
    },
    [api, t],
  );
  return useCallback(() => {
    const unsent = findUnsent();
    if (!unsent) return void leave(true);
    let isDeleted = !canSeal();
    openConfirmation({
      title: t("shell.signOut.title"),
      text: t("shell.signOut.text"),
      html: <Unsent unsent={unsent} isKept={!isDeleted} onDelete={(chosen) => (isDeleted = chosen)} />,
      confirmLabel: t("shell.account.signOut"),
      cancelLabel: t("shell.signOut.stay"),
      action: () => leave(!isDeleted),
    });
  }, [t, leave]);
}

interface UnsentProps {
  unsent: UnsentInput;
  /** It can be kept. */
  isKept: boolean;
  onDelete: (isChosen: boolean) => void;
}

function Unsent({ unsent: { messages, hasText, files }, isKept, onDelete }: UnsentProps) {
  const t = useText();
  return (
    <>
      <ul>
        {messages > 0 && <li>{t("shell.signOut.messages", { count: messages })}</li>}
        {hasText && <li>{t("shell.signOut.typed")}</li>}
        {files > 0 && <li>{t("shell.signOut.files", { count: files })}</li>}
      </ul>
      <p>{t(isKept ? "shell.signOut.kept" : "shell.signOut.lost")}</p>
      {isKept && (
        // Not Mantine's, which every page would load.
        <label className={styles.choice}>
          <input type="checkbox" onChange={({ currentTarget }) => onDelete(currentTarget.checked)} />
          {t("shell.signOut.delete")}
        </label>
      )}
    </>
  );
}
