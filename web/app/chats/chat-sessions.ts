/**
 * The conversations that this page has opened. They outlast their panel or page: what waits is sent, and without a
 * connection a conversation opens again as it was. They end with the session, and with a view-as.
 */
import type { Api } from "@portico/api";
import type { Client } from "@portico/api/client.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { holderKey } from "../shell/session/active-holder.ts";
import { currentSession, onSessionChange } from "../shell/session/session.ts";
import { currentViewAs } from "../shell/session/view-as.ts";
import { type ChatSession, createChatSession } from "./chat-session.ts";
import { emptyOutbox, openOutbox, waitingConversations } from "./outbox.ts";

const keptConversations = 20;
const all = new Map<string, ChatSession>();
let owner: string | undefined;

/** The person who reads; looking as somebody else is another reader, with nothing of their own. */
const readerNow = (): string => `${currentSession()?.profile.id} ${currentViewAs()?.id}`;

function forgetOthers(): void {
  if (owner === readerNow()) return;
  owner = readerNow();
  for (const session of all.values()) session.dispose();
  all.clear();
}
onSessionChange(forgetOthers);

/** Room for one more: those that nobody reads and in which nothing waits, the oldest first. */
function makeRoom(): void {
  for (const [key, session] of all) {
    if (all.size < keptConversations) return;
    if (!session.isIdle()) continue;
    session.dispose();
    all.delete(key);
  }
}

export function getChatSession(api: Pick<Client<Api>, "chats">, holder: Holder, userId: number): ChatSession {
  forgetOthers();
  const key = holderKey(holder);
  const known = all.get(key);
  if (known) return known;
  makeRoom();
  const outbox = currentViewAs() ? emptyOutbox : openOutbox(holder, userId);
  const session = createChatSession({ api, holder, userId, outbox });
  all.set(key, session);
  return session;
}

/** Sends what was left unsent in conversations that are not open, as before the page was loaded or the session ended. */
export function sendUnsent(api: Pick<Client<Api>, "chats">): void {
  const userId = currentSession()?.profile.id;
  if (userId === undefined || currentViewAs()) return;
  for (const holder of waitingConversations(userId)) void getChatSession(api, holder, userId).flush();
}
