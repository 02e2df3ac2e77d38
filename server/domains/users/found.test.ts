/** Staff find a client by what they have at hand: phone, bank account, client number. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { companyOf } from "../contracts/testing/contracts.ts";

let app: TestApp;
let internal: TestUser;
let client: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  internal = await app.as("internal");
  client = await app.as("client", { name: "Ana Petrova", clientNumber: "K-77012" });
  const { db } = app.database;
  await db.updateTable("app_user").set({ phone: "+359 88 812 3456" }).where("id", "=", client.id).execute();
});
afterAll(() => app.close());

const found = async (search: string) =>
  (await internal.client.users.list({ query: { search } })).users.map(({ id }) => id);

test.each(["+359888123456", "0888 123 456", "812-3456"])("by the phone, however it is written: %s", async (search) => {
  expect(await found(search)).toEqual([client.id]);
});

test("not by a few digits, nor by another phone", async () => {
  expect(await found("3456")).toEqual([]);
  expect(await found("0888123457")).toEqual([]);
});

test("by the beginning of a bank account, for people and companies", async () => {
  const company = await companyOf(app, [client]);
  const { db } = app.database;
  const add = async (holder: { holder_type: "user" | "company"; holder_id: number }, iban: string) => {
    await db
      .insertInto("bank_account_list")
      .values({ ...holder, version: 1 })
      .execute();
    const by = { created_by: client.id, changed_by: client.id, usable_from: new Date() };
    await db
      .insertInto("bank_account")
      .values({ ...holder, ...by, place: 1, currency: "EUR", owner: "Ana Petrova", state: "confirmed", iban })
      .execute();
  };
  await add({ holder_type: "user", holder_id: client.id }, "BG80BNBG96611020345678");
  await add({ holder_type: "company", holder_id: company.holderId }, "PL61109010140000071219812874");
  expect(await found("BG80 BNBG 9661 1020 3456 78")).toEqual([client.id]);
  expect(await found("bg80bnbg")).toEqual([client.id]);
  const { companies } = await internal.client.companies.list({ query: { search: "PL61 1090 1014" } });
  expect(companies.map(({ id }) => id)).toEqual([company.holderId]);
});

test("a ticket is found by the client number of its holder", async () => {
  const ticket = await client.client.tickets.create({
    params: { holderType: "user", holderId: client.id },
    body: { title: "A question", content: "How?" },
  });
  for (const search of ["K-77012", "77012", "k-770"]) {
    const { tickets } = await internal.client.tickets.listAll({ query: { search } });
    expect(tickets.map(({ id }) => id)).toEqual([ticket.id]);
  }
});
