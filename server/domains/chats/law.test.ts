/**
 * The law of conversations: the state of a page with the next change applied is what the server answers after it. Two
 * people write at once through two processes, which tell each other over their bus; each page hears of it over a socket
 * to its own process, and some of what it hears is lost, doubled or too late. A thousand interleavings of pages, without
 * the server: web/app/chats/chat-session.law.test.ts.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ChatMessage, ChatReading } from "@portico/api/chats.ts";
import { applyChange, applyDelta, type ChatChange, type ChatState } from "@portico/api/rules/chat-state.ts";
import type { Holder } from "@portico/api/shapes.ts";
import fc from "fast-check";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSockets } from "../../realtime/sockets.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { codeOf } from "../../testing/effects.ts";

type Client = TestUser["client"];
type State = ChatState<ChatMessage, ChatReading>;
type Change = ChatChange<ChatMessage, ChatReading>;
interface Process {
  url: string;
  withToken: TestApp["withToken"];
}

let app: TestApp;
let processes: [Process, Process];
let office: TestUser;
let officeSocket: Socket;
const ends: (() => Promise<unknown>)[] = [];

async function listen(part: Pick<TestApp, "services" | "withToken">): Promise<Process> {
  const server = createServer();
  const sockets = openSockets(part.services, {
    servers: [server],
    pool: app.database.pool,
    listening: app.database.listening,
    origins: [],
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  ends.unshift(
    () => sockets.close(),
    () => new Promise((closed) => server.close(closed)),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, withToken: part.withToken };
}
async function connect({ url }: Process, token: string): Promise<Socket> {
  const socket = io(url, { auth: { token }, reconnection: false, forceNew: true, transports: ["websocket"] });
  await new Promise<void>((connected, refused) => {
    socket.once("connect", connected);
    socket.once("connect_error", refused);
  });
  return socket;
}

beforeAll(async () => {
  app = await createTestApp();
  const second = await app.another();
  ends.unshift(() => second.close());
  processes = [await listen(app), await listen(second)];
  office = await app.as("office");
  officeSocket = await connect(processes[1], office.token);
});
afterAll(async () => {
  officeSocket.disconnect();
  for (const end of ends) await end();
  await app.close();
});

const stateOf = async (client: Client, holder: Holder): Promise<State> => {
  const { change, messages, hasOlder, readings } = await client.chats.open({ params: holder });
  return { change, messages, hasOlder, readings };
};

/** A page: gathers what its socket brings, applies what it is given of it, and asks for what it lacks. */
function openPage(client: Client, socket: Socket, holder: Holder) {
  let state: State = { change: 0, messages: [], hasOlder: false, readings: [] };
  const brought = new Map<number, Change>();
  let noteBrought = (): void => undefined;
  const note = (event: Holder & Change): void => {
    if (event.holderId !== holder.holderId || event.holderType !== holder.holderType) return;
    brought.set(event.change, event);
    noteBrought();
  };
  socket.on("message", note);
  socket.on("message:read", note);
  return {
    client,
    async hear(event: Change) {
      const next = applyChange(state, event);
      if (next !== "hole") state = next;
      else await this.catchUp();
    },
    async catchUp() {
      state = applyDelta(state, await client.chats.listChanges({ params: holder, query: { after: state.change } }));
    },
    /** The changes after one up to another, once the socket has brought all of them. */
    async changes(after: number, until: number): Promise<Change[]> {
      const isThere = () => Array.from({ length: until }, (_, place) => place + 1).every((one) => brought.has(one));
      while (!isThere()) await new Promise<void>((noted) => (noteBrought = noted));
      return [...brought.values()].filter(({ change }) => change > after);
    },
    close() {
      socket.off("message", note);
      socket.off("message:read", note);
    },
    get state() {
      return state;
    },
  };
}

/** More of them take minutes: docs/testing.md. */
const interleavings = Number(process.env["LAW_RUNS"] ?? 25);

const action = fc.record({
  what: fc.constantFrom("send", "send", "edit", "remove", "read"),
  which: fc.nat(1000),
});
/** What both do at once, and how each page gets the events of it. */
const arrival = fc.record({
  how: fc.array(fc.constantFrom("now", "now", "twice", "later", "never"), { minLength: 1, maxLength: 4 }),
  isReversed: fc.boolean(),
});
const round = fc.record({ both: fc.tuple(action, action), arrivals: fc.tuple(arrival, arrival) });

async function act(
  client: Client,
  holder: Holder,
  known: State,
  { what, which }: typeof action extends fc.Arbitrary<infer One> ? One : never,
) {
  const number = 1 + (which % Math.max(1, known.messages.length));
  const at = { params: { ...holder, number } };
  if (what === "send" || known.messages.length === 0)
    await client.chats.send({ params: holder, body: { key: randomUUID(), text: `${which}` } });
  // One's own may be changed; somebody else's, or a deleted one, is refused.
  else if (what === "edit") await codeOf(client.chats.edit({ ...at, body: { text: `${which} edited` } }));
  else if (what === "remove") await codeOf(client.chats.remove(at));
  else await client.chats.markRead({ params: holder, body: { number } });
}

test("pages that miss, repeat and mix up events of two processes end in the state that a third loads anew", async () => {
  let changes = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 3, maxLength: 8 }), async (rounds) => {
      const person = await app.as("client");
      const holder: Holder = { holderType: "user", holderId: person.id };
      const socket = await connect(processes[0], person.token);
      const pages = [
        openPage(processes[0].withToken(person.token), socket, holder),
        openPage(processes[1].withToken(office.token), officeSocket, holder),
      ] as const;
      const late: [Change[], Change[]] = [[], []];
      let current = pages[0].state;
      for (const { both, arrivals } of rounds) {
        const before = current;
        await Promise.all(both.map((one, page) => act((pages[page] ?? pages[0]).client, holder, before, one)));
        current = await stateOf(pages[0].client, holder);
        for (const [index, page] of pages.entries()) {
          const { how, isReversed } = arrivals[index] as (typeof arrivals)[0];
          const events = (await page.changes(before.change, current.change)).toSorted((a, b) =>
            isReversed ? b.change - a.change : a.change - b.change,
          );
          for (const [place, event] of events.entries()) {
            const arrives = how[place % how.length];
            if (arrives === "later") late[index]?.unshift(event);
            else if (arrives !== "never") await page.hear(event);
            if (arrives === "twice") await page.hear(event);
            // A page that has every change is in the very state that the server answers.
            if (page.state.change === current.change) expect(page.state).toEqual(current);
          }
        }
      }
      for (const [index, page] of pages.entries()) {
        for (const event of late[index] ?? []) await page.hear(event);
        await page.catchUp();
        expect(page.state).toEqual(await stateOf(page.client, holder));
        page.close();
      }
      socket.disconnect();
      changes += current.change;
    }),
    { numRuns: interleavings },
  );
  expect(changes).toBeGreaterThan(100);
});
