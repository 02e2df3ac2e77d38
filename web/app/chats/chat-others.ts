/** Who else is in an open conversation and who writes, each shown no longer than they said. */
import type { ChatPresence } from "@portico/api/chats.ts";
import { typingSeconds } from "@portico/api/rules/chats.ts";
import type { Store } from "../shell/store.ts";
import type { ChatView, Typing } from "./chat-session.ts";

export function createOthers(userId: number, store: Store<ChatView>) {
  const set = (part: Partial<ChatView>): void => store.set({ ...store.get(), ...part });
  const typingTimers = new Map<number, ReturnType<typeof setTimeout>>();
  let presenceTimer: ReturnType<typeof setTimeout> | undefined;

  function endTyping(user: number): void {
    clearTimeout(typingTimers.get(user));
    typingTimers.delete(user);
    if (store.get().typing.some(({ user_id }) => user_id === user))
      set({ typing: store.get().typing.filter(({ user_id }) => user_id !== user) });
  }

  /** Somebody else writes; it ends by itself. */
  function seeTyping({ user_id, name, by_staff }: Typing): void {
    if (user_id === userId) return;
    clearTimeout(typingTimers.get(user_id));
    typingTimers.set(
      user_id,
      setTimeout(() => endTyping(user_id), typingSeconds * 1000),
    );
    if (!store.get().typing.some((one) => one.user_id === user_id))
      set({ typing: [...store.get().typing, { user_id, name, by_staff }] });
  }

  /** Shows nobody longer than they said. */
  function prunePresence(): void {
    clearTimeout(presenceTimer);
    const present = store.get().present.filter(({ until }) => Date.parse(until) > Date.now());
    if (present.length < store.get().present.length) set({ present });
    const next = Math.min(...present.map(({ until }) => Date.parse(until)));
    if (present.length > 0) presenceTimer = setTimeout(prunePresence, Math.max(100, next - Date.now()));
  }

  function seePresence({ user_id, name, by_staff, until }: ChatPresence): void {
    if (user_id === userId) return;
    const others = store.get().present.filter((one) => one.user_id !== user_id);
    set({ present: [...others, { user_id, name, by_staff, until }] });
    prunePresence();
  }

  /** Nobody is told who is there or writes while it is not shown. */
  function forget(): void {
    clearTimeout(presenceTimer);
    for (const timer of typingTimers.values()) clearTimeout(timer);
    typingTimers.clear();
    set({ present: [], typing: [] });
  }

  return { endTyping, seeTyping, seePresence, forget };
}
