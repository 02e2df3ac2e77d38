/** An open conversation in the browser: what it shows, and what its reader does in it. Independent of React. */
import type { Api } from "@portico/api";
import type { ChatMessage, ChatPresence, ChatReading } from "@portico/api/chats.ts";
import type { Client } from "@portico/api/client.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { ApiError } from "@portico/api/errors.ts";
import { type ChatState, withNewer, withOlder, withPlace } from "@portico/api/rules/chat-state.ts";
import { chatPageSize } from "@portico/api/rules/chats.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { createStore } from "../shell/store.ts";
import { createOthers } from "./chat-others.ts";
import { createSender } from "./chat-sender.ts";
import { createUpdates } from "./chat-updates.ts";

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

export type Typing = Omit<ChatPresence, "until">;

export interface ChatView {
  /** Null until the conversation is loaded. */
  chat: ChatState<ChatMessage, ChatReading> | null;
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
  const others = createOthers(userId, store);
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  /** Pages or panels that show it. */
  let readers = 0;

  function retryLater(): void {
    clearTimeout(retryTimer);
    if (!isStopped)
      retryTimer = setTimeout(() => {
        if (readers > 0) void updates.catchUp();
        void sender.flush();
      }, retryMs);
  }

  const shared = { chats, holder, store, retryLater, isStopped: () => isStopped };
  const changed = (message: ChatMessage): void => updates.hear({ change: message.change, message });
  const sender = createSender({ ...shared, userId, outbox, onSent: changed });
  const updates = createUpdates({ ...shared, others, onMessages: sender.settle });
  const loadNewest = (): Promise<void> => updates.loadPage(undefined, withPlace);

  return {
    get: store.get,
    subscribe: store.subscribe,
    hear: updates.hear,
    seeTyping: others.seeTyping,
    seePresence: others.seePresence,
    catchUp: updates.catchUp,
    flush: sender.flush,
    /** Is shown from now on, until the returned function is called. What waits is sent afterwards too. */
    start(): () => void {
      readers += 1;
      updates.reopen();
      void sender.flush();
      return () => {
        readers -= 1;
        if (readers > 0) return;
        others.forget();
        updates.forget();
      };
    },
    /** Nobody reads it, and nothing waits. */
    isIdle: (): boolean => readers === 0 && store.get().waiting.length === 0,
    /** Ends everything. */
    dispose(): void {
      isStopped = true;
      clearTimeout(retryTimer);
      others.forget();
      updates.forget();
    },
    async loadOlder(): Promise<void> {
      const first = store.get().chat?.messages[0];
      if (first) await updates.loadPage(first.number, withOlder);
    },
    async loadNewer(): Promise<void> {
      const last = store.get().chat?.messages.at(-1);
      if (last) await updates.loadPage(last.number + 1 + chatPageSize, withNewer);
    },
    /** Leaves what is loaded for the messages around one. */
    loadAround: (number: number): Promise<void> => updates.loadPage(number + chatPageSize / 2, withPlace),
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
      changed(await chats.edit({ params: { ...holder, number }, body: { text } }));
    },
    async remove(number: number): Promise<void> {
      changed(await chats.remove({ params: { ...holder, number } }));
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
