/** Joining a definition: who may ask, what refuses it, staff's decision, and the weights of what was joined. */
import { ApiError } from "@portico/api/errors.ts";
import type { RiskAnswers } from "@portico/kyc/risk-profile.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf, listen, recordMails, subjectOf } from "../../../testing/effects.ts";
import { approvedPerson } from "../../onboarding/testing/approved.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { buy, deposit } from "../../portfolios/testing/firm.ts";
import { line, newDefinition, newDraft, newFund, storeNavs, texts } from "../testing/arranged.ts";
import { assessFit } from "./fit.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
/** An approved client with a client number; their answers make the profile `balanced` or riskier. */
let client: TestUser;
const holderOf = ({ id }: TestUser) => ({ holderType: "user" as const, holderId: id });
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  office = await app.as("office", { name: "Olga Office" });
  client = await approved("JOIN-1");
}, 60_000);
afterAll(() => app.close());

async function approved(number: string): Promise<TestUser> {
  const { client: person } = await approvedPerson(app, office);
  await office.client.users.setClientNumber({ params: { id: person.id }, body: { clientNumber: number } });
  return person;
}

const calm = { risk: 1, years: 1 };
let keys = 0;
const ask = (who: TestUser, definition_id: number, more: object = {}) =>
  who.client.funds.join({
    params: holderOf(who),
    body: { definition_id, amount: "2500", message: "", key: `key-of-a-test-${++keys}`, ...more },
  });
const decide = (id: number, state: "joined" | "declined" | "left", message = "", who = office) =>
  who.client.funds.decideJoin({ params: { id }, body: { state, message } });
const joinsOf = async (who: TestUser) => (await who.client.funds.listJoins({ params: holderOf(who) })).joins;

describe("asking to join", () => {
  test("opens a ticket, stands in the staff's queue, and is told to open pages", async () => {
    const { id } = await newDefinition(admin, { ...calm, name: texts("Calm") });
    expect((await client.client.funds.getFit({ params: { ...holderOf(client), definitionId: id } })).faults).toEqual(
      [],
    );
    const heard = listen(app);
    const asked = await ask(client, id, { message: "In two parts, please" });
    heard.stop();
    expect(asked).toMatchObject({
      definition_id: id,
      state: "asked",
      amount: "2500",
      currency: "EUR",
      name: texts("Calm"),
    });
    expect(heard.all.map(({ name }) => name)).toContain("target:joined");
    const { joins } = await office.client.funds.listAllJoins({ query: { definition: id } });
    expect(joins).toMatchObject([
      {
        id: asked.id,
        holder_id: client.id,
        client_number: "JOIN-1",
        message: "In two parts, please",
        can: { decide: true, end: false },
      },
    ]);
    const ticket = await client.client.tickets.get({
      params: { ...holderOf(client), id: joins[0]?.ticket_id ?? 0 },
      query: {},
    });
    expect(ticket).toMatchObject({ title: "Joining Calm", topic: "serviceRequest" });
    expect(ticket.content).toContain("2500 EUR");
    expect(ticket.content).toContain("In two parts, please");
    expect((await client.client.funds.getFit({ params: { ...holderOf(client), definitionId: id } })).faults).toEqual([
      "alreadyAsked",
    ]);
    expect((await auditOf(app, subjectOf(holderOf(client)), "target.asked")).at(-1)?.after).toMatchObject({
      join: asked.id,
      definition: id,
    });
  });

  test("sent twice with one key is one request; twenty at once for one definition are one request", async () => {
    const [one, other] = [await newDefinition(admin, calm), await newDefinition(admin, calm)];
    const key = "the-same-key-again";
    const answers = await Promise.all([1, 2, 3].map(() => ask(client, one.id, { key })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await codeOf(ask(client, one.id, { key, amount: "2501" }))).toBe("keyReused");
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(ask(client, other.id))));
    expect(codes.filter((code) => code === "done")).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(["done", "stateConflict"]));
  });

  test("needs an approved client with a number, and only published definitions can be joined", async () => {
    const { id } = await newDefinition(admin, calm);
    const pending = await app.as("client", { state: "pendingKYC", clientNumber: "JOIN-P" });
    expect(await codeOf(ask(pending, id))).toBe("notApproved");
    const { client: unnumbered } = await approvedPerson(app, office);
    expect(await codeOf(ask(unnumbered, id))).toBe("noClientNumber");
    const unanswered = await app.as("client", { clientNumber: "JOIN-U" });
    expect(await codeOf(ask(unanswered, id))).toBe("doesNotFit");
    expect(
      (await unanswered.client.funds.getFit({ params: { ...holderOf(unanswered), definitionId: id } })).faults,
    ).toEqual(["noRiskProfile"]);
    const draft = await newDraft(admin, calm);
    expect(await codeOf(ask(client, draft.id))).toBe("notFound");
    expect(await codeOf(ask(client, 999_999_999))).toBe("notFound");
  });

  test("is refused where the risk is too high for the profile, and says so before it is tried", async () => {
    const { id } = await newDefinition(admin, { risk: 7, years: 50 });
    const fit = await client.client.funds.getFit({ params: { ...holderOf(client), definitionId: id } });
    expect(fit.faults.length).toBeGreaterThan(0);
    expect(fit.allowedRisk).toBeLessThan(7);
    expect(await codeOf(ask(client, id))).toBe("doesNotFit");
    expect((await joinsOf(client)).map(({ definition_id }) => definition_id)).not.toContain(id);
  });

  test.each([
    ["less than the minimum", "999.99", "tooSmall"],
    ["more than the maximum", "5000.01", "tooBig"],
    ["a fraction of a cent", "1000.001", "badFormat"],
    ["nothing", "0", "tooSmall"],
    ["less than nothing", "-2000", "tooSmall"],
  ])("with %s is refused at the amount", async (_, amount, code) => {
    const { id } = await newDefinition(admin, { ...calm, minimum: "1000", maximum: "5000" });
    const refusal = await ask(client, id, { amount }).catch((error: unknown) => error);
    expect(refusal instanceof ApiError && refusal.errors).toEqual([{ path: "amount", code }]);
  });

  test("for somebody else is not even known to be possible", async () => {
    const { id } = await newDefinition(admin, calm);
    const other = await app.as("client", { clientNumber: "JOIN-O" });
    const call = other.client.funds.join({
      params: holderOf(client),
      body: { definition_id: id, amount: "2500", key: "a-strangers-key" },
    });
    expect(await codeOf(call)).toBe("notFound");
    expect(
      await codeOf(
        office.client.funds.join({
          params: holderOf(client),
          body: { definition_id: id, amount: "2500", key: "staffs-own-key" },
        }),
      ),
    ).toBe("forbidden");
  });
});

describe("the decision", () => {
  test("joins the holder, resolves the ticket, and is told once, in words and by mail", async () => {
    const { id } = await newDefinition(admin, { ...calm, name: texts("Told") });
    const asked = await ask(client, id);
    const mails = recordMails(app);
    await decide(asked.id, "joined", "Welcome");
    const [row] = await joinsOf(client);
    expect(row).toMatchObject({ id: asked.id, state: "joined", staff_message: "Welcome", can: { withdraw: false } });
    const [news] = await client.client.notifications.listOfUser({ params: { id: client.id } });
    expect(news).toMatchObject({
      type: "target_joined",
      text: "Welcome",
      target_id: id,
      params: { name_en: "Told", name_bg: "Told bg" },
    });
    expect(mails.map(({ params }) => params)).toMatchObject([
      { type: "target_joined", document: "Told", text: "Welcome" },
    ]);
    const ticket = await client.client.tickets.get({
      params: { ...holderOf(client), id: row?.ticket_id ?? 0 },
      query: {},
    });
    expect(ticket.state).toBe("resolved");
    expect((await client.client.funds.getFit({ params: { ...holderOf(client), definitionId: id } })).faults).toEqual([
      "alreadyJoined",
    ]);
  });

  test("of two members of staff at once one wins; so does one of staff and client", async () => {
    const second = await app.as("office");
    const { id } = await newDefinition(admin, calm);
    const asked = await ask(client, id);
    const codes = await Promise.all([
      codeOf(decide(asked.id, "joined")),
      codeOf(decide(asked.id, "declined", "No", second)),
    ]);
    expect(codes.toSorted()).toEqual(["done", "stateConflict"]);
    const again = await ask(client, (await newDefinition(admin, calm)).id);
    const withdraw = () =>
      client.client.funds.withdrawJoin({ params: { ...holderOf(client), joinId: again.id }, body: {} });
    const race = await Promise.all([codeOf(decide(again.id, "joined")), codeOf(withdraw())]);
    expect(race.toSorted()).toEqual(["done", "stateConflict"]);
  });

  test("after a withdrawal there is nothing to decide, and the holder may ask again", async () => {
    const { id } = await newDefinition(admin, calm);
    const asked = await ask(client, id);
    const withdraw = () =>
      client.client.funds.withdrawJoin({ params: { ...holderOf(client), joinId: asked.id }, body: {} });
    expect((await withdraw()).state).toBe("withdrawn");
    expect(await codeOf(withdraw())).toBe("stateConflict");
    expect(await codeOf(decide(asked.id, "joined"))).toBe("stateConflict");
    expect((await ask(client, id)).state).toBe("asked");
  });

  test("ends what was joined, after which it can be joined again; internal staff decide nothing", async () => {
    const internal = await app.as("internal");
    const { id } = await newDefinition(admin, calm);
    const asked = await ask(client, id);
    expect(await codeOf(decide(asked.id, "joined", "", internal))).toBe("forbidden");
    expect(await codeOf(decide(asked.id, "left"))).toBe("stateConflict");
    await decide(asked.id, "joined");
    await expect(decide(asked.id, "left", " ")).rejects.toMatchObject({
      code: "badInput",
      errors: [{ path: "message", code: "required" }],
    });
    expect((await decide(asked.id, "left", "Sold")).state).toBe("left");
    expect(await codeOf(decide(asked.id, "left"))).toBe("stateConflict");
    expect((await ask(client, id)).state).toBe("asked");
  });

  test("does not join a holder whose state no longer allows it", async () => {
    const person = await approved("JOIN-S");
    const { id } = await newDefinition(admin, calm);
    const asked = await ask(person, id);
    await app.database.db.updateTable("app_user").set({ state: "pendingReKYC" }).where("id", "=", person.id).execute();
    expect(await codeOf(decide(asked.id, "joined"))).toBe("notApproved");
    expect(await codeOf(decide(asked.id, "declined")), "nobody is declined without a word").toBe("badInput");
    expect((await decide(asked.id, "declined", "Please renew")).state).toBe("declined");
  });
});

test("weights are what was bought for it of the funds' ISINs at today's prices, converted; an unknown price makes them unknown", async () => {
  const person = await approved("JOIN-W");
  const [one, two] = [await newFund(admin), await newFund(admin, { currency: "USD" })];
  const { id } = await newDefinition(admin, { ...calm, allocation: [line(one.id, "60"), line(two.id, "40")] });
  await decide((await ask(person, id)).id, "joined");
  const weights = async () => (await joinsOf(person)).find(({ definition_id }) => definition_id === id)?.weights;
  expect((await weights())?.map(({ target, actual, value }) => [target, actual, value])).toEqual([
    ["60", null, "0"],
    ["40", null, "0"],
  ]);
  const { db } = app.services;
  const instruments: number[] = [];
  for (const { isin, currency } of [one, two]) {
    const { rows } = await sql<{ id: number }>`
      insert into instrument (name, ticker, isin, currency, asset_class) values (${isin}, ${isin}, ${isin}, ${currency}, 'fund') returning id`.execute(
      db,
    );
    instruments.push(rows[0]?.id ?? 0);
  }
  const [first = 0, second = 0] = instruments;
  const today = new Date(app.services.now()).toISOString().slice(0, 10);
  await sql`update target_join set asked_at = asked_at - interval '1 day' where definition_id = ${id}`.execute(db);
  await bookEntries(db, holderOf(person), [
    deposit("2024-01-02", "10000"),
    // Owned before the plan was there: not put into it.
    buy("2024-01-03", first, "7", "-700.00"),
    buy(today, first, "10", "-1000.00"),
    buy(today, second, "5", "-500.00"),
  ]);
  expect((await weights())?.map(({ actual }) => actual)).toEqual([null, null]);
  await storeNavs(office, one.id, ["2024-01-03", "100"]);
  await storeNavs(office, two.id, ["2024-01-03", "110"]);
  await sql`insert into fx_rate (currency, day, source, per_euro) values ('USD', '2024-01-03', 'ECB', 1.1) on conflict do nothing`.execute(
    db,
  );
  expect((await weights())?.map(({ isin, target, actual, value }) => [isin, target, actual, value])).toEqual([
    [one.isin, "60", "66.67", "1000"],
    [two.isin, "40", "33.33", "500"],
  ]);
});

describe("the fit", () => {
  const cautious: RiskAnswers = {
    horizon: "1to3",
    purpose: "preserve",
    attitude: "avoid",
    bearableLoss: "none",
    income: "25to50",
    liquidAssets: "10to50",
    commitments: "none",
    tradedClasses: 0,
    testRight: 0,
    testOf: 5,
  };
  test.each([
    [2, 3, []],
    [3, 3, ["riskTooHigh"]],
    [2, 4, ["horizonTooShort"]],
    [7, 10, ["riskTooHigh", "horizonTooShort"]],
  ])("of a cautious client with risk %i over %i years: %j", (risk, years, faults) => {
    expect(assessFit(cautious, { risk, years })).toEqual({ faults, profile: "conservative", allowedRisk: 2 });
  });
  test("is unknown without complete answers", () => {
    expect(assessFit(undefined, calm)).toEqual({ faults: ["noRiskProfile"], profile: null, allowedRisk: null });
  });
});
