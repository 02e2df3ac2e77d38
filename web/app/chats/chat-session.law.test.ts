/**
 * The law of conversations in the browser: the state of a page with the next change applied is what the server answers
 * after it. Two pages write at once through two processes; answers and events are lost, doubled and overtake each other.
 * The same against the real server: server/domains/chats/law.test.ts.
 */
import type { ChatMessage, ChatReading } from "@portico/api/chats.ts";
import { ApiError } from "@portico/api/errors.ts";
import type { ChatState } from "@portico/api/rules/chat-state.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ChatSession, createChatSession, type WaitingMessage } from "./chat-session.ts";

type State = ChatState<ChatMessage, ChatReading>;
interface Change {
  change: number;
  message?: ChatMessage;
  reading?: ChatReading;
}
/** A call of a page: it reaches the server when it is run, and the page when it is answered. */
interface Call {
  page: number;
  isRead: boolean;
  run: () => () => unknown;
  /** Null until the server has run it. */
  answer: (() => unknown) | null;
  resolve: (answer: unknown) => void;
  reject: (error: ApiError) => void;
}
const holder = { holderType: "user", holderId: 1 } as const;
const lost = new ApiError({ type: "about:blank", title: "", status: 0, code: "unavailable" } as never);
const drain = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** The server: numbers changes under a lock, and keeps the state after each of them. */
function createServer() {
  const states: State[] = [{ change: 0, messages: [], hasOlder: false, readings: [] }];
  const inFlight: [Change[], Change[]] = [[], []];
  const calls: Call[] = [];
  const now = (): State => states.at(-1) as State;

  function commit(part: { message: ChatMessage } | { reading: ChatReading }): void {
    const { messages, readings } = now();
    const change = states.length;
    states.push({
      change,
      hasOlder: false,
      messages:
        "message" in part
          ? [...messages.filter(({ number }) => number !== part.message.number), part.message]
          : messages,
      readings:
        "reading" in part
          ? [...readings.filter(({ user_id }) => user_id !== part.reading.user_id), part.reading]
          : readings,
    });
    const state = now();
    states[change] = {
      ...state,
      messages: state.messages.toSorted((a, b) => a.number - b.number),
      readings: state.readings.toSorted((a, b) => a.user_id - b.user_id),
    };
    for (const events of inFlight) events.push({ change, ...part });
  }
  const edited = (number: number, part: Partial<ChatMessage>): ChatMessage => {
    const known = now().messages.find((one) => one.number === number) as ChatMessage;
    if (known.deleted_at !== null) return known;
    const message = { ...known, ...part, change: states.length };
    commit({ message });
    return message;
  };
  function send(page: number, { key, text }: { key: string; text: string }): ChatMessage {
    const known = now().messages.find((one) => one.key === key);
    if (known) return known;
    const message = {
      number: now().messages.length + 1,
      change: states.length,
      key,
      text,
      operator: page + 1,
      edited_at: null,
      deleted_at: null,
    } as ChatMessage;
    commit({ message });
    return message;
  }
  function read(page: number, number: number): void {
    const before = now().readings.find(({ user_id }) => user_id === page + 1)?.number ?? 0;
    if (number > before)
      commit({ reading: { user_id: page + 1, by_staff: page === 1, number, change: states.length } });
  }
  /** The number is read before the messages, which may be newer than it when the answer leaves. */
  const openAt = (change: number) => ({ ...now(), name: "", change, present: [], assigned_to: null, can: {} });
  const changesAt = (change: number, after: number) => ({
    change,
    messages: now().messages.filter((one) => one.change > after),
    readings: now().readings.filter((one) => one.change > after),
    isTooMuch: false,
  });
  const apiOf = (page: number) => {
    const ask = (isRead: boolean, run: Call["run"]) =>
      new Promise((resolve, reject) => void calls.push({ page, isRead, run, answer: null, resolve, reject }));
    const write = (work: () => unknown) =>
      ask(false, () => {
        const answer = work();
        return () => answer;
      });
    return {
      chats: {
        open: () =>
          ask(true, () => {
            const { change } = now();
            return () => openAt(change);
          }),
        listChanges: ({ query: { after } }: { query: { after: number } }) =>
          ask(true, () => {
            const { change } = now();
            return () => changesAt(change, after);
          }),
        send: ({ body }: { body: { key: string; text: string } }) => write(() => send(page, body)),
        edit: ({ params: { number }, body: { text } }: { params: { number: number }; body: { text: string } }) =>
          write(() => edited(number, { text, edited_at: "later" })),
        remove: ({ params: { number } }: { params: { number: number } }) =>
          write(() => edited(number, { text: "", deleted_at: "later" })),
        markRead: ({ body: { number } }: { body: { number: number } }) => write(() => read(page, number)),
      },
    };
  };
  return { states, inFlight, calls, apiOf, now };
}

interface Page {
  session: ChatSession;
  /** Keys in the order of writing. */
  sent: string[];
  /** What it showed last. */
  shown: State | null;
  /** The newest change that it heard of and has to fetch if it lacks it. */
  heard: number;
}

function openPage(server: ReturnType<typeof createServer>, page: number): Page {
  let kept: readonly WaitingMessage[] = [];
  const outbox = { read: () => kept, write: (waiting: readonly WaitingMessage[]) => void (kept = waiting) };
  const api = server.apiOf(page) as never;
  return { session: createChatSession({ api, holder, userId: page + 1, outbox }), sent: [], shown: null, heard: 0 };
}

/** No message and no read mark is older than it was. */
const isLater = (chat: State, before: State): boolean =>
  chat.change >= before.change &&
  before.messages.every(({ change }, place) => (chat.messages[place]?.change ?? 0) >= change) &&
  before.readings.every((was) =>
    chat.readings.some(({ user_id, change }) => user_id === was.user_id && change >= was.change),
  );

/** What is wrong with a page, or null. What the server has changed since the page's number may be there already. */
function faultOf({ session, shown }: Page, states: readonly State[]): string | null {
  const { chat } = session.get();
  if (!chat) return null;
  const fresh = states[chat.change] as State;
  const isOf = (all: readonly (ChatMessage | ChatReading)[], one: ChatMessage | ChatReading) =>
    one.change > chat.change || all.includes(one);
  if (shown && !isLater(chat, shown)) return `went back at change ${chat.change}`;
  if (chat.messages.length < fresh.messages.length || chat.messages.some(({ number }, place) => number !== place + 1))
    return `a message is missing or twice after change ${chat.change}`;
  if (!chat.messages.every((one) => isOf(fresh.messages, one))) return `another message than after ${chat.change}`;
  const isWithout = fresh.readings.some(({ user_id }) => !chat.readings.some((one) => one.user_id === user_id));
  if (isWithout || !chat.readings.every((one) => isOf(fresh.readings, one)))
    return `other read marks than after ${chat.change}`;
  return null;
}

const at = <T>(all: readonly T[], which: number): T | undefined => all[which % all.length];
const who = { page: fc.constantFrom(0, 1), which: fc.nat(1000) };
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("send", "send", "edit", "remove", "read"), ...who }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constantFrom("run", "answer"), ...who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("loseCall", "loseAnswer"), ...who }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom("hear", "hear", "hear", "hearAndKeep", "lose"), ...who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reconnect"), ...who }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

function take(server: ReturnType<typeof createServer>, pages: readonly Page[], { do: what, page, which }: Step): void {
  const one = pages[page] as Page;
  const { session, sent } = one;
  const { calls, inFlight } = server;
  const events = inFlight[page] as Change[];
  const settle = (isRun: boolean, end: (call: Call) => void): void => {
    const call = at(
      calls.filter(({ answer }) => (answer !== null) === isRun),
      which,
    );
    if (call) end(call);
  };
  const finish = (call: Call, answered: boolean): void => {
    calls.splice(calls.indexOf(call), 1);
    if (answered) call.resolve(call.answer?.());
    else {
      // The page asks again later, which the end of the test stands for.
      (pages[call.page] as Page).heard = 0;
      call.reject(lost);
    }
  };
  const { chat } = session.get();
  const own = chat?.messages.filter(({ operator }) => operator === page + 1) ?? [];
  const number = at(own, which)?.number;
  if (what === "send") {
    session.send(`${which}`);
    sent.push(session.get().waiting.at(-1)?.key ?? "");
  } else if (what === "edit" && number !== undefined) void session.edit(number, `${which}`).catch(() => undefined);
  else if (what === "remove" && number !== undefined) void session.remove(number).catch(() => undefined);
  else if (what === "read" && chat && chat.messages.length > 0)
    void session.markRead(1 + (which % chat.messages.length));
  else if (what === "run") settle(false, (call) => (call.answer = call.run()));
  else if (what === "answer") settle(true, (call) => finish(call, true));
  else if (what === "loseCall") settle(false, (call) => finish(call, false));
  else if (what === "loseAnswer") settle(true, (call) => finish(call, false));
  else if (what === "reconnect") {
    void session.catchUp();
    void session.flush();
  } else if (events.length > 0 && ["hear", "hearAndKeep", "lose"].includes(what)) {
    const place = which % events.length;
    const event = events[place] as Change;
    if (what !== "hearAndKeep") events.splice(place, 1);
    if (what === "lose") return;
    session.hear(event);
    one.heard = Math.max(one.heard, event.change);
  }
}

test("1,000 interleavings of two pages: each state is the server's after the same change", async () => {
  let changes = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 100, maxLength: 200 }), async (steps) => {
      const server = createServer();
      const pages = [openPage(server, 0), openPage(server, 1)];
      const check = async () => {
        await drain();
        for (const [place, page] of pages.entries()) {
          const fault = faultOf(page, server.states);
          if (fault !== null) throw new Error(fault);
          const isFetching = server.calls.some((call) => call.isRead && call.page === place);
          const { chat } = page.session.get();
          if (!isFetching && chat && chat.change < page.heard) throw new Error(`nobody fetches change ${page.heard}`);
          page.shown = page.session.get().chat;
        }
      };
      const ends = pages.map(({ session }) => session.start());
      for (const one of steps) {
        take(server, pages, one);
        await check();
      }
      // The line is back; events still on their way are lost. The second time nobody writes any more.
      for (const _ of ["writes what waits", "catches up"]) {
        for (const page of [0, 1] as const) take(server, pages, { do: "reconnect", page, which: 0 });
        while (server.calls.length > 0) {
          for (const what of ["run", "answer"] as const) take(server, pages, { do: what, page: 0, which: 0 });
          await check();
        }
      }
      for (const end of ends) end();
      const { change, messages, readings } = server.now();
      for (const [page, { session, sent }] of pages.entries()) {
        const { chat, waiting } = session.get();
        expect(chat).toEqual({ change, messages, hasOlder: false, readings });
        expect(waiting).toEqual([]);
        expect(messages.filter(({ operator }) => operator === page + 1).map(({ key }) => key)).toEqual(sent);
      }
      changes += change;
    }),
    { numRuns: 1000 },
  );
  // The steps do write: a server that changes nothing would prove nothing.
  expect(changes).toBeGreaterThan(10_000);
});
