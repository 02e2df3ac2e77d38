import type { ApiError } from "@portico/api/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { listen, recordMails } from "../../../testing/effects.ts";
import { arrangeHolder } from "../../onboarding/testing/holders.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await createTestApp();
});
afterAll(() => portal.close());

let number = 0;
const approvedClient = () => portal.as("client", { clientNumber: `R${++number}`, name: `Client R${number}` });
const holder = (user: TestUser) => ({ holderType: "user" as const, holderId: user.id });
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "accepted",
    (error: ApiError) => error.code,
  );
const deposit = { type: "deposit", userMsg: "Please", transactionInfo: { sum: "1500.50", currency: "EUR" } } as const;
const buying = { type: "buy", transactionInfo: { instrumentName: "ACME", quantity: "3" } };
const ask = (user: TestUser, more: object = {}) =>
  user.client.payments.requestTransaction({ params: holder(user), body: { ...deposit, ...more } });

describe("a client's request", () => {
  test("lands in the staff's queue with the client's name and number, and is told to open pages", async () => {
    const client = await approvedClient();
    const office = await portal.as("office");
    const notified: unknown[] = [];
    portal.services.events.once("request:changed", (event) => notified.push(event));
    const { id, state } = await ask(client);
    expect(state).toBe("open");
    expect(notified).toEqual([{ ...holder(client), requestId: id }]);
    const { requests, open } = await office.client.payments.listRequests({ query: { state: "open" } });
    expect(open).toBeGreaterThan(0);
    expect(requests[0]).toMatchObject({
      id,
      holder_id: client.id,
      holderName: `Client R${number}`,
      client_number: `R${number}`,
      type: "deposit",
      userMsg: "Please",
      transactionInfo: { sum: "1500.50", currency: "EUR" },
      created_by: `Client R${number}`,
      handled_at: null,
    });
    const { rows } = await sql<{ action: string }>`
      select action from audit_entry where subject_type = 'transactionRequest' and subject_id = ${String(id)}`.execute(
      portal.services.db,
    );
    expect(rows).toEqual([{ action: "transactionRequest.made" }]);
  });

  test("for a company stands in the queue under the company's name and number, with who sent it", async () => {
    const [office, admin] = [await portal.as("office"), await portal.as("admin")];
    const { holder: company, owner } = await arrangeHolder(portal, { office, admin }, "company", "postKYC");
    const { db } = portal.database;
    const account = { holder_type: "company", holder_id: company.holderId, client_number: "RC1" } as const;
    await db
      .insertInto("holder_account")
      .values(account)
      .onConflict((conflict) => conflict.columns(["holder_type", "holder_id"]).doUpdateSet({ client_number: "RC1" }))
      .execute();
    const { name } = await db
      .selectFrom("company")
      .select("name")
      .where("id", "=", company.holderId)
      .executeTakeFirstOrThrow();
    const { id } = await owner.client.payments.requestTransaction({ params: company, body: deposit });
    const { requests } = await office.client.payments.listRequests({ query: { state: "open" } });
    const sender = await owner.client.users.get({ params: { id: owner.id } });
    expect(requests.find((request) => request.id === id)).toMatchObject({
      holder_type: "company",
      holder_id: company.holderId,
      holderName: name,
      client_number: "RC1",
      created_by: sender.name,
    });
    expect(name).not.toBe(sender.name);
  });

  test("needs an approved holder with a client number", async () => {
    const pending = await portal.as("client", { state: "pendingKYC", clientNumber: "R-pending" });
    expect(await codeOf(ask(pending))).toBe("notApproved");
    expect(await codeOf(ask(await portal.as("client")))).toBe("noClientNumber");
  });

  test("of somebody else's is not even known to exist", async () => {
    const [client, other] = [await approvedClient(), await approvedClient()];
    const call = other.client.payments.requestTransaction({ params: holder(client), body: deposit });
    expect(await codeOf(call)).toBe("notFound");
    const { id } = await ask(client);
    const withdrawal = other.client.payments.withdrawRequest({
      params: { ...holder(other), requestId: id },
      body: {},
    });
    expect(await codeOf(withdrawal)).toBe("notFound");
  });

  test("sent twice with one key is one request; the same key with another content is refused", async () => {
    const client = await approvedClient();
    const key = "a-key-of-the-client";
    const answers = await Promise.all([ask(client, { key }), ask(client, { key }), ask(client, { key })]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await codeOf(ask(client, { key, userMsg: "Something else" }))).toBe("keyReused");
  });

  test("that says too little, too much or nothing above zero is refused by field", async () => {
    const client = await approvedClient();
    const fieldsOf = (body: object) =>
      ask(client, body).then(
        () => [],
        (error: ApiError) => error.errors,
      );
    expect(await fieldsOf({ transactionInfo: { currency: "EUR" } })).toEqual([
      { path: "transactionInfo.sum", code: "required" },
    ]);
    expect(await fieldsOf({ transactionInfo: { sum: "0.00", currency: "EUR" } })).toEqual([
      { path: "transactionInfo.sum", code: "tooSmall" },
    ]);
    expect(await fieldsOf({ type: "buy", transactionInfo: { quantity: "-1", instrumentName: "Acme" } })).toEqual([
      { path: "transactionInfo.quantity", code: "tooSmall" },
    ]);
    expect(await fieldsOf({ type: "sell", transactionInfo: { quantity: "1", instrumentId: 987654 } })).toEqual([
      { path: "transactionInfo.instrumentId", code: "notAllowed" },
    ]);
  });
});

describe("the states of a request", () => {
  test("a client takes back an open one, and not one that staff have handled", async () => {
    const client = await approvedClient();
    const office = await portal.as("office");
    const { id } = await ask(client);
    const withdraw = () =>
      client.client.payments.withdrawRequest({ params: { ...holder(client), requestId: id }, body: {} });
    expect(await withdraw()).toEqual({ id, state: "withdrawn" });
    expect(await codeOf(withdraw())).toBe("stateConflict");
    const handling = office.client.payments.handleRequest({ params: { requestId: id }, body: { state: "done" } });
    expect(await codeOf(handling)).toBe("stateConflict");
  });

  test("of two members of staff at once one wins, and the other is told", async () => {
    const client = await approvedClient();
    const [first, second] = [
      await portal.as("office", { name: "First" }),
      await portal.as("admin", { name: "Second" }),
    ];
    const { id } = await ask(client);
    const handle = (staff: TestUser, state: "done" | "declined") =>
      codeOf(
        staff.client.payments.handleRequest({ params: { requestId: id }, body: { state, staffMessage: "Booked" } }),
      );
    expect((await Promise.all([handle(first, "done"), handle(second, "declined")])).toSorted()).toEqual([
      "accepted",
      "stateConflict",
    ]);
    const { requests } = await first.client.payments.listRequests({ query: {} });
    const row = requests.find((request) => request.id === id);
    expect(row).toMatchObject({ staffMessage: "Booked", handled_by: row?.state === "done" ? "First" : "Second" });
  });

  test("how it ended is told to the holder with staff's words, by notification and by mail in their language", async () => {
    const client = await approvedClient();
    await client.client.users.setPreferences({ params: { id: client.id }, body: { newPrefs: { language: "bg" } } });
    const office = await portal.as("office");
    const [first, second] = [await ask(client), await ask(client, buying)];
    const mails = recordMails(portal);
    const heard = listen(portal);
    const handle = (requestId: number, body: { state: "done" | "declined"; staffMessage?: string }) =>
      office.client.payments.handleRequest({ params: { requestId }, body });
    await handle(first.id, { state: "done" });
    await handle(second.id, { state: "declined", staffMessage: "Няма достатъчно средства." });
    heard.stop();
    const notified = await client.client.notifications.listOfUser({ params: { id: client.id } });
    expect(notified).toMatchObject([
      {
        type: "request_declined",
        text: "Няма достатъчно средства.",
        params: { asked: "buy", day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
        target_id: second.id,
      },
      { type: "request_done", text: null, params: { asked: "deposit" }, target_id: first.id },
    ]);
    expect(mails.map(({ language, params }) => ({ language, ...params }))).toMatchObject([
      { language: "bg", type: "request_done", asked: "deposit", text: "" },
      { language: "bg", type: "request_declined", asked: "buy", text: "Няма достатъчно средства." },
    ]);
    expect(heard.all.map(({ name }) => name)).toEqual([
      "request:changed",
      "notification",
      "request:changed",
      "notification",
    ]);
  });

  test("of one that could not be ended nothing is told", async () => {
    const client = await approvedClient();
    const office = await portal.as("office");
    const { id } = await ask(client);
    await client.client.payments.withdrawRequest({ params: { ...holder(client), requestId: id }, body: {} });
    const mails = recordMails(portal);
    const handling = office.client.payments.handleRequest({ params: { requestId: id }, body: { state: "done" } });
    expect(await codeOf(handling)).toBe("stateConflict");
    expect(await client.client.notifications.listOfUser({ params: { id: client.id } })).toEqual([]);
    expect(mails).toEqual([]);
  });

  test("neither the internal role nor a client may handle one, and an unknown one is not found", async () => {
    const client = await approvedClient();
    const { id } = await ask(client);
    const handle = (user: TestUser, requestId = id) =>
      codeOf(user.client.payments.handleRequest({ params: { requestId }, body: { state: "done" } }));
    expect(await handle(await portal.as("internal"))).toBe("forbidden");
    expect(await handle(client)).toBe("forbidden");
    expect(await handle(await portal.as("office"), 99_999_999)).toBe("notFound");
  });

  test("the queue is paged by key, newest first, without a gap or a repetition", async () => {
    const client = await approvedClient();
    const office = await portal.as("office");
    const made: number[] = [];
    for (let count = 0; count < 7; count++) made.push((await ask(client)).id);
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await office.client.payments.listRequests({ query: { limit: 3, ...(cursor && { cursor }) } });
      seen.push(...page.requests.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(made));
    expect(await codeOf(office.client.payments.listRequests({ query: { cursor: "nonsense" } }))).toBe("badInput");
  });
});
