/** The conversation of a holder on a page: follows the socket, says that somebody is there. */
import { presenceEverySeconds } from "@portico/api/rules/chats.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { useSocketConnect, useSocketEvent } from "../shell/offline/use-socket-event.ts";
import { useProfile } from "../shell/session/session.ts";
import { useViewAs } from "../shell/session/view-as.ts";
import type { ChatSession, ChatView } from "./chat-session.ts";
import { getChatSession } from "./chat-sessions.ts";

const isOf = ({ holderType, holderId }: Holder, event: Holder): boolean =>
  event.holderType === holderType && event.holderId === holderId;

/** Whose messages are the reader's own. Staff who look as a client read as that client; a company is nobody. */
export function useReader(): number | undefined {
  const { id } = useProfile();
  const viewAs = useViewAs();
  if (!viewAs) return id;
  return viewAs.holder.holderType === "user" ? viewAs.holder.holderId : undefined;
}

/** For a component with the holder as its key: the conversation does not change while it is mounted. */
export function useChat(holder: Holder): { session: ChatSession; view: ChatView } {
  const api = useApi();
  const { id: userId } = useProfile();
  const [session] = useState(() => getChatSession(api, holder, userId));
  const view = useSyncExternalStore(session.subscribe, session.get, session.get);
  useEffect(() => session.start(), [session]);
  useSocketEvent("message", (event) => isOf(holder, event) && session.hear(event));
  useSocketEvent("message:read", (event) => isOf(holder, event) && session.hear(event));
  useSocketEvent("typing", (event) => isOf(holder, event) && session.seeTyping(event));
  useSocketEvent("presence", (event) => isOf(holder, event) && session.seePresence(event));
  useSocketConnect(() => {
    void session.catchUp();
    void session.flush();
  });
  const hasMessages = (view.chat?.change ?? 0) > 0;
  useEffect(() => {
    if (!hasMessages) return undefined;
    const say = () => document.visibilityState === "visible" && session.showPresence();
    say();
    const timer = setInterval(say, presenceEverySeconds * 1000);
    return () => clearInterval(timer);
  }, [session, hasMessages]);
  return { session, view };
}
