import type { ApiError } from "@portico/api/errors.ts";
import { type Portfolio, portfolio as portfolioShape } from "@portico/api/portfolios.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type CustodianServer, startCustodianServer } from "../../demo/custodian-server.ts";
import { linkCustodian } from "../../domains/portfolios/portfolios.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await createTestApp({ custodianTimeoutMs: 250 });
});
afterAll(() => portal.close());

let server: CustodianServer | undefined;
afterEach(() => server?.close());

const answer: Portfolio = portfolioShape.parse({
  contractCurrency: "EUR",
  valuationDay: "2024-06-28",
  version: "1",
  totalInvested: 100,
  currentValue: 110,
  returnVal: 10,
  returnPercent: 10,
  realisedGain: 0,
  income: 0,
  fees: 0,
  tax: 0,
  netDeposits: 100,
  complete: true,
  gaps: [],
  cashBelowZero: false,
  instruments: [],
});

let number = 0;
async function clientAt(
  options: Omit<Parameters<typeof startCustodianServer>[0], "accounts"> & { portfolio?: unknown },
) {
  const clientNumber = `X/${++number}`;
  const { portfolio, ...server_ } = options;
  server = await startCustodianServer({
    ...server_,
    accounts: { [clientNumber]: { "/portfolio": portfolio ?? answer, "/orders": { orders: [], nextCursor: null } } },
  });
  const client = await portal.as("client", { clientNumber });
  await linkCustodian(portal.services.db, { holderType: "user", holderId: client.id }, server.baseUrl);
  return client;
}
const holder = (user: TestUser) => ({ holderType: "user" as const, holderId: user.id });
const read = (user: TestUser) => user.client.portfolios.getPortfolio({ params: holder(user) });
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "answered",
    (error: ApiError) => error.code,
  );

test("a holder linked to a custodian's system is answered by it", async () => {
  const client = await clientAt({});
  expect(await read(client)).toEqual(answer);
  const range = { from: "2024-01-01", to: "2024-06-30" };
  expect(await client.client.portfolios.listOrders({ params: { ...holder(client), ...range }, query: {} })).toEqual({
    orders: [],
    nextCursor: null,
  });
  expect(server?.asked).toEqual([`/accounts/X%2F${number}/portfolio`, `/accounts/X%2F${number}/orders`]);
});

test("a slow custodian times out: 504, with the bare code as the body", async () => {
  const client = await clientAt({ delayMs: 5_000 });
  const response = await portal.app.inject({
    url: `/portfolio/user/${client.id}/customer-portfolio`,
    headers: { authorization: `Bearer ${client.token}` },
  });
  expect([response.statusCode, response.body]).toEqual([504, "timedout"]);
});

test.each([
  ["no JSON", "<html>"],
  ["another shape", { totalInvested: "much" }],
])("an answer that is %s is a bad gateway", async (_, portfolio) => {
  expect(await codeOf(read(await clientAt({ portfolio })))).toBe("badGateway");
});

test("a custodian that is not there is a bad gateway, and one that does not know the account says so", async () => {
  const client = await clientAt({});
  const stranger = await portal.as("client", { clientNumber: "X-unknown" });
  await linkCustodian(portal.services.db, holder(stranger), server?.baseUrl ?? "");
  expect(await codeOf(read(stranger))).toBe("noClientNumber");
  await server?.close();
  server = undefined;
  expect(await codeOf(read(client))).toBe("badGateway");
});

test("a custodian that answers in a currency that no table has is a bad gateway", async () => {
  const client = await clientAt({ portfolio: { ...answer, contractCurrency: "QQQ" } });
  expect(await codeOf(read(client))).toBe("badGateway");
});

test("a configured custodian serves every holder that is not linked to another", async () => {
  const other = await createTestApp({ custodianTimeoutMs: 250, custodianUrl: "http://127.0.0.1:9" });
  try {
    const client = await other.as("client", { clientNumber: "C-1" });
    expect(await codeOf(read(client))).toBe("badGateway");
  } finally {
    await other.close();
  }
});
