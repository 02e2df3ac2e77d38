/** Keeps in the browser whether the person only reads what others share, and says when the last access has ended. */
import { useEffect, useRef } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { alert } from "../shell/dialogs/alert.ts";
import { changeProfile, useSession } from "../shell/session/session.ts";
import { useText } from "../ui/text.tsx";

/** Only people who have not applied can be such delegates: nobody else asks. */
export default function SyncDelegate(): null {
  const t = useText();
  const api = useApi();
  const profile = useSession()?.profile;
  const mayBe = profile?.role === "client" && profile.state === "preKYC";
  const { data } = useCall(api.users.getState, { params: { id: profile?.id ?? 0 } }, { enabled: mayBe });
  const was = useRef(false);
  useEffect(() => {
    if (!data) return;
    if (was.current && !data.isOnlyDelegate && data.state === "preKYC") alert.warning(t("shell.account.sharedEnded"));
    was.current = data.isOnlyDelegate;
    changeProfile({ isOnlyDelegate: data.isOnlyDelegate });
  }, [data, t]);
  return null;
}
