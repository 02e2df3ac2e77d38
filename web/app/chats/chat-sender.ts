/** The messages of an open conversation that wait to be sent: kept in the outbox, and sent in order. */
import type { Api } from "@portico/api";
import type { ChatMessage } from "@portico/api/chats.ts";
import type { Client } from "@portico/api/client.ts";
import { ApiError } from "@portico/api/errors.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { isPassing } from "../shell/calls/passing.ts";
import type { Store } from "../shell/store.ts";
import type { ChatView, Outbox, WaitingFile, WaitingMessage } from "./chat-session.ts";

interface Parts {
  chats: Pick<Client<Api>["chats"], "send">;
  holder: Holder;
  userId: number;
  outbox: Outbox;
  store: Store<ChatView>;
  /** The connection failed. */
  retryLater: () => void;
  onSent: (message: ChatMessage) => void;
  isStopped: () => boolean;
}

/** The files with those marked that the server does not know (any more). */
const withGone = (files: readonly WaitingFile[], { errors }: ApiError): WaitingFile[] =>
  files.map((file, place) => ({
    ...file,
    isGone: errors.some(({ path, code }) => path === `uploads.${place}.upload` && code === "unknown"),
  }));

export function createSender({ chats, holder, userId, outbox, store, retryLater, onSent, isStopped }: Parts) {
  const waitingNow = (): readonly WaitingMessage[] => store.get().waiting;
  const setWaiting = (waiting: readonly WaitingMessage[]): void => {
    outbox.write(waiting);
    store.set({ ...store.get(), waiting });
  };

  /** What the server has is not waiting any more. */
  function settle(messages: readonly ChatMessage[]): void {
    const keys = new Set(messages.filter(({ operator }) => operator === userId).map(({ key }) => key));
    if (waitingNow().some(({ key }) => keys.has(key))) setWaiting(waitingNow().filter(({ key }) => !keys.has(key)));
  }

  async function send({ key, text, files, replyTo }: WaitingMessage): Promise<void> {
    const uploads = files.map(({ upload }) => upload);
    const body = { key, text, uploads, ...(replyTo !== null && { reply_to: replyTo }) };
    const message = await chats.send({ params: holder, body });
    settle([message]);
    onSent(message);
  }

  /** The message stays, with the reason, until it is tried again or discarded. */
  function refuse(key: string, error: unknown): void {
    const refusal = error instanceof ApiError ? error : new ApiError({ code: "generic", status: 500 });
    const refused = (one: WaitingMessage) => ({ ...one, refusal, files: withGone(one.files, refusal) });
    setWaiting(waitingNow().map((one) => (one.key === key ? refused(one) : one)));
  }

  let isSending = false;
  /** Sends what waits, in order. What is refused stays with its reason and stops nothing. */
  async function flush(): Promise<void> {
    if (isSending || isStopped()) return;
    isSending = true;
    try {
      for (;;) {
        const next = waitingNow().find(({ refusal }) => refusal === null);
        if (!next || isStopped()) break;
        try {
          await send(next);
        } catch (error) {
          if (isPassing(error)) {
            retryLater();
            break;
          }
          refuse(next.key, error);
        }
      }
    } finally {
      isSending = false;
    }
  }

  return {
    settle,
    flush,
    /** Shown at once; `flush` sends it when its turn comes. */
    add(message: Pick<WaitingMessage, "text" | "files" | "replyTo">): void {
      const unsent = { key: crypto.randomUUID(), ...message, at: new Date().toISOString(), refusal: null };
      setWaiting([...waitingNow(), unsent]);
    },
    /** Without the files that are gone. */
    retry(key: string): void {
      const again = (one: WaitingMessage) => ({
        ...one,
        refusal: null,
        files: one.files.filter(({ isGone }) => isGone !== true),
      });
      setWaiting(waitingNow().map((one) => (one.key === key ? again(one) : one)));
      void flush();
    },
    discard(key: string): void {
      setWaiting(waitingNow().filter((one) => one.key !== key));
    },
  };
}
