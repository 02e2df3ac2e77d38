/**
 * An open conversation in the browser: its state, kept up with the server's numbered changes, and the messages that
 * wait to be sent. Independent of React.
 */
import type { Api } from "@portico/api";
import type { ChatMessage, ChatPresence, ChatReading } from "@portico/api/chats.ts";
import type { Client } from "@portico/api/client.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { ApiError } from "@portico/api/errors.ts";
import {
  applyChange,
  applyDelta,
  type ChatChange,
  type ChatPage,
  type ChatState,
  withNewer,
  withOlder,
  withPlace,
} from "@portico/api/rules/chat-state.ts";
import { chatPageSize } from "@portico/api/rules/chats.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { isPassing } from "../shell/calls/passing.ts";
import { createStore } from "../shell/store.ts";
import { createOthers } from "./chat-others.ts";
import { createSender } from "./chat-sender.ts";

export interface WaitingFile {
  upload: number;
  name: string;
  /** The server does not keep it any more. */
  isGone?: boolean;
}

/** A message that the server does not have yet. */
export interface WaitingMessage {
  key: string;
  text: string;
  files: readonly WaitingFile[];
  replyTo: number | null;
  /** When it was written. */
  at: string;
  /** Why the server refused it; null while it waits for the connection. */
  refusal: ApiError | null;
}

type State = ChatState<ChatMessage, ChatReading>;
type Change = ChatChange<ChatMessage, ChatReading>;
export type Typing = Omit<ChatPresence, "until">;

export interface ChatView {
  /** Null until the conversation is loaded. */
  chat: State | null;
  /** Why it could not be loaded. */
  failure: Error | null;
  can: Answer<Api["chats"]["open"]>["can"];
  assignedTo: Answer<Api["chats"]["open"]>["assigned_to"];
  present: readonly ChatPresence[];
  typing: readonly Typing[];
  waiting: readonly WaitingMessage[];
}

/** Where unsent messages are kept. */
export interface Outbox {
  read(): readonly WaitingMessage[];
  write(waiting: readonly WaitingMessage[]): void;
}

interface Parts {
  api: Pick<Client<Api>, "chats">;
  holder: Holder;
  userId: number;
  outbox: Outbox;
}

const empty: ChatView = {
  chat: null,
  failure: null,
  can: { send: false, assign: false, note: false, handOver: false },
  assignedTo: null,
  present: [],
  typing: [],
  waiting: [],
};

const retryMs = 5000;

export function createChatSession({ api, holder, userId, outbox }: Parts) {
  const { chats } = api;
  const store = createStore<ChatView>({ ...empty, waiting: outbox.read() });
  const set = (part: Partial<ChatView>): void => store.set({ ...store.get(), ...part });
  const others = createOthers(userId, store);
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  /** Pages or panels that show it. */
  let readers = 0;
  /** Shown again: what the answer says beside messages may have changed. */
  let isReopened = false;
  /** Changes that come before the conversation is loaded. */
  let early: Change[] = [];

  function setChat(chat: State): void {
    set({ chat, failure: null });
    sender.settle(chat.messages);
  }

  async function load(): Promise<void> {
    const { change, messages, hasOlder, readings, present, can, assigned_to } = await chats.open({ params: holder });
    if (isStopped) return;
    set({ can, assignedTo: assigned_to });
    for (const one of present) others.seePresence(one);
    isReopened = false;
    // A change that was told of before the answer came is newer than it.
    if (change >= (store.get().chat?.change ?? 0)) setChat({ change, messages, hasOlder, readings });
    for (const event of early.splice(0)) hear(event);
  }

  let running: Promise<void> | undefined;
  let isAskedAgain = false;

  async function fetchMissed(): Promise<void> {
    const { chat } = store.get();
    if (isStopped) return;
    if (!chat || isReopened) {
      await load();
      return;
    }
    const delta = await chats.listChanges({ params: holder, query: { after: chat.change } });
    const now = store.get().chat;
    if (delta.isTooMuch) await load();
    else if (now && !isStopped) setChat(applyDelta(now, delta));
  }

  /** Loads the conversation, or what was missed of it; one request at a time, and again if it was asked for meanwhile. */
  function catchUp(): Promise<void> {
    if (running) {
      isAskedAgain = true;
      return running;
    }
    running = (async () => {
      try {
        do {
          isAskedAgain = false;
          await fetchMissed();
        } while (isAskedAgain);
      } catch (error) {
        if (!store.get().chat) set({ failure: error instanceof Error ? error : new Error(String(error)) });
        if (isPassing(error)) retryLater();
      } finally {
        running = undefined;
      }
    })();
    return running;
  }

  function retryLater(): void {
    clearTimeout(retryTimer);
    if (!isStopped)
      retryTimer = setTimeout(() => {
        if (readers > 0) void catchUp();
        void sender.flush();
      }, retryMs);
  }

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
    sender.settle([event.message]);
    others.endTyping(event.message.operator);
  }

  const sender = createSender({
    chats,
    holder,
    userId,
    outbox,
    store,
    retryLater,
    onSent: (message) => hear({ change: message.change, message }),
    isStopped: () => isStopped,
  });

  /** Messages before a number, or the newest, put into the conversation by `join`. */
  async function loadPage(
    before: number | undefined,
    join: (chat: State, page: ChatPage<ChatMessage>) => State,
  ): Promise<void> {
    const asked = store.get().chat;
    if (!asked) return;
    const page = await chats.listOlder({ params: holder, query: { ...(before !== undefined && { before }) } });
    const { chat } = store.get();
    if (!chat || isStopped) return;
    setChat(join(chat, page));
    if (chat.change === asked.change) return;
    // A change that was told of before the page came was not applied to its messages.
    const delta = await chats.listChanges({ params: holder, query: { after: asked.change } });
    const now = store.get().chat;
    if (delta.isTooMuch) await load();
    else if (now && !isStopped) setChat(applyDelta(now, delta));
  }
  const loadNewest = (): Promise<void> => loadPage(undefined, withPlace);

  return {
    get: store.get,
    subscribe: store.subscribe,
    hear,
    seeTyping: others.seeTyping,
    seePresence: others.seePresence,
    catchUp,
    flush: sender.flush,
    /** Is shown from now on, until the returned function is called. What waits is sent afterwards too. */
    start(): () => void {
      readers += 1;
      isReopened = true;
      void catchUp();
      void sender.flush();
      return () => {
        readers -= 1;
        if (readers > 0) return;
        others.forget();
        early = [];
      };
    },
    /** Nobody reads it, and nothing waits. */
    isIdle: (): boolean => readers === 0 && store.get().waiting.length === 0,
    /** Ends everything. */
    dispose(): void {
      isStopped = true;
      clearTimeout(retryTimer);
      others.forget();
      early = [];
    },
    async loadOlder(): Promise<void> {
      const first = store.get().chat?.messages[0];
      if (first) await loadPage(first.number, withOlder);
    },
    async loadNewer(): Promise<void> {
      const last = store.get().chat?.messages.at(-1);
      if (last) await loadPage(last.number + 1 + chatPageSize, withNewer);
    },
    /** Leaves what is loaded for the messages around one. */
    loadAround: (number: number): Promise<void> => loadPage(number + chatPageSize / 2, withPlace),
    loadNewest,
    /** Shows the message at once, and sends it when its turn comes. */
    send(text: string, files: readonly WaitingFile[] = [], replyTo: number | null = null): void {
      sender.add({ text, files, replyTo });
      if (store.get().chat?.newest !== undefined) void loadNewest().catch(() => undefined);
      void sender.flush();
    },
    retry: (key: string) => sender.retry(key),
    discard: (key: string) => sender.discard(key),
    async edit(number: number, text: string): Promise<void> {
      const message = await chats.edit({ params: { ...holder, number }, body: { text } });
      hear({ change: message.change, message });
    },
    async remove(number: number): Promise<void> {
      const message = await chats.remove({ params: { ...holder, number } });
      hear({ change: message.change, message });
    },
    /** Up to where the person has read; also tried again later, with the next message. */
    async markRead(number: number): Promise<void> {
      const own = store.get().chat?.readings.find(({ user_id }) => user_id === userId)?.number ?? 0;
      if (number > own) await chats.markRead({ params: holder, body: { number } }).catch(() => undefined);
    },
    showTyping: () => void chats.showTyping({ params: holder, body: {} }).catch(() => undefined),
    showPresence: () => void chats.showPresence({ params: holder, body: {} }).catch(() => undefined),
  };
}
export type ChatSession = ReturnType<typeof createChatSession>;
