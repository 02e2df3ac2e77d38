/**
 * An open conversation in the browser: its state, kept up with the server's numbered changes, and the messages that
 * wait to be sent. Independent of React.
 */
import type { Api } from "@portico/api";
import type { ChatMessage, ChatPresence, ChatReading } from "@portico/api/chats.ts";
import type { Client } from "@portico/api/client.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { ApiError } from "@portico/api/errors.ts";
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
import { chatPageSize, typingSeconds } from "@portico/api/rules/chats.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { isPassing } from "../shell/calls/passing.ts";
import { createStore } from "../shell/store.ts";

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

/** The files with those marked that the server does not know (any more). */
const withGone = (files: readonly WaitingFile[], { errors }: ApiError): WaitingFile[] =>
  files.map((file, place) => ({
    ...file,
    isGone: errors.some(({ path, code }) => path === `uploads.${place}.upload` && code === "unknown"),
  }));

export function createChatSession({ api, holder, userId, outbox }: Parts) {
  const { chats } = api;
  const store = createStore<ChatView>({ ...empty, waiting: outbox.read() });
  const set = (part: Partial<ChatView>): void => store.set({ ...store.get(), ...part });
  const setWaiting = (waiting: readonly WaitingMessage[]): void => {
    outbox.write(waiting);
    set({ waiting });
  };
  const typingTimers = new Map<number, ReturnType<typeof setTimeout>>();
  let presenceTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  /** Pages or panels that show it. */
  let readers = 0;
  /** Shown again: what the answer says beside messages may have changed. */
  let isReopened = false;
  /** Changes that come before the conversation is loaded. */
  let early: Change[] = [];

  /** What the server has is not waiting any more. */
  function settle(messages: readonly ChatMessage[]): void {
    const { waiting } = store.get();
    const keys = new Set(messages.filter(({ operator }) => operator === userId).map(({ key }) => key));
    if (waiting.some(({ key }) => keys.has(key))) setWaiting(waiting.filter(({ key }) => !keys.has(key)));
  }

  function setChat(chat: State): void {
    set({ chat, failure: null });
    settle(chat.messages);
  }

  async function load(): Promise<void> {
    const { change, messages, hasOlder, readings, present, can, assigned_to } = await chats.open({ params: holder });
    if (isStopped) return;
    set({ can, assignedTo: assigned_to });
    for (const one of present) seePresence(one);
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
        void flush();
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
    settle([event.message]);
    endTyping(event.message.operator);
  }

  let isSending = false;
  /** Sends what waits, in order. What is refused stays with its reason and stops nothing. */
  async function flush(): Promise<void> {
    if (isSending || isStopped) return;
    isSending = true;
    try {
      for (;;) {
        const next = store.get().waiting.find(({ refusal }) => refusal === null);
        if (!next || isStopped) break;
        const { key, text, files, replyTo } = next;
        const body = {
          key,
          text,
          uploads: files.map(({ upload }) => upload),
          ...(replyTo !== null && { reply_to: replyTo }),
        };
        try {
          const message = await chats.send({ params: holder, body });
          settle([message]);
          hear({ change: message.change, message });
        } catch (error) {
          if (isPassing(error)) {
            retryLater();
            break;
          }
          const refusal = error instanceof ApiError ? error : new ApiError({ code: "generic", status: 500 });
          const refused = (one: WaitingMessage) => ({ ...one, refusal, files: withGone(one.files, refusal) });
          setWaiting(store.get().waiting.map((one) => (one.key === key ? refused(one) : one)));
        }
      }
    } finally {
      isSending = false;
    }
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
  function forgetOthers(): void {
    clearTimeout(presenceTimer);
    for (const timer of typingTimers.values()) clearTimeout(timer);
    typingTimers.clear();
    set({ present: [], typing: [] });
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    hear,
    seeTyping,
    seePresence,
    catchUp,
    flush,
    /** Is shown from now on, until the returned function is called. What waits is sent afterwards too. */
    start(): () => void {
      readers += 1;
      isReopened = true;
      void catchUp();
      void flush();
      return () => {
        readers -= 1;
        if (readers > 0) return;
        forgetOthers();
        early = [];
      };
    },
    /** Nobody reads it, and nothing waits. */
    isIdle: (): boolean => readers === 0 && store.get().waiting.length === 0,
    /** Ends everything. */
    dispose(): void {
      isStopped = true;
      clearTimeout(retryTimer);
      forgetOthers();
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
      const message = { key: crypto.randomUUID(), text, files, replyTo, at: new Date().toISOString(), refusal: null };
      setWaiting([...store.get().waiting, message]);
      if (store.get().chat?.newest !== undefined) void loadNewest().catch(() => undefined);
      void flush();
    },
    /** Without the files that are gone. */
    retry(key: string): void {
      const again = (one: WaitingMessage) => ({
        ...one,
        refusal: null,
        files: one.files.filter(({ isGone }) => isGone !== true),
      });
      setWaiting(store.get().waiting.map((one) => (one.key === key ? again(one) : one)));
      void flush();
    },
    discard(key: string): void {
      setWaiting(store.get().waiting.filter((one) => one.key !== key));
    },
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
