/** What decides about requests is read once for a list, however many rows and clients it has. */
import { Client } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { deposit } from "../../portfolios/testing/firm.ts";
import { matchPayments } from "../matching/matching.ts";
import { type Payer, payer } from "../testing/payments.ts";

let app: TestApp;
let office: TestUser;
// Before the first connection, which keeps the method that it was made with.
const sent = vi.spyOn(Client.prototype, "query");
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office");
});
afterAll(async () => {
  await app.close();
  vi.restoreAllMocks();
});

const textOf = (query: unknown): string =>
  typeof query === "string" ? query : ((query as { text?: string }).text ?? "");
/** How often a call reads the reservations of requests, and whether a custodian keeps the ledger of their clients. */
async function readsOf(call: () => Promise<unknown>) {
  sent.mockClear();
  await call();
  const texts = sent.mock.calls.map(([query]) => textOf(query));
  const count = (table: string) => texts.filter((text) => text.includes(`from ${table}`)).length;
  return { reservations: count("cash_reservation"), custodians: count("custodian_link") };
}

const announce = (user: Payer, sum: string) =>
  user.client.payments.requestTransaction({
    params: user.holder,
    body: { type: "deposit", transactionInfo: { sum, currency: "EUR" } },
  });
const today = () => new Date().toISOString().slice(0, 10);

test("of the queue, of payments that no request explains, and of the entries that a payment may be", async () => {
  const users = [await payer(app, "100"), await payer(app, "100"), await payer(app, "100")];
  let requestId = 0;
  for (const user of users) {
    requestId = (await announce(user, "40")).id;
    await announce(user, "50");
    const rows = ["11", "12"].map((amount) => ({ ...deposit(today(), amount), externalId: crypto.randomUUID() }));
    await bookEntries(app.services.db, user.holder, rows);
    await matchPayments(app.services, user.holder);
  }
  const { listRequests, listUnexplained, listCandidates } = office.client.payments;
  const { payments } = await listUnexplained({ query: {} });
  expect(payments.map(({ requests }) => requests.length)).toEqual([2, 2, 2, 2, 2, 2]);
  const once = { reservations: 1, custodians: 1 };
  expect(await readsOf(() => listRequests({ query: {} }))).toEqual(once);
  expect(await readsOf(() => listUnexplained({ query: {} }))).toEqual(once);
  expect(await readsOf(() => listCandidates({ params: { requestId }, query: {} }))).toEqual(once);
});
