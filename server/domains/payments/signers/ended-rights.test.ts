/** A company's withdrawals when the people who act for it, or the rule how many confirm, change. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf, recordMails } from "../../../testing/effects.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { entry } from "../../portfolios/testing/firm.ts";
import { settingDefaults } from "../../settings/defaults.ts";
import { referenceOfWithdrawal } from "../matching/reference-formats.ts";
import { paymentsHandlers } from "../payments.jobs.ts";
import { confirmWithdrawal, payingCompany, withdraw } from "../testing/payments.ts";

let app: TestApp;
let office: TestUser;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga" });
  admin = await app.as("admin", { name: "Anna" });
});
afterAll(() => app.close());

type Company = Awaited<ReturnType<typeof payingCompany>>;
const company = (rule: "any" | "two" | "all") => payingCompany(app, { office, admin }, rule);
const keep = ({ holder }: Company, people: readonly TestUser[]) =>
  office.client.companies.editRepresentatives({
    params: { id: holder.holderId },
    body: { newRepIDs: people.map(({ id }) => id) },
  });
const rowOf = async (id: number) =>
  (await office.client.payments.listRequests({ query: { limit: 200 } })).requests.find((one) => one.id === id);
const stateOf = async (id: number) => (await rowOf(id))?.state;
const newsOf = async ({ holder }: Company) => {
  const { rows } = await sql<{ type: string }>`
    select type from notification where holder_type = 'company' and holder_id = ${holder.holderId} order by id`.execute(
    app.database.db,
  );
  return rows.map(({ type }) => type).filter((type) => type.startsWith("withdrawal"));
};
const run = async (name: string) => {
  const handler = paymentsHandlers(app.services).find(({ job }) => job.name === name);
  if (!handler) throw new Error(`no handler of ${name}`);
  await handler.run({});
};

test("goes to staff when the last person awaited ceases to act for the company, and those who are left are told", async () => {
  const all = await company("all");
  const [first, second, third] = all.people;
  const { id } = await withdraw(app, first, { ...all, sum: "100" });
  expect((await confirmWithdrawal(app, second, all.holder, id)).state).toBe("awaitingSigners");
  const mails = recordMails(app);
  await keep(all, [first, second]);
  expect(await stateOf(id)).toBe("open");
  expect(await newsOf(all)).toEqual(["withdrawal_to_confirm", "withdrawal_confirmed"]);
  // Three are told whose right ended, and the two who are left that the withdrawal is confirmed.
  expect(mails).toHaveLength(5);
  expect((await auditOf(app, { type: "transactionRequest", id })).at(-1)).toMatchObject({
    action: "transactionRequest.reconsidered",
    before: { state: "awaitingSigners" },
    after: { state: "open" },
  });
  expect(await codeOf(confirmWithdrawal(app, third, all.holder, id))).toBe("notFound");
  expect((await rowOf(id))?.can).toMatchObject({ pay: true, match: true });
});

test("to confirm it is news for the others alone, and for nobody once that is done or it was taken back", async () => {
  const two = await company("two");
  const [first, second, third] = two.people;
  const unseen = async ({ id, client }: TestUser) =>
    (await client.notifications.listOfCompanies({ params: { userId: id } }))
      .filter(({ seen, type }) => !seen && type.startsWith("withdrawal"))
      .map(({ type }) => type);
  const [done, taken] = [
    await withdraw(app, first, { ...two, sum: "100" }),
    await withdraw(app, first, { ...two, sum: "50" }),
  ];
  expect(await Promise.all([first, third].map(unseen))).toEqual([
    [],
    ["withdrawal_to_confirm", "withdrawal_to_confirm"],
  ]);
  await confirmWithdrawal(app, second, two.holder, done.id);
  expect(await unseen(third)).toEqual(["withdrawal_to_confirm"]);
  await first.client.payments.withdrawRequest({ params: { ...two.holder, requestId: taken.id }, body: {} });
  expect(await unseen(third)).toEqual([]);
});

test("goes to staff as well when it is edited from the person's side, or their account is disabled", async () => {
  const [edited, disabled] = [await company("all"), await company("all")];
  const asked = async (one: Company) => {
    const { id } = await withdraw(app, one.people[0], { ...one, sum: "100" });
    await confirmWithdrawal(app, one.people[1], one.holder, id);
    return id;
  };
  const ids = [await asked(edited), await asked(disabled)];
  await office.client.users.editRepresentations({ params: { id: edited.people[2].id }, body: { newRepIDs: [] } });
  await admin.client.users.modifyState({ params: { id: disabled.people[2].id }, body: { newState: "disabled" } });
  expect(await Promise.all(ids.map(stateOf))).toEqual(["open", "open"]);
});

test("waits again, at its place for staff and client, when one who confirmed leaves or one more must confirm", async () => {
  const two = await company("two");
  const [first, second, third] = two.people;
  const { id } = await withdraw(app, first, { ...two, sum: "100" });
  await confirmWithdrawal(app, second, two.holder, id);
  await keep(two, [first, third]);
  expect(await stateOf(id)).toBe("awaitingSigners");
  expect(await newsOf(two)).toEqual(["withdrawal_to_confirm", "withdrawal_to_confirm"]);
  const order = office.client.payments.handleRequest({ params: { requestId: id }, body: { state: "paying" } });
  expect(await codeOf(order)).toBe("signersMissing");
  const [payment] = (await third.client.payments.getCash({ params: two.holder })).payments;
  expect(payment).toMatchObject({ state: "awaitingSigners", can: { confirm: true } });

  const all = await company("all");
  const outsider = await app.as("client");
  const asked = await withdraw(app, all.people[0], { ...all, sum: "1" });
  for (const who of all.people.slice(1)) await confirmWithdrawal(app, who, all.holder, asked.id);
  expect(await stateOf(asked.id)).toBe("open");
  await keep(all, [...all.people, outsider]);
  expect(await stateOf(asked.id)).toBe("awaitingSigners");
});

test("counts somebody who is suspended among those who must confirm, whose confirmation does not count, until two decide", async () => {
  const setFourEyes = (on: boolean) =>
    sql`insert into setting (name, data) values ('fourEyes', ${JSON.stringify({ on })}::jsonb)
      on conflict (name) do update set data = excluded.data`.execute(app.database.db);
  const all = await company("all");
  const [first, second, third] = all.people;
  const { id } = await withdraw(app, first, { ...all, sum: "100" });
  await confirmWithdrawal(app, second, all.holder, id);
  await setFourEyes(true);
  const leaveOut = async (people: readonly TestUser[]) => {
    const { proposalIds } = await office.client.companies.editRepresentatives({
      params: { id: all.holder.holderId },
      body: { newRepIDs: people.map((one) => one.id), reason: "Left" },
    });
    return proposalIds[0] ?? 0;
  };
  const decide = (proposalId: number, decision: "confirm" | "decline") =>
    admin.client.proposals.decide({
      params: { proposalId },
      body: decision === "decline" ? { decision, reason: "No" } : { decision },
    });
  const suspension = await leaveOut([first, second]);
  expect(await stateOf(id), "nobody gains by suspending the third").toBe("awaitingSigners");
  await decide(suspension, "decline");
  await confirmWithdrawal(app, third, all.holder, id);
  expect(await stateOf(id)).toBe("open");
  const ofSecond = await leaveOut([first, third]);
  expect(await stateOf(id), "a confirmation of the suspended second").toBe("awaitingSigners");
  const order = office.client.payments.handleRequest({ params: { requestId: id }, body: { state: "paying" } });
  expect(await codeOf(order)).toBe("signersMissing");
  await decide(ofSecond, "confirm");
  expect(await stateOf(id), "two decided that fewer confirm").toBe("open");
  await setFourEyes(false);
});

test("whose representative left between request and match is matched only after another confirmed", async () => {
  const two = await company("two");
  const [first, second, third] = two.people;
  const { id } = await withdraw(app, first, { ...two, sum: "100" });
  await confirmWithdrawal(app, second, two.holder, id);
  await keep(two, [first, third]);
  const day = new Date().toISOString().slice(0, 10);
  await bookEntries(app.services.db, two.holder, [
    entry({ kind: "withdrawal", day, amount: "-100", currency: "EUR", description: referenceOfWithdrawal(id) }),
  ]);
  const { candidates } = await office.client.payments.listCandidates({ params: { requestId: id }, query: {} });
  const body = { entryId: candidates[0]?.entry_id ?? 0 };
  const match = () => codeOf(office.client.payments.matchRequest({ params: { requestId: id }, body }));
  expect(await match()).toBe("signersMissing");
  await confirmWithdrawal(app, third, two.holder, id);
  expect(await match()).toBe("done");
});

test("of a company that nobody acts for is told to staff, who free the cash", async () => {
  const any = await company("two");
  const { id } = await withdraw(app, any.people[0], { ...any, sum: "100" });
  await keep(any, []);
  expect(await stateOf(id)).toBe("awaitingSigners");
  expect((await rowOf(id))?.withdrawal).toMatchObject({ hasPeople: false });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notification
    where type = 'client_withdrawal_stuck' and target_id = ${any.holder.holderId}`.execute(app.database.db);
  expect(rows[0]?.count).toBeGreaterThan(0);
  await office.client.payments.handleRequest({
    params: { requestId: id },
    body: { state: "declined", staffMessage: "Nobody can confirm it" },
  });
  expect((await office.client.payments.getCash({ params: any.holder })).cash).toMatchObject([{ reserved: "0" }]);
});

test("follows the company's own rule, and the firm's, when either changes", async () => {
  const own = await company("all");
  const first = await withdraw(app, own.people[0], { ...own, sum: "1" });
  await office.client.payments.setSigners({ params: own.holder, body: { rule: "any" } });
  expect(await stateOf(first.id)).toBe("open");

  const firms = await company("all");
  await office.client.payments.setSigners({ params: firms.holder, body: { rule: null } });
  const saveRule = (companySigners: "any" | "all") =>
    admin.client.settings.save({
      params: { name: "withdrawalRules" },
      body: { data: { ...settingDefaults.withdrawalRules, companySigners } },
    });
  await saveRule("all");
  const second = await withdraw(app, firms.people[0], { ...firms, sum: "1" });
  expect(second.state).toBe("awaitingSigners");
  await saveRule("any");
  await run("settings.signer-rules-changed");
  expect(await stateOf(second.id)).toBe("open");
});

test("asked for in the moment in which the awaited person leaves does not wait for them", async () => {
  for (let round = 0; round < 4; round += 1) {
    const all = await company("all");
    await keep(all, all.people.slice(0, 2));
    const [{ id }] = await Promise.all([
      withdraw(app, all.people[0], { ...all, sum: "1" }),
      keep(all, [all.people[0]]),
    ]);
    expect(await stateOf(id)).toBe("open");
  }
});
