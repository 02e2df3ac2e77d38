/**
 * The law of conversations: the state of a page with the next change applied is what the server answers after it,
 * however events are lost, doubled and delivered out of order.
 */
import { randomUUID } from "node:crypto";
import type { ChatMessage, ChatReading } from "@portico/api/chats.ts";
import { applyChange, applyDelta, type ChatChange, type ChatState } from "@portico/api/rules/chat-state.ts";
import type { Holder } from "@portico/api/shapes.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { codeOf, listen } from "../../testing/effects.ts";

let app: TestApp;
let people: [TestUser, TestUser];
beforeAll(async () => {
  app = await createTestApp();
  people = [await app.as("client"), await app.as("office")];
});
afterAll(() => app.close());

type State = ChatState<ChatMessage, ChatReading>;
type Change = ChatChange<ChatMessage, ChatReading>;

const stateOf = async (by: TestUser, holder: Holder): Promise<State> => {
  const { change, messages, hasOlder, readings } = await by.client.chats.open({ params: holder });
  return { change, messages, hasOlder, readings };
};

/** A page: applies events as they come, and asks for what it lacks. */
function openPage(by: TestUser, holder: Holder, first: State) {
  let state = first;
  return {
    async hear(event: Change) {
      const next = applyChange(state, event);
      if (next !== "hole") state = next;
      else await this.catchUp();
    },
    async catchUp() {
      const delta = await by.client.chats.listChanges({ params: holder, query: { after: state.change } });
      state = applyDelta(state, delta);
    },
    get state() {
      return state;
    },
  };
}

const action = fc.record({
  by: fc.constantFrom(0, 1),
  what: fc.constantFrom("send", "send", "send", "edit", "remove", "read"),
  which: fc.nat(),
  /** How each of the two pages gets the event: at once, twice, later, or never. */
  arrives: fc.tuple(
    fc.constantFrom("now", "twice", "later", "never"),
    fc.constantFrom("now", "twice", "later", "never"),
  ),
});

test("two pages that miss, repeat and mix up events end in the state that a third loads anew", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 14 }), async (actions) => {
      const client = await app.as("client");
      const holder: Holder = { holderType: "user", holderId: client.id };
      const writers: [TestUser, TestUser] = [client, people[1]];
      const pages = await Promise.all(writers.map(async (by) => openPage(by, holder, await stateOf(by, holder))));
      const late: Change[][] = [[], []];
      let sent = 0;
      for (const { by, what, which, arrives } of actions) {
        const writer = writers[by] as TestUser;
        const number = sent === 0 ? 1 : 1 + (which % sent);
        const at = { params: { ...holder, number } };
        const events = listen(app);
        if (what === "send" || sent === 0) {
          await writer.client.chats.send({ params: holder, body: { key: randomUUID(), text: `${which}` } });
          sent += 1;
        } else if (what === "edit")
          await codeOf(writer.client.chats.edit({ ...at, body: { text: `${which} edited` } }));
        else if (what === "remove") await codeOf(writer.client.chats.remove(at));
        else await writer.client.chats.markRead({ params: holder, body: { number } });
        events.stop();
        const changes = events.all.flatMap(({ name, event }) =>
          name === "message" || name === "message:read" ? [event as Change] : [],
        );
        for (const [index, page] of pages.entries())
          for (const change of changes) {
            if (arrives[index] === "later") late[index]?.unshift(change);
            else if (arrives[index] !== "never") await page.hear(change);
            if (arrives[index] === "twice") await page.hear(change);
          }
        const current = await stateOf(writer, holder);
        // A page that has every change is in the very state that the server answers.
        for (const page of pages) if (page.state.change === current.change) expect(page.state).toEqual(current);
      }
      for (const [index, page] of pages.entries()) {
        for (const change of late[index] ?? []) await page.hear(change);
        await page.catchUp();
        expect(page.state).toEqual(await stateOf(writers[index] as TestUser, holder));
      }
    }),
    { numRuns: 40 },
  );
});
