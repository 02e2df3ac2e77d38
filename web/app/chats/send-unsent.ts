/** Once a page is loaded: sends chat messages that waited when the page before it, or the session, ended. */
import { useEffect } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { useSession } from "../shell/session/session.ts";
import { whenIdle } from "../ui/when-idle.tsx";
import { waitingConversations } from "./outbox.ts";

export default function SendUnsent(): null {
  const api = useApi();
  const userId = useSession()?.profile.id;
  useEffect(() => {
    if (userId === undefined) return undefined;
    return whenIdle(() => {
      if (waitingConversations(userId).length === 0) return;
      void import("./chat-sessions.ts").then(({ sendUnsent }) => sendUnsent(api)).catch(() => undefined);
    });
  }, [api, userId]);
  return null;
}
