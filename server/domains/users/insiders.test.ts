/** Staff decide nothing about themselves, whatever the settings: four eyes are off in all tests here. */
import { ApiError } from "@portico/api/errors.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";

let app: TestApp;
let office: TestUser;
let colleague: TestUser;
let companyId: number;
beforeAll(async () => {
  app = await createTestApp();
  await app.as("admin");
  await app.as("admin");
  office = await app.as("office", { clientNumber: "OWN-1" });
  colleague = await app.as("office");
  const creator = await app.as("client");
  companyId = (await creator.client.companies.create({ params: { userId: creator.id }, body: {} })).id;
});
afterAll(() => app.close());

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "done",
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  );

test("nobody makes themself a representative, from either side, nor ends it themself", async () => {
  const ofCompany = (who: TestUser, newRepIDs: number[]) =>
    codeOf(who.client.companies.editRepresentatives({ params: { id: companyId }, body: { newRepIDs } }));
  expect(await ofCompany(office, [office.id])).toBe("fourEyes");
  const ofUser = (newRepIDs: number[]) =>
    codeOf(office.client.users.editRepresentations({ params: { id: office.id }, body: { newRepIDs } }));
  expect(await ofUser([companyId])).toBe("fourEyes");
  // As from a time when staff could act for a client.
  await app.database.db
    .insertInto("representation")
    .values({ user_id: office.id, company_id: companyId, capacity: "statutory" })
    .execute();
  expect(await ofCompany(office, [])).toBe("fourEyes");
  expect(await ofUser([])).toBe("fourEyes");
  // While they act for it, others set its number, assigned colleague and state.
  const number = { params: { id: companyId }, body: { clientNumber: "COMP-1" } };
  expect(await codeOf(office.client.companies.setClientNumber(number))).toBe("fourEyes");
  const assignment = { params: { id: companyId }, body: { admin_id: office.id } };
  expect(await codeOf(office.client.companies.assign(assignment))).toBe("fourEyes");
  expect(await codeOf(colleague.client.companies.assign(assignment))).toBe("done");
});

test("nobody sets their own number, facts, groups, keeper, role or confirmed name", async () => {
  const params = { id: office.id };
  const own = [
    office.client.users.setClientNumber({ params, body: { clientNumber: "OWN-2" } }),
    office.client.users.setClientData({ params, body: { newData: {} } }),
    office.client.distributionGroups.setOfUser({ params, body: { newGroups: ["VIP"] } }),
    office.client.users.assign({ params, body: { admin_id: office.id } }),
  ];
  expect(await Promise.all(own.map(codeOf))).toEqual(["fourEyes", "fourEyes", "fourEyes", "fourEyes"]);
  expect(await codeOf(office.client.users.setName({ params, body: { name: "Somebody Else" } }))).toBe("stateConflict");
  expect(await codeOf(colleague.client.distributionGroups.setOfUser({ params, body: { newGroups: ["VIP"] } }))).toBe(
    "done",
  );
});

test("whoever made a request, or acts for its holder, does not decide it", async () => {
  const params = { holderType: "user" as const, holderId: office.id };
  const transactionInfo = { sum: "5", currency: "EUR" };
  const { id } = await office.client.payments.requestTransaction({
    params,
    body: { type: "deposit", userMsg: "", transactionInfo },
  });
  const handle = (who: TestUser) =>
    codeOf(who.client.payments.handleRequest({ params: { requestId: id }, body: { state: "done" } }));
  expect(await handle(office)).toBe("fourEyes");
  expect(await handle(colleague)).toBe("done");
});

test("a request names a currency in use, sums that it has, and no more than there is", async () => {
  const client = await app.as("client", { clientNumber: "REQ-1" });
  const params = { holderType: "user" as const, holderId: client.id };
  const ask = (type: "deposit" | "withdrawal", transactionInfo: { sum: string; currency: string }, key?: string) =>
    client.client.payments.requestTransaction({
      params,
      body: { type, userMsg: "", transactionInfo, ...(key !== undefined && { key }) },
    });
  const faultsOf = async (call: Promise<unknown>) =>
    call.then(
      () => [],
      (error: unknown) =>
        error instanceof ApiError ? error.errors.map(({ path, code }) => `${path} ${code}`) : [error],
    );
  expect(await faultsOf(ask("deposit", { sum: "5", currency: "XQQ" }))).toEqual(["transactionInfo.currency unknown"]);
  expect(await faultsOf(ask("deposit", { sum: "5", currency: "BGN" }))).toEqual(["transactionInfo.currency unknown"]);
  expect(await faultsOf(ask("deposit", { sum: "5.5", currency: "JPY" }))).toEqual(["transactionInfo.sum badFormat"]);
  expect(await faultsOf(ask("deposit", { sum: "100000000000", currency: "EUR" }))).toEqual([
    "transactionInfo.sum tooBig",
  ]);
  const key = "one-and-the-same";
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ask("deposit", { sum: "5", currency: "EUR" }, key)),
  );
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(await codeOf(ask("deposit", { sum: "6", currency: "EUR" }, key))).toBe("keyReused");
});
