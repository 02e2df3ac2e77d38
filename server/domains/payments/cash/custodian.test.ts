/** Money of a holder whose account an external custodian's system keeps. */
import { type Portfolio, portfolio as portfolioShape } from "@portico/api/portfolios.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type CustodianServer, startCustodianServer } from "../../../demo/custodian-server.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { codeOf } from "../../../testing/effects.ts";
import { linkCustodian } from "../../portfolios/portfolios.ts";
import { payableAccount, withdraw } from "../testing/payments.ts";

let app: TestApp;
let office: TestUser;
beforeAll(async () => {
  app = await createTestApp({ custodianTimeoutMs: 250 });
  office = await app.as("office");
});
afterAll(() => app.close());

let server: CustodianServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const row = (currency: string, ownedShares: number, currentValue: number | null): Portfolio["instruments"][number] => ({
  key: currency,
  instrumentId: null,
  name: currency,
  ticker: currency,
  isin: null,
  type: 9,
  assetClass: "cash",
  country: null,
  sector: null,
  instrumentCurrency: currency,
  fixing: 1,
  fixingQuote: null,
  ownedShares,
  avgBuyPrice: null,
  currentPrice: null,
  priceQuote: null,
  currentPriceInCtrCurrency: null,
  totalInvested: null,
  currentValue,
  returnVal: null,
  returnPercent: null,
  returnFromCurrency: null,
  realisedGain: null,
  income: null,
  fees: null,
  gaps: currentValue === null ? [{ code: "rateMissing", currency, day: "2026-11-20" }] : [],
});
const portfolioWith = (instruments: Portfolio["instruments"]): Portfolio =>
  portfolioShape.parse({
    contractCurrency: "USD",
    valuationDay: "2026-11-20",
    version: "1",
    totalInvested: 0,
    currentValue: 0,
    returnVal: 0,
    returnPercent: 0,
    realisedGain: 0,
    income: 0,
    fees: 0,
    tax: 0,
    netDeposits: 0,
    complete: true,
    gaps: [],
    cashBelowZero: false,
    instruments,
  });

const transaction = (id: number, more: object) => ({
  id,
  date: "2026-11-20T10:00:00.000Z",
  day: "2026-11-20",
  kind: "deposit",
  instrumentId: null,
  name: null,
  ticker: null,
  currency: "EUR",
  quant: null,
  price: null,
  sum: 5,
  fee: null,
  tax: null,
  accruedInterest: null,
  counterCurrency: null,
  counterSum: null,
  counterName: null,
  counterQuant: null,
  description: null,
  reverses: null,
  reversedBy: null,
  ...more,
});

let numbers = 0;
/** A client of a custodian that answers with these. */
async function clientOf(answers: Record<string, unknown>, options: { delayMs?: number } = {}) {
  const clientNumber = `K${++numbers}`;
  server = await startCustodianServer({ ...options, accounts: { [clientNumber]: answers } });
  const user = await app.as("client", { clientNumber });
  const holder = { holderType: "user" as const, holderId: user.id };
  await linkCustodian(app.services.db, holder, server.baseUrl);
  return { ...user, holder };
}
type Client = Awaited<ReturnType<typeof clientOf>>;
const moneyOf = ({ client, holder }: Client) => client.payments.getCash({ params: holder });
const movementsOf = ({ client, holder }: Client, query: object = {}) =>
  client.payments.listMovements({ params: holder, query });

describe("cash", () => {
  test("is the custodian's, in its contract currency and of its day, without the noise of binary fractions", async () => {
    const client = await clientOf({
      "/portfolio": portfolioWith([
        row("EUR", 0.1 + 0.2, 0.35),
        { ...row("EUR", 100, 108), key: "EUR 2" },
        row("USD", 7, 7),
      ]),
    });
    expect(await moneyOf(client)).toMatchObject({
      source: "custodian",
      contractCurrency: "USD",
      valuationDay: "2026-11-20",
      cashFault: null,
      cash: [
        { currency: "EUR", amount: "100.3", available: "100.3", reserved: "0", value: "108.35" },
        { currency: "USD", amount: "7", value: "7" },
      ],
      total: "115.35",
      reference: expect.stringMatching(/^RF\d\dDEPU\d+$/),
    });
  });

  test("whose worth is not known makes the total unknown, and is named", async () => {
    const client = await clientOf({ "/portfolio": portfolioWith([row("EUR", 1, null), row("USD", 1, 1)]) });
    const { cash, total } = await moneyOf(client);
    expect(total).toBeNull();
    expect(cash[0]).toMatchObject({ value: null, gaps: [{ code: "rateMissing", currency: "EUR" }] });
  });

  test.each([
    ["is slow", "timedout", { "/portfolio": portfolioWith([]) }, { delayMs: 5_000 }],
    ["answers nonsense", "badGateway", { "/portfolio": "<html>" }, {}],
    ["does not know the account", "noClientNumber", {}, {}],
  ])("of a custodian that %s is not known; the rest of the page is there", async (_, cashFault, answers, options) => {
    const client = await clientOf(answers, options);
    expect(await moneyOf(client)).toMatchObject({
      source: "custodian",
      cashFault,
      cash: [],
      total: null,
      payments: [],
      reference: expect.stringMatching(/^RF/),
      can: { request: true },
    });
  });

  test("of a custodian that is away is not known either", async () => {
    const client = await clientOf({});
    await server?.close();
    server = undefined;
    expect(await moneyOf(client)).toMatchObject({ cashFault: "badGateway", cash: [], total: null });
  });
});

describe("movements", () => {
  test("have no balance, leave out what was reversed, and move both sides of an exchange", async () => {
    const client = await clientOf({
      "/transactions": {
        transactions: [
          transaction(5, { kind: "fx", sum: -100, counterCurrency: "USD", counterSum: 0.1 + 0.2 }),
          transaction(4, { kind: "reversal", sum: -9, reverses: 3 }),
          transaction(3, { sum: 9, reversedBy: 4 }),
          transaction(2, { kind: "split", sum: 0 }),
          transaction(1, { sum: 1000 }),
        ],
        nextCursor: null,
      },
    });
    const briefly = async (query: object) =>
      (await movementsOf(client, query)).movements.map(
        ({ kind, amount, currency, balance }) => `${kind} ${amount} ${currency} ${balance}`,
      );
    expect(await briefly({})).toEqual(["fx -100 EUR null", "fx 0.3 USD null", "deposit 1000 EUR null"]);
    expect(await briefly({ currency: "USD" })).toEqual(["fx 0.3 USD null"]);
    expect(await briefly({ kind: "deposit" })).toEqual(["deposit 1000 EUR null"]);
    expect(await briefly({ kind: "fee" })).toEqual([]);
  });

  test("that are asked for by kind are looked for on further pages, within a limit", async () => {
    // The same page again and again: an end that never comes.
    const client = await clientOf({ "/transactions": { transactions: [transaction(1, {})], nextCursor: "next" } });
    expect(await movementsOf(client, { kind: "fee" })).toEqual({ movements: [], nextCursor: "next" });
    expect(server?.asked).toHaveLength(20);
    expect((await movementsOf(client)).movements).toHaveLength(1);
    expect(server?.asked).toHaveLength(21);
  });

  test("of a custodian that does not answer are refused by its fault", async () => {
    expect(await codeOf(movementsOf(await clientOf({ "/transactions": "x" })))).toBe("badGateway");
    await server?.close();
    expect(await codeOf(movementsOf(await clientOf({ "/transactions": "x" }, { delayMs: 5_000 })))).toBe("timedout");
  });
});

describe("a withdrawal", () => {
  const ask = async (client: Client, sum: string, more: { account?: number; key?: string } = {}) => {
    const account = more.account ?? (await payableAccount(app, client.holder));
    return withdraw(app, client, { ...client, ...more, account, sum });
  };

  test("is limited by the custodian's cash, reserves it, and is decided by staff alone", async () => {
    const rows = [row("EUR", 60.1, 60.1), { ...row("EUR", 40, 40), key: "EUR 2" }];
    const client = await clientOf({ "/portfolio": portfolioWith(rows) });
    expect(await codeOf(ask(client, "100.11"))).toBe("badInput");
    const { id } = await ask(client, "100.1");
    const { cash, payments } = await moneyOf(client);
    expect(cash).toMatchObject([{ currency: "EUR", amount: "100.1", reserved: "100.1", available: "0" }]);
    expect(payments).toMatchObject([{ id, state: "open", matches: [] }]);
    const { candidates } = await office.client.payments.listCandidates({ params: { requestId: id }, query: {} });
    expect(candidates).toEqual([]);
  });

  test("that was made is found again by its key while the custodian is away", async () => {
    const client = await clientOf({ "/portfolio": portfolioWith([row("EUR", 60, 60)]) });
    const more = { account: await payableAccount(app, client.holder), key: "one-withdrawal" };
    const first = await ask(client, "10", more);
    await server?.close();
    server = undefined;
    expect(await ask(client, "10", more)).toEqual(first);
    expect(await codeOf(ask(client, "11", more))).toBe("badGateway");
    expect((await moneyOf(client)).payments).toMatchObject([{ id: first.id, state: "open" }]);
  });

  test("is not made while the custodian does not tell its cash; nothing is reserved", async () => {
    const client = await clientOf({ "/portfolio": "<html>" });
    expect(await codeOf(ask(client, "1"))).toBe("badGateway");
    expect((await moneyOf(client)).payments).toEqual([]);
  });
});
