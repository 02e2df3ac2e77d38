/** The messages of an open conversation as the server has them: loaded, and kept up with its numbered changes. */
import type { Api } from "@portico/api";
import type { ChatMessage, ChatReading } from "@portico/api/chats.ts";
import type { Client } from "@portico/api/client.ts";
import {
  applyChange,
  applyDelta,
  type ChatChange,
  type ChatPage,
  type ChatState,
} from "@portico/api/rules/chat-state.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { isPassing } from "../shell/calls/passing.ts";
import type { Store } from "../shell/store.ts";
import type { createOthers } from "./chat-others.ts";
import type { ChatView } from "./chat-session.ts";

type State = ChatState<ChatMessage, ChatReading>;
type Change = ChatChange<ChatMessage, ChatReading>;

interface Parts {
  chats: Pick<Client<Api>["chats"], "open" | "listChanges" | "listOlder">;
  holder: Holder;
  store: Store<ChatView>;
  others: ReturnType<typeof createOthers>;
  /** The server has these. */
  onMessages: (messages: readonly ChatMessage[]) => void;
  /** The connection failed. */
  retryLater: () => void;
  isStopped: () => boolean;
}

/** One call at a time, and another afterwards if it was asked for meanwhile; a failure ends both. */
function oneAtATime(run: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  async function runAll(): Promise<void> {
    try {
      do {
        isAskedAgain = false;
        await run();
      } while (isAskedAgain);
    } catch (error) {
      onError(error);
    } finally {
      running = undefined;
    }
  }
  return () => {
    if (running) isAskedAgain = true;
    else running = runAll();
    return running;
  };
}

export function createUpdates({ chats, holder, store, others, onMessages, retryLater, isStopped }: Parts) {
  const set = (part: Partial<ChatView>): void => store.set({ ...store.get(), ...part });
  /** Shown again: who is there, who looks after it and what may be done may have changed. */
  let isReopened = false;
  /** Changes that come before the conversation is loaded. */
  let early: Change[] = [];

  function setChat(chat: State): void {
    set({ chat, failure: null });
    onMessages(chat.messages);
  }

  async function load(): Promise<void> {
    const { change, messages, hasOlder, readings, present, can, assigned_to } = await chats.open({ params: holder });
    if (isStopped()) return;
    set({ can, assignedTo: assigned_to });
    for (const one of present) others.seePresence(one);
    isReopened = false;
    // A change that was told of before the answer came is newer than it.
    if (change >= (store.get().chat?.change ?? 0)) setChat({ change, messages, hasOlder, readings });
    for (const event of early.splice(0)) hear(event);
  }

  /** Applies the changes after this one; if they are too many, all is loaded anew. */
  async function applyMissed(after: number): Promise<void> {
    const delta = await chats.listChanges({ params: holder, query: { after } });
    const { chat } = store.get();
    if (delta.isTooMuch) await load();
    else if (chat && !isStopped()) setChat(applyDelta(chat, delta));
  }

  async function fetchMissed(): Promise<void> {
    const { chat } = store.get();
    if (isStopped()) return;
    if (!chat || isReopened) await load();
    else await applyMissed(chat.change);
  }

  /** Loads the conversation, or what was missed of it. */
  const catchUp = oneAtATime(fetchMissed, (error) => {
    if (!store.get().chat) set({ failure: error instanceof Error ? error : new Error(String(error)) });
    if (isPassing(error)) retryLater();
  });

  /** A change that the server told of. */
  function hear(event: Change): void {
    const { chat } = store.get();
    if (!chat) {
      early.push(event);
      return;
    }
    const next = applyChange(chat, event);
    if (next === "hole") void catchUp();
    else if (next !== chat) setChat(next);
    if (!event.message) return;
    // It may lie beyond what is loaded.
    onMessages([event.message]);
    others.endTyping(event.message.operator);
  }

  /** Messages before a number, or the newest, put into the conversation by `join`. */
  async function loadPage(
    before: number | undefined,
    join: (chat: State, page: ChatPage<ChatMessage>) => State,
  ): Promise<void> {
    const asked = store.get().chat;
    if (!asked) return;
    const page = await chats.listOlder({ params: holder, query: { ...(before !== undefined && { before }) } });
    const { chat } = store.get();
    if (!chat || isStopped()) return;
    setChat(join(chat, page));
    // A change that was told of before the page came was not applied to its messages.
    if (chat.change !== asked.change) await applyMissed(asked.change);
  }

  return {
    catchUp,
    hear,
    loadPage,
    /** The conversation is shown from now on. */
    reopen(): void {
      isReopened = true;
      void catchUp();
    },
    /** It is not shown any more. */
    forget(): void {
      early = [];
    },
  };
}
