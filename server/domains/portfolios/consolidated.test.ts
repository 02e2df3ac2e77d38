import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { bookEntries } from "./ledger/writer.ts";
import { deposit, rate } from "./testing/firm.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await createTestApp();
});
afterAll(() => portal.close());

async function companyOf(name: string, userId: number, currency: string, clientNumber: string | null) {
  const { db } = portal.services;
  const { rows } = await sql<{ id: number }>`
    insert into company (name, state, creator_id) values (${name}, 'postKYC', ${userId}) returning id`.execute(db);
  const holderId = rows[0]?.id ?? 0;
  await sql`insert into representation (user_id, company_id, valid_from) values (${userId}, ${holderId}, '2020-01-01')`.execute(
    db,
  );
  await sql`
    insert into holder_account (holder_type, holder_id, client_number, base_currency)
    values ('company', ${holderId}, ${clientNumber}, ${currency})
    on conflict (holder_type, holder_id) do update set client_number = excluded.client_number, base_currency = excluded.base_currency`.execute(
    db,
  );
  return { holderType: "company" as const, holderId };
}

test("the total is the sum of the person's and the companies' values, converted and rounded one by one", async () => {
  const { db } = portal.services;
  const client = await portal.as("client", { clientNumber: "C1" });
  await rate(db, "USD", "2024-01-02", "1.1");
  await rate(db, "PLN", "2024-01-02", "4.3");
  const own = { holderType: "user" as const, holderId: client.id };
  await bookEntries(db, own, [deposit("2024-01-03", "1000.01")]);
  const [dollars, zloty] = [
    await companyOf("Beta", client.id, "USD", "C2"),
    await companyOf("Alpha", client.id, "PLN", "C3"),
  ];
  await companyOf("Gamma", client.id, "EUR", null);
  await bookEntries(db, dollars, [deposit("2024-01-03", "500", "USD")]);
  await bookEntries(db, zloty, [deposit("2024-01-03", "100.55", "PLN")]);

  const read = (currency: string) =>
    client.client.portfolios.getConsolidated({ params: { userId: client.id }, query: { currency } });
  const inEuro = await read("EUR");
  expect(inEuro.parts.map(({ name, value, converted, reason }) => [name, value, converted, reason])).toEqual([
    [expect.any(String), "1000.01", "1000.01", null],
    ["Alpha", "100.55", "23.38", null],
    ["Beta", "500", "454.55", null],
    ["Gamma", null, null, "noClientNumber"],
  ]);
  // Who has no account yet has nothing there.
  expect(inEuro.total).toBe("1477.94");
  const inDollars = await read("USD");
  expect(inDollars.parts.map(({ converted }) => converted)).toEqual(["1100.01", "25.72", "500", null]);
  expect(inDollars.total).toBe("1625.73");
  // No rate leads to the pound: those parts are unknown, not zero, and so is the total.
  const inPounds = await read("GBP");
  expect(inPounds).toMatchObject({ total: null, known: "0" });
  expect(inPounds.parts.map(({ reason }) => reason)).toEqual([
    "rateMissing",
    "rateMissing",
    "rateMissing",
    "noClientNumber",
  ]);

  // A right that ends takes the company's figures away.
  await sql`update representation set valid_to = '2024-01-01' where company_id = ${dollars.holderId}`.execute(db);
  expect((await read("EUR")).parts.map(({ name }) => name)).not.toContain("Beta");
  const other = await portal.as("client");
  await expect(
    other.client.portfolios.getConsolidated({ params: { userId: client.id }, query: { currency: "EUR" } }),
  ).rejects.toMatchObject({ code: "notFound" });
});

test("without a currency it is the firm's", async () => {
  const client = await portal.as("client");
  const answer = await client.client.portfolios.getConsolidated({ params: { userId: client.id }, query: {} });
  expect(answer).toMatchObject({ currency: "EUR", total: "0", parts: [{ reason: "noClientNumber" }] });
});
