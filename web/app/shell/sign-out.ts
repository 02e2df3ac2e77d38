/** Ends the session on the server and removes the person from this browser. */
import { useCallback } from "react";
import { useText } from "../ui/text.tsx";
import { alert } from "./alert.ts";
import { useApi } from "./api.tsx";
import { forgetSession } from "./session.ts";

/** Also if the server is not reachable: the session then ends there by its idle timeout. */
export function useSignOut(): () => Promise<void> {
  const api = useApi();
  const t = useText();
  return useCallback(async () => {
    await api.sessions.logout({ body: {} }).catch(() => undefined);
    forgetSession({ onPurpose: true });
    alert.success(t("shell.session.signedOut"));
  }, [api, t]);
}
