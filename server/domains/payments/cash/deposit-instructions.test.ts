/** With four eyes on, nobody changes alone where clients pay in. */
import type { ApiError } from "@portico/api/errors.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf } from "../../../testing/effects.ts";

let app: TestApp;
let admin: TestUser;
let second: TestUser;
let office: TestUser;
let client: TestUser;
const reason = "Our bank changed the account";
const account = {
  currency: "EUR",
  beneficiary: "Portico Invest AD",
  iban: "BG80BNBG96611020345678",
  bic: "BNBGBGSD",
  bank: "Bulgarian National Bank",
  address: "Sofia",
  nip: "",
};
const other = { ...account, iban: "DE89370400440532013000", bic: "COBADEFF", bank: "Commerzbank" };

const name = "depositInstructions";
const save = (who: TestUser, accounts: object[], more: object = { reason }) =>
  who.client.settings.save({ params: { name }, body: { data: { accounts }, ...more } });
const decide = (who: TestUser, proposalId: number, decision: "confirm" | "withdraw" | "decline") =>
  who.client.proposals.decide({
    params: { proposalId },
    body: decision === "decline" ? { decision, reason } : { decision },
  });
const listOpen = async (who: TestUser) =>
  (await who.client.proposals.list({ query: { action: "setDepositInstructions" } })).proposals;
const open = async () => (await listOpen(admin))[0] ?? expect.fail("nothing was proposed");
const setFourEyes = (on: boolean) =>
  app.database.db
    .insertInto("setting")
    .values({ name: "fourEyes", data: JSON.stringify({ on }) })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ data: JSON.stringify({ on }) }))
    .execute();
/** What a client is told to pay to. */
const shown = async () =>
  (await client.client.payments.getCash({ params: { holderType: "user", holderId: client.id } })).instructions.map(
    ({ account: number }) => number,
  );

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  second = await app.as("admin");
  office = await app.as("office");
  client = await app.as("client", { clientNumber: "I-1" });
});
beforeEach(async () => {
  await app.database.db.updateTable("proposal").set({ state: "withdrawn" }).where("state", "=", "open").execute();
  await setFourEyes(false);
  await save(admin, [account]);
  await setFourEyes(true);
});
afterAll(() => app.close());

test("a change is shown to clients only once another admin has confirmed it", async () => {
  const answer = await save(admin, [account, { ...other, currency: "PLN" }]);
  expect(answer.data, "the setting in force").toMatchObject({ accounts: [{ iban: account.iban }] });
  expect(await shown()).toEqual([account.iban]);
  const proposal = await open();
  const line = "EUR · BG80BNBG96611020345678 · Portico Invest AD · Bulgarian National Bank · BNBGBGSD · Sofia";
  expect(proposal).toMatchObject({
    reason,
    before: { list: line },
    now: { list: line },
    after: { list: `${line}\nPLN · DE89370400440532013000 · Portico Invest AD · Commerzbank · COBADEFF · Sofia` },
    proposed_by: { id: admin.id },
    can: { confirm: false, decline: false, withdraw: true },
  });
  expect((await listOpen(second))[0]?.can).toEqual({ confirm: true, decline: true, withdraw: false });
  expect((await listOpen(office))[0]?.can, "below the level").toEqual({
    confirm: false,
    decline: false,
    withdraw: false,
  });
  expect(await codeOf(decide(admin, proposal.id, "confirm"))).toBe("fourEyes");
  expect(await codeOf(decide(office, proposal.id, "confirm"))).toBe("forbidden");
  expect(await shown()).toEqual([account.iban]);
  expect((await decide(second, proposal.id, "confirm")).state).toBe("confirmed");
  expect(await shown()).toEqual([account.iban, other.iban]);
  const saved = await auditOf(app, { type: "setting", id: name }, "setting.saved");
  expect(saved.at(-1)).toMatchObject({ actor: { userId: second.id } });
});

test("what is declined or withdrawn changes nothing", async () => {
  await save(admin, [other]);
  await decide(second, (await open()).id, "decline");
  await save(admin, [other]);
  await decide(admin, (await open()).id, "withdraw");
  expect(await shown()).toEqual([account.iban]);
});

test("a proposal of accounts that were changed meanwhile is not confirmed, and shows them", async () => {
  await save(admin, [other]);
  expect(await codeOf(save(second, [])), "one proposal at a time, whoever makes it").toBe("proposalOpen");
  const [earlier] = await listOpen(admin);
  await app.database.db
    .updateTable("setting")
    .set({ data: JSON.stringify({ accounts: [] }), updated_at: new Date() })
    .where("name", "=", "depositInstructions")
    .execute();
  const [stale] = await listOpen(second);
  expect(stale).toMatchObject({ id: earlier?.id, now: { list: "" }, can: { confirm: false, decline: true } });
  expect(await codeOf(decide(second, stale?.id ?? 0, "confirm"))).toBe("stateConflict");
  expect(await shown()).toEqual([]);
});

test("is proposed with a reason, right numbers and the current value, once per admin", async () => {
  const fieldsOf = async (accounts: object[], more?: object) =>
    save(admin, accounts, more).then(
      () => [],
      ({ errors }: ApiError) => errors?.map(({ path, code }) => `${path} ${code}`),
    );
  expect(await fieldsOf([other], {})).toEqual(["reason required"]);
  expect(await fieldsOf([{ ...other, iban: "DE88370400440532013000" }])).toEqual(["data.accounts.0.iban badChecksum"]);
  expect(await codeOf(save(admin, [other], { reason, since: "2026-01-01T00:00:00.000Z" }))).toBe("stateConflict");
  expect(await listOpen(admin)).toEqual([]);
  await save(admin, [other]);
  expect(await codeOf(save(admin, []))).toBe("proposalOpen");
});

test("of two who confirm at once, one does", async () => {
  const third = await app.as("admin");
  await save(admin, [other]);
  const { id } = await open();
  const codes = await Promise.all([second, third].map((who) => codeOf(decide(who, id, "confirm"))));
  expect(codes.toSorted()).toEqual(["done", "proposalDecided"]);
  expect(await shown()).toEqual([other.iban]);
});

test("while four eyes are off, a change is saved at once", async () => {
  await setFourEyes(false);
  await save(admin, [other], {});
  expect(await shown()).toEqual([other.iban]);
  expect(await listOpen(admin)).toEqual([]);
});
