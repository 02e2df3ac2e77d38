/** The conversation of a holder on a page: follows the socket, says that somebody is there, keeps what waits. */
import { presenceEverySeconds } from "@portico/api/rules/chats.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useApi } from "../shell/api.tsx";
import { useProfile } from "../shell/session.ts";
import { formKeyPrefix } from "../shell/storage.ts";
import { useSocketConnect, useSocketEvent } from "../shell/use-socket-event.ts";
import {
  type ChatSession,
  type ChatView,
  createChatSession,
  type Outbox,
  type WaitingMessage,
} from "./chat-session.ts";

/** On this device, until sent, discarded or signed out. A refused message is tried once more after a reload. */
function outboxOf({ holderType, holderId }: Holder, userId: number): Outbox {
  // Of the person too: nobody sends what somebody else wrote for the same company.
  const key = `${formKeyPrefix}chat.${userId}.${holderType}.${holderId}`;
  return {
    read() {
      try {
        const kept = JSON.parse(localStorage.getItem(key) ?? "[]") as WaitingMessage[];
        return kept.map((message) => ({ ...message, refusal: null }));
      } catch {
        return [];
      }
    },
    write(waiting) {
      try {
        if (waiting.length === 0) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(waiting));
      } catch (error) {
        console.warn("The browser does not keep unsent messages", error);
      }
    },
  };
}

const isOf = ({ holderType, holderId }: Holder, event: Holder): boolean =>
  event.holderType === holderType && event.holderId === holderId;

/** For a component with the holder as its key: the conversation does not change while it is mounted. */
export function useChat(holder: Holder): { session: ChatSession; view: ChatView } {
  const api = useApi();
  const { id: userId } = useProfile();
  const [session] = useState(() => createChatSession({ api, holder, userId, outbox: outboxOf(holder, userId) }));
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
