/** Ends the session on the server and forgets the person in this browser. */
import { useCallback } from "react";
import { useText } from "../ui/text.tsx";
import { alert } from "./alert.ts";
import { useApi } from "./api.tsx";
import { forgetSession } from "./session.ts";

/** The browser forgets even where the server is not reached: the session then ends there by its idle time. */
export function useSignOut(): () => Promise<void> {
  const api = useApi();
  const t = useText();
  return useCallback(async () => {
    await api.sessions.logout({ body: {} }).catch(() => undefined);
    forgetSession({ onPurpose: true });
    alert.success(t("shell.session.signedOut"));
  }, [api, t]);
}
