/**
 * The actions that an answer offers as `can` equal those that the calls allow, for every staff role and for a viewer's
 * own data.
 */
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Role } from "@portico/api/permissions.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { codeOf } from "../testing/effects.ts";

let app: TestApp;
/** Four eyes and the last admin are separate rules: there are enough admins here. */
beforeAll(async () => {
  app = await createTestApp();
  for (let count = 0; count < 3; count++) await app.as("admin");
});
afterAll(() => app.close());

const staff = ["internal", "office", "admin"] as const satisfies Role[];

type UserCall = (caller: TestUser, id: number) => Promise<unknown>;
/** A call for each action; `change` and `represent` cover several calls, and each is tried. */
const userCalls: Record<string, UserCall[]> = {
  change: [
    ({ client }, id) => client.users.setClientNumber({ params: { id }, body: { clientNumber: `C-${id}` } }),
    ({ client }, id) => client.users.assign({ params: { id }, body: { admin_id: null } }),
    ({ client }, id) => client.users.setClientData({ params: { id }, body: { newData: {} } }),
    ({ client }, id) => client.distributionGroups.setOfUser({ params: { id }, body: { newGroups: [] } }),
  ],
  notify: [
    ({ client }, id) =>
      client.notifications.send({
        params: { holderType: "user", holderId: id },
        body: { notif_type: "generic", text: "Hello" },
      }),
  ],
  setName: [
    ({ client }, id) =>
      client.users.setName({ params: { id }, body: { name: "Ivan Petrov", reason: "As in the passport" } }),
  ],
  setRole: [({ client }, id) => client.users.setRole({ params: { id }, body: { role: "internal" } })],
  reopen: [({ client }, id) => client.users.modifyState({ params: { id }, body: { newState: "returnedKYC" } })],
  disable: [
    ({ client }, id) => client.users.modifyState({ params: { id }, body: { newState: "disabled", reason: "Test" } }),
  ],
  resetFactors: [({ client }, id) => client.users.resetFactors({ params: { id }, body: { reason: "Test" } })],
};

const get = (caller: TestUser, id: number) => caller.client.users.get({ params: { id } });

describe.each(staff)("a user, seen by %s", (role) => {
  test.each(["preKYC", "rejected", "disabled"] as const satisfies HolderState[])("in %s", async (state) => {
    const caller = await app.as(role);
    for (const [action, calls] of Object.entries(userCalls))
      for (const call of calls) {
        const { id } = await app.as("client", { state });
        const { can } = await get(caller, id);
        const isDone = (await codeOf(call(caller, id))) === "done";
        expect([action, can?.[action as keyof typeof can]]).toEqual([action, isDone]);
      }
  });

  test("who is the caller", async () => {
    for (const [action, calls] of Object.entries(userCalls))
      for (const call of calls) {
        const caller = await app.as(role, { state: "preKYC" });
        const { can } = await get(caller, caller.id);
        expect([action, can?.[action as keyof typeof can]]).toEqual([
          action,
          (await codeOf(call(caller, caller.id))) === "done",
        ]);
      }
  });
});

test("a client is told nothing of what staff may do about them", async () => {
  const client = await app.as("client");
  expect(await get(client, client.id)).not.toHaveProperty("can");
});

test.each(staff)("a company, seen by %s", async (role) => {
  const caller = await app.as(role);
  const creator = await app.as("client");
  const { id, can } = await creator.client.companies.create({ params: { userId: creator.id }, body: {} });
  expect(can).toEqual({ discard: true, requestUpdate: false });
  const seen = await caller.client.companies.get({ params: { id } });
  const { companies } = await caller.client.companies.list({ query: {} });
  const assigned = await codeOf(caller.client.companies.assign({ params: { id }, body: { admin_id: null } }));
  expect([seen.can?.change, companies.find((one) => one.id === id)?.can.assign]).toEqual([
    assigned === "done",
    assigned === "done",
  ]);
  const represented = await codeOf(
    caller.client.companies.editRepresentatives({ params: { id }, body: { newRepIDs: [creator.id] } }),
  );
  expect(seen.can?.represent).toBe(represented === "done");
  const disabled = await codeOf(
    caller.client.companies.modifyState({ params: { id }, body: { newState: "disabled", reason: "Test" } }),
  );
  expect(seen.can?.disable).toBe(disabled === "done");
  expect((await caller.client.companies.get({ params: { id } })).can?.enable).toBe(disabled === "done");
});

test("a company of one's own can be dropped until it has a client number", async () => {
  const creator = await app.as("client");
  const own = { params: { userId: creator.id } };
  const { id } = await creator.client.companies.create({ ...own, body: {} });
  const office = await app.as("office");
  await office.client.companies.setClientNumber({ params: { id }, body: { clientNumber: "C-own" } });
  expect((await creator.client.companies.listOwn(own))[0]?.can.discard).toBe(false);
  const drop = () => creator.client.forms.discardCompanyForm({ params: { id: creator.id } });
  expect(await codeOf(drop())).toBe("stateConflict");
  await office.client.companies.setClientNumber({ params: { id }, body: { clientNumber: null } });
  expect((await creator.client.companies.listOwn(own))[0]?.can.discard).toBe(true);
  expect(await codeOf(drop())).toBe("done");
});

describe.each(staff)("what clients asked, seen by %s", (role) => {
  test("a request", async () => {
    const caller = await app.as(role, { clientNumber: `Q-${role}`, state: "postKYC" });
    const client = await app.as("client", { clientNumber: `R-${role}`, state: "postKYC" });
    const ask = ({ id, client: calls }: TestUser) =>
      calls.payments.requestTransaction({
        params: { holderType: "user", holderId: id },
        body: { type: "deposit", userMsg: "", transactionInfo: { sum: "10", currency: "EUR" } },
      });
    for (const asker of [client, caller]) {
      const { id: requestId } = await ask(asker);
      const find = async () =>
        (
          await caller.client.payments.listRequests({ query: { holder_type: "user", holder_id: asker.id } })
        ).requests.find(({ id }) => id === requestId)?.can.handle;
      const offered = await find();
      const handled = await codeOf(
        caller.client.payments.handleRequest({ params: { requestId }, body: { state: "done", staffMessage: "" } }),
      );
      expect([asker === client, offered]).toEqual([asker === client, handled === "done"]);
      if (handled === "done") expect(await find()).toBe(false);
    }
  });

  test("a ticket", async () => {
    const caller = await app.as(role);
    const client = await app.as("client");
    for (const asker of [client, caller]) {
      const holder = { holderType: "user", holderId: asker.id } as const;
      const { id } = await asker.client.tickets.create({ params: holder, body: { title: "A fee", content: "Why?" } });
      const { tickets } = caller.client;
      const find = async () => (await tickets.get({ params: { ...holder, id }, query: {} })).can;
      const offered = await find();
      const say = (internal: boolean) =>
        codeOf(tickets.addComment({ params: { ...holder, id }, body: { content: "So", internal } }));
      const did = {
        comment: (await say(false)) === "done",
        note: (await say(true)) === "done",
        merge: (await codeOf(tickets.merge({ params: { id }, body: { into: id } }))) === "badInput",
        arrange: (await codeOf(tickets.arrange({ params: { id }, body: { add_tags: [] } }))) === "done",
        assign: (await codeOf(tickets.assign({ params: { id }, body: { admin_id: caller.id } }))) !== "forbidden",
        resolve: (await codeOf(tickets.resolve({ params: { ...holder, id }, body: {} }))) === "done",
        close: (await codeOf(tickets.close({ params: { id }, body: {} }))) === "done",
      };
      const isOwn = asker === caller;
      const assign = !isOwn && role !== "internal";
      expect(offered).toMatchObject({ ...did, assign, attach: isOwn || role !== "internal" });
      const { comment, note, resolve, close } = await find();
      expect([comment, note, resolve, close]).toEqual(
        isOwn ? [true, false, false, false] : [false, false, false, false],
      );
    }
  });
});

test.each(staff)("what the firm keeps, seen by %s", async (role) => {
  const { client } = await app.as(role);
  const isAdmin = role === "admin";
  expect((await client.settings.get({ params: { name: "kycRules" } })).can).toEqual({ save: isAdmin });
  const admin = await app.as("admin");
  const label = `Field of ${role}`;
  await admin.client.dataFields.create({ body: { label } });
  expect((await client.dataFields.list()).find((one) => one.label === label)?.can).toEqual({
    save: isAdmin,
    remove: isAdmin,
  });
  await admin.client.distributionGroups.setOfUser({
    params: { id: (await app.as("client")).id },
    body: { newGroups: [`Group of ${role}`] },
  });
  expect((await client.distributionGroups.list())[0]?.can).toEqual({
    rename: isAdmin,
    remove: isAdmin,
    notify: role !== "internal",
  });
  expect((await client.imports.list({ query: {} })).can).toEqual({ preview: role !== "internal" });
});
