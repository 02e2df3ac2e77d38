/** A conversation in the browser, against a server that numbers changes, loses answers and is away for a while. */
import type { ChatMessage, ChatReading } from "@portico/api/chats.ts";
import { ApiError } from "@portico/api/errors.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ChatSession, createChatSession, type WaitingMessage } from "./chat-session.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const holder = { holderType: "user", holderId: 1 } as const;
const problem = (status: number, errors: { path: string; code: string }[] = []) =>
  new ApiError({
    type: "about:blank",
    title: "",
    status,
    code: status === 0 ? "unavailable" : "badInput",
    errors,
  } as never);

/** Conversations as the server keeps them. */
function createServer() {
  const messages: ChatMessage[] = [];
  const readings: ChatReading[] = [];
  let change = 0;
  /** What the next calls do instead: fail before, or after the message is stored. */
  const faults: ("away" | "lostAnswer" | "refused")[] = [];
  const calls: string[] = [];
  /** Happens after the next page of messages was read, before its answer arrives. */
  const meanwhile: (() => void)[] = [];
  const write = (operator: number, key: string, text: string): ChatMessage => {
    const known = messages.find((one) => one.key === key && one.operator === operator);
    if (known) return known;
    change += 1;
    const message: ChatMessage = {
      number: messages.length + 1,
      key,
      change,
      operator,
      creator_id: operator,
      client: { type: "user", id: 1 },
      author: `${operator}`,
      by_staff: operator !== 1,
      text,
      files: [],
      reply_to: null,
      ticket_id: null,
      created_at: new Date().toISOString(),
      edited_at: null,
      deleted_at: null,
    };
    messages.push(message);
    return message;
  };
  const api = {
    chats: {
      async open() {
        calls.push("open");
        if (faults.shift() === "away") throw problem(0);
        return {
          change,
          messages: messages.slice(-50),
          hasOlder: messages.length > 50,
          readings: [...readings],
          present: [],
          name: "",
          assigned_to: null,
          can: { send: true, assign: false, note: false, handOver: false },
        };
      },
      async listChanges({ query: { after } }: { query: { after: number } }) {
        calls.push(`changes ${after}`);
        return {
          change,
          messages: messages.filter((one) => one.change > after),
          readings: [],
          isTooMuch: change - after > 1000,
        };
      },
      async listOlder({ query: { before = Number.POSITIVE_INFINITY } }: { query: { before?: number } }) {
        calls.push(`before ${before}`);
        const older = messages.filter(({ number }) => number < before);
        const page = { messages: older.slice(-50), hasOlder: older.length > 50 };
        meanwhile.shift()?.();
        return page;
      },
      async send({ body: { key, text, uploads } }: { body: { key: string; text: string; uploads: number[] } }) {
        const unknown = uploads.flatMap((upload, place) =>
          upload > 0 ? [] : [{ path: `uploads.${place}.upload`, code: "unknown" }],
        );
        if (unknown.length > 0) throw problem(400, unknown);
        const fault = faults.shift();
        if (fault === "away") throw problem(0);
        if (fault === "refused") throw problem(400);
        const message = write(1, key, text);
        if (fault === "lostAnswer") throw problem(0);
        return message;
      },
    },
  };
  const edit = (number: number, text: string): ChatMessage => {
    change += 1;
    const message = { ...(messages[number - 1] as ChatMessage), change, text };
    messages[number - 1] = message;
    return message;
  };
  const sent = (text: string) => write(2, crypto.randomUUID(), text);
  return { api: api as never, messages, faults, calls, meanwhile, edit, write: sent };
}

function openOn(server: ReturnType<typeof createServer>, kept: readonly WaitingMessage[] = []) {
  let stored = kept;
  const outbox = { read: () => stored, write: (waiting: readonly WaitingMessage[]) => (stored = waiting) };
  const session = createChatSession({ api: server.api, holder, userId: 1, outbox });
  return { session, stop: session.start(), stored: () => stored };
}
const shown = (session: ChatSession) => session.get().chat?.messages.map(({ text }) => text);
const settle = () => vi.advanceTimersByTimeAsync(0);

test("changes that come before the conversation is loaded, twice or too early are shown once and in order", async () => {
  const server = createServer();
  server.write("a");
  const { session } = openOn(server);
  const [b, c, d] = [server.write("b"), server.write("c"), server.write("d")] as [
    ChatMessage,
    ChatMessage,
    ChatMessage,
  ];
  session.hear({ change: b.change, message: b });
  await settle();
  expect(shown(session)).toEqual(["a", "b"]);
  // The event of `c` is lost.
  session.hear({ change: d.change, message: d });
  expect(shown(session)).toEqual(["a", "b"]);
  await settle();
  expect(shown(session)).toEqual(["a", "b", "c", "d"]);
  session.hear({ change: c.change, message: c });
  session.hear({ change: d.change, message: d });
  expect(shown(session)).toEqual(["a", "b", "c", "d"]);
  expect(server.calls).toEqual(["open", "changes 2"]);
});

test("a closed panel opens again without a connection, with the conversation and what waits, which is sent meanwhile", async () => {
  const server = createServer();
  server.write("a");
  const { session, stop } = openOn(server);
  await settle();
  server.faults.push("away");
  session.send("one");
  await settle();
  stop();
  server.faults.push("away", "away");
  const stopAgain = session.start();
  await settle();
  expect(shown(session)).toEqual(["a"]);
  expect(session.get().waiting.map(({ text }) => text)).toEqual(["one"]);
  stopAgain();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.messages.map(({ text }) => text)).toEqual(["a", "one"]);
  server.write("missed while it was closed");
  session.start();
  await settle();
  expect(shown(session)).toEqual(["a", "one", "missed while it was closed"]);
});

test("what is written offline waits, is kept on the device, and goes out in order when the line is back", async () => {
  const server = createServer();
  const { session, stored } = openOn(server);
  await settle();
  server.faults.push("away", "away");
  session.send("one");
  session.send("two");
  await settle();
  expect(session.get().waiting.map(({ text }) => text)).toEqual(["one", "two"]);
  session.dispose();
  const again = openOn(server, stored());
  await settle();
  session.send("nobody sends this: the page is gone");
  again.session.send("three");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.messages.map(({ text }) => text)).toEqual(["one", "two", "three"]);
  expect(again.session.get().waiting).toEqual([]);
  expect(again.stored()).toEqual([]);
});

test("a message whose answer was lost is not sent twice, and keeps its key", async () => {
  const server = createServer();
  const { session } = openOn(server);
  await settle();
  server.faults.push("lostAnswer");
  session.send("once");
  await settle();
  const [waiting] = session.get().waiting;
  expect(waiting?.text).toBe("once");
  // The event arrives before the message is sent again.
  const [message] = server.messages as [ChatMessage];
  session.hear({ change: message.change, message });
  expect(session.get().waiting).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.messages.map(({ key }) => key)).toEqual([waiting?.key]);
  expect(shown(session)).toEqual(["once"]);
});

test("a refused message stays with its reason and stops nothing; it is tried again or thrown away", async () => {
  const server = createServer();
  const { session } = openOn(server);
  await settle();
  server.faults.push("refused");
  session.send("bad");
  session.send("good");
  await settle();
  expect(shown(session)).toEqual(["good"]);
  expect(session.get().waiting).toMatchObject([{ text: "bad", refusal: { status: 400 } }]);
  session.retry(session.get().waiting[0]?.key ?? "");
  await settle();
  expect(shown(session)).toEqual(["good", "bad"]);
  server.faults.push("refused");
  session.send("worse");
  await settle();
  session.discard(session.get().waiting[0]?.key ?? "");
  expect(session.get().waiting).toEqual([]);
});

test("a conversation that could not be loaded says so, and is loaded when the server is back", async () => {
  const server = createServer();
  server.write("a");
  server.faults.push("away");
  const { session } = openOn(server);
  await settle();
  expect(session.get()).toMatchObject({ chat: null, failure: { status: 0 } });
  await vi.advanceTimersByTimeAsync(6000);
  expect(session.get().failure).toBeNull();
  expect(shown(session)).toEqual(["a"]);
});

test("after too many missed changes the conversation is loaded anew", async () => {
  const server = createServer();
  const { session } = openOn(server);
  await settle();
  for (let count = 0; count < 1001; count++) server.write(`${count}`);
  await session.catchUp();
  expect(session.get().chat).toMatchObject({ change: 1001, hasOlder: true });
  expect(shown(session)?.at(-1)).toBe("1000");
});

test("who writes is shown for six seconds or until the message; who is there until they said", async () => {
  const server = createServer();
  const { session } = openOn(server);
  await settle();
  session.seeTyping({ user_id: 2, name: "Olga", by_staff: true });
  session.seeTyping({ user_id: 1, name: "Me", by_staff: false });
  expect(session.get().typing.map(({ name }) => name)).toEqual(["Olga"]);
  await vi.advanceTimersByTimeAsync(6001);
  expect(session.get().typing).toEqual([]);
  session.seeTyping({ user_id: 2, name: "Olga", by_staff: true });
  const message = server.write("Hello");
  session.hear({ change: message.change, message });
  expect(session.get().typing).toEqual([]);
  session.seePresence({ user_id: 2, name: "Olga", by_staff: true, until: new Date(Date.now() + 50_000).toISOString() });
  await vi.advanceTimersByTimeAsync(49_000);
  expect(session.get().present.map(({ name }) => name)).toEqual(["Olga"]);
  await vi.advanceTimersByTimeAsync(1200);
  expect(session.get().present).toEqual([]);
});

test("an older place is loaded around its message, kept up to date, and left for the end when something is sent", async () => {
  const server = createServer();
  for (let count = 1; count <= 300; count++) server.write(`${count}`);
  const { session } = openOn(server);
  await settle();
  // Edited after the server has read the page, and told of before it arrives.
  server.meanwhile.push(() => {
    const message = server.edit(90, "edited");
    session.hear({ change: message.change, message });
  });
  await session.loadAround(100);
  expect(session.get().chat).toMatchObject({ hasOlder: true, newest: 300 });
  expect(shown(session)).toEqual(server.messages.slice(74, 124).map(({ text }) => text));
  expect(shown(session)).toContain("edited");
  const message = server.write("new");
  session.hear({ change: message.change, message });
  await session.loadNewer();
  await session.loadOlder();
  expect(shown(session)).toEqual(server.messages.slice(24, 174).map(({ text }) => text));
  session.send("mine");
  await settle();
  expect(session.get().chat?.newest).toBeUndefined();
  expect(shown(session)?.slice(-2)).toEqual(["new", "mine"]);
  expect(session.get().waiting).toEqual([]);
});

test("files that are gone are named, and the text goes out with the others", async () => {
  const server = createServer();
  const { session, stored } = openOn(server);
  await settle();
  const files = [-1, 2, -3].map((upload) => ({ upload, name: `${upload}.pdf` }));
  session.send("the report", files);
  await settle();
  const gone = () => session.get().waiting[0]?.files.map(({ isGone }) => isGone);
  expect(gone()).toEqual([true, false, true]);
  expect(stored()).toMatchObject([{ text: "the report" }]);
  session.retry(session.get().waiting[0]?.key ?? "");
  expect(session.get().waiting[0]?.files.map(({ name }) => name)).toEqual(["2.pdf"]);
  await settle();
  expect(shown(session)).toEqual(["the report"]);
  expect(session.get().waiting).toEqual([]);
});
