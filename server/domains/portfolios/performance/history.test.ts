import type { ApiError } from "@portico/api/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import type { NewEntry } from "../ledger/entries.ts";
import { bookEntries } from "../ledger/writer.ts";
import { buy, deposit, entry, makeInstruments, sell } from "../testing/firm.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await createTestApp();
});
afterAll(() => portal.close());

let number = 0;
const holder = (user: TestUser) => ({ holderType: "user" as const, holderId: user.id });

async function clientWith(entries: NewEntry[]): Promise<TestUser> {
  const client = await portal.as("client", { clientNumber: `H${++number}` });
  await bookEntries(portal.services.db, holder(client), entries);
  return client;
}

const ordersOf = async (
  user: TestUser,
  from: string,
  to: string,
  query: { limit?: number; cursor?: string; search?: string } = {},
) => user.client.portfolios.listOrders({ params: { ...holder(user), from, to }, query });
const transactionsOf = async (
  user: TestUser,
  from: string,
  to: string,
  query: { limit?: number; cursor?: string; instrumentId?: number; search?: string } = {},
) => user.client.portfolios.listTransactions({ params: { ...holder(user), from, to }, query });

test("a range whose first day comes after its last is refused, with the field", async () => {
  const client = await clientWith([deposit("2024-03-01", "100")]);
  for (const read of [ordersOf, transactionsOf]) {
    expect(await read(client, "2024-03-01", "2024-03-01")).toBeDefined();
    await expect(read(client, "2024-03-02", "2024-03-01")).rejects.toMatchObject({
      code: "badInput",
      errors: [{ path: "to", code: "tooSmall" }],
    });
  }
});

describe("a search", () => {
  test("finds entries by instrument, ISIN, amount, quantity, currency, day and note, and what reversed them", async () => {
    const { ACME, GLOB } = await makeInstruments(portal.services.db, { ACME: "EUR", GLOB: "USD" });
    await sql`update instrument set isin = 'US5949181045' where id = ${GLOB}`.execute(portal.services.db);
    const client = await clientWith([
      entry({ ...deposit("2024-03-01", "1234.50"), description: "From 100% Savings_account" }),
      buy("2024-03-02", ACME, "7", "-70", { externalId: "bought" }),
      deposit("2024-03-03", "500", "USD"),
      buy("2024-03-04", GLOB, "5", "-500", { currency: "USD" }),
      entry({ kind: "reversal", day: "2024-03-05", currency: "EUR", amount: "0", reversesExternalId: "bought" }),
    ]);
    const found = async (search: string) => {
      const { transactions } = await transactionsOf(client, "1970-01-01", "2024-12-31", { search });
      return transactions.map(({ kind, day }) => `${kind} ${day.slice(-2)}`);
    };
    expect(await found("acme")).toEqual(["reversal 05", "buy 02"]);
    expect(await found("us5949181045")).toEqual(["buy 04"]);
    expect(await found("1,234.5")).toEqual(["deposit 01"]);
    expect(await found("1 234,50")).toEqual(["deposit 01"]);
    expect(await found("−500")).toEqual(["buy 04", "deposit 03"]);
    expect(await found("500 glob")).toEqual(["buy 04"]);
    expect(await found("usd")).toEqual(["buy 04", "deposit 03"]);
    expect(await found("2024-03-03")).toEqual(["deposit 03"]);
    expect(await found("SAVINGS")).toEqual(["deposit 01"]);
    // Wildcards are letters like others.
    expect(await found("100%")).toEqual(["deposit 01"]);
    expect(await found("savings-account")).toEqual([]);
    expect(await found("nothing")).toEqual([]);
  });
});

test("a search finds orders by any of their executions, and requests that were never executed, with their state", async () => {
  const { db } = portal.services;
  const { ACME, GLOB } = await makeInstruments(db, { ACME: "EUR", GLOB: "USD" });
  const client = await clientWith([
    deposit("2024-03-01", "1000"),
    buy("2024-03-02", ACME, "3", "-33", { orderId: "o1" }),
    buy("2024-03-03", ACME, "4", "-44", { orderId: "o1" }),
    buy("2024-03-04", GLOB, "5", "-500"),
  ]);
  const ask = async (type: "buy" | "sell", transactionInfo: object, state: string, userMsg = "") => {
    const body = { type, userMsg, transactionInfo };
    const { id } = await client.client.payments.requestTransaction({ params: holder(client), body });
    await sql`update transaction_request set state = ${state}, created_at = '2024-05-10T22:30:00Z' where id = ${id}`.execute(
      db,
    );
  };
  await ask("buy", { instrumentId: GLOB, quantity: "12.50" }, "declined", "For 100% of the bonus");
  await ask("sell", { instrumentName: "Unlisted plc", sum: "777", currency: "CHF" }, "withdrawn");
  const found = async (search: string) => {
    const { orders } = await ordersOf(client, "1970-01-01", "2024-12-31", { search });
    return orders.map(({ name, state, quant }) => `${name} ${state} ${quant ?? ""}`.trim()).toSorted();
  };
  const declined = "GLOB plc declined 12.5";
  expect(await found("acme")).toEqual(["ACME plc executed 7"]);
  expect(await found("33")).toEqual(["ACME plc executed 7"]);
  expect(await found("glob")).toEqual([declined, "GLOB plc executed 5"]);
  expect(await found("12,5")).toEqual([declined]);
  expect(await found("100%")).toEqual([declined]);
  expect(await found("unlisted chf 777")).toEqual(["Unlisted plc withdrawn"]);
  // In Sofia it was the day after.
  expect(await found("2024-05-11 glob")).toEqual([declined]);
  expect(await found("glob 777")).toEqual([]);
});

describe("transactions", () => {
  test("tell accrued interest beside fee and tax, and an order's price is that without it", async () => {
    const { BOND } = await makeInstruments(portal.services.db, { BOND: "EUR" });
    const client = await clientWith([
      deposit("2024-03-01", "3000"),
      buy("2024-03-02", BOND, "2000", "-2005", { fee: "3", accruedInterest: "-12" }),
      entry({ kind: "returnOfCapital", day: "2024-03-03", instrumentId: BOND, amount: "40", currency: "EUR" }),
    ]);
    const { transactions } = await transactionsOf(client, "2024-03-01", "2024-03-31");
    expect(transactions).toMatchObject([
      { kind: "returnOfCapital", sum: 40 },
      { kind: "buy", sum: -2005, fee: 3, tax: null, accruedInterest: -12 },
      { kind: "deposit", accruedInterest: null },
    ]);
    const { orders } = await ordersOf(client, "2024-03-01", "2024-03-31");
    expect(orders).toMatchObject([{ side: "buy", price: 0.995, sum: -2005, fee: 3 }]);
    const figure = async (name: "income" | "fees" | "totalInvested") =>
      client.client.portfolios.getProof({
        params: { ...holder(client), figure: name },
        query: { key: String(BOND) },
      });
    expect(await figure("income")).toMatchObject({ result: "-12", terms: [{ label: "buy", value: "-12" }] });
    expect(await figure("fees")).toMatchObject({ result: "3" });
    expect(await figure("totalInvested")).toMatchObject({
      result: "1953",
      terms: [
        { label: "buy", value: "1993" },
        { label: "returnOfCapital", value: "-40" },
      ],
    });
  });

  test("are all entries of the days, both included, newest first, with names and what undid what", async () => {
    const { ACME } = await makeInstruments(portal.services.db, { ACME: "EUR" });
    const wrong = buy("2024-03-02", ACME, "1", "-9", {
      externalId: "wrong",
      time: "2024-03-02T10:00:00.000Z",
      description: "By mistake",
    });
    const client = await clientWith([
      deposit("2024-02-29", "1"),
      deposit("2024-03-01", "100"),
      wrong,
      entry({
        kind: "reversal",
        day: "2024-03-03",
        currency: "EUR",
        amount: "0",
        externalId: "undo",
        reversesExternalId: "wrong",
      }),
      deposit("2024-03-04", "1"),
    ]);
    const { transactions, nextCursor } = await transactionsOf(client, "2024-03-01", "2024-03-03");
    expect(nextCursor).toBeNull();
    expect(transactions).toMatchObject([
      // What it takes back, and of which entry and day.
      {
        kind: "reversal",
        day: "2024-03-03",
        name: "ACME plc",
        quant: -1,
        sum: 9,
        description: null,
        reverses: transactions[1]?.id,
        reversesDay: "2024-03-02",
        reversedBy: null,
      },
      {
        kind: "buy",
        date: "2024-03-02T10:00:00.000Z",
        name: "ACME plc",
        ticker: "ACME",
        quant: 1,
        sum: -9,
        description: "By mistake",
        reversedBy: transactions[0]?.id,
      },
      // Without a time: the day's first moment in Sofia.
      { kind: "deposit", day: "2024-03-01", date: "2024-02-29T22:00:00.000Z", sum: 100 },
    ]);
    expect(
      (await transactionsOf(client, "2024-01-01", "2024-12-31", { instrumentId: ACME })).transactions,
    ).toMatchObject([{ kind: "reversal" }, { kind: "buy" }]);
  });

  test("are paged by key, also among entries of one instant", async () => {
    const client = await clientWith(
      Array.from({ length: 23 }, (_, index) =>
        entry({
          kind: "deposit",
          day: "2024-03-01",
          time: `2024-03-01T08:00:0${index % 3}.000Z`,
          amount: "1",
          currency: "EUR",
          externalId: `${index}`,
        }),
      ),
    );
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await transactionsOf(client, "2024-03-01", "2024-03-01", { limit: 5, ...(cursor && { cursor }) });
      seen.push(...page.transactions.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(23);
    expect(new Set(seen).size).toBe(23);
  });

  test("a cursor of another list is refused", async () => {
    const client = await clientWith([deposit("2024-03-01", "1"), deposit("2024-03-02", "1")]);
    const { nextCursor } = await transactionsOf(client, "2024-03-01", "2024-03-03", { limit: 1 });
    const wrong = ordersOf(client, "2024-03-01", "2024-03-03", { cursor: nextCursor ?? "" });
    expect(await wrong.catch((error: ApiError) => error.code)).toBe("badInput");
  });
});

describe("orders", () => {
  test("bear the custodian's own price, which cash of two decimals cannot tell", async () => {
    const { ACME } = await makeInstruments(portal.services.db, { ACME: "EUR" });
    const client = await clientWith([
      deposit("2024-03-01", "5000"),
      buy("2024-03-04", ACME, "53", "-279.51", { price: "5.2737", orderId: "P1" }),
      buy("2024-03-05", ACME, "10", "-52.74", { price: "5.2737", orderId: "P2" }),
      buy("2024-03-05", ACME, "30", "-158.66", { price: "5.2887", orderId: "P2" }),
    ]);
    const { orders } = await ordersOf(client, "2024-03-01", "2024-03-31");
    expect(orders.map(({ price }) => price)).toEqual([5.28495, 5.2737]);
  });

  test("group the executions of the custodian's order, at their average price, and leave out undone ones", async () => {
    const { ACME, GLOB } = await makeInstruments(portal.services.db, { ACME: "EUR", GLOB: "EUR" });
    const client = await clientWith([
      deposit("2024-03-01", "5000"),
      buy("2024-03-04", ACME, "10", "-101", { fee: "1", orderId: "A1", time: "2024-03-04T09:00:00.000Z" }),
      buy("2024-03-04", ACME, "20", "-221", { fee: "1", orderId: "A1", time: "2024-03-04T09:00:05.000Z" }),
      buy("2024-03-05", ACME, "5", "-50", { orderId: "A1", externalId: "undone", time: "2024-03-05T09:00:00.000Z" }),
      entry({
        kind: "reversal",
        day: "2024-03-06",
        currency: "EUR",
        amount: "0",
        externalId: "undo",
        reversesExternalId: "undone",
      }),
      buy("2024-03-07", GLOB, "1", "-7", { time: "2024-03-07T09:00:00.000Z" }),
      sell("2024-03-08", ACME, "4", "43.5", { fee: "0.5", orderId: "A2", time: "2024-03-08T09:00:00.000Z" }),
    ]);
    const { orders } = await ordersOf(client, "2024-03-01", "2024-03-31");
    expect(orders).toMatchObject([
      { key: "A2", side: "sell", quant: 4, price: 11, sum: 43.5, fee: 0.5, executions: 1, state: "executed" },
      { side: "buy", name: "GLOB plc", quant: 1, price: 7, executions: 1 },
      {
        key: "A1",
        side: "buy",
        ticker: "ACME",
        date: "2024-03-04T09:00:05.000Z",
        quant: 30,
        sum: -322,
        fee: 2,
        executions: 2,
      },
    ]);
    expect(orders[2]?.price).toBeCloseTo(320 / 30, 8);
    expect(orders[1]?.key).toMatch(/^entry-\d+$/);
  });

  test("the portal's own requests stand among them, by the day in Sofia on which they were made", async () => {
    const { ACME } = await makeInstruments(portal.services.db, { ACME: "EUR" });
    const client = await clientWith([
      deposit("2024-06-01", "500"),
      buy("2024-06-10", ACME, "1", "-10", { orderId: "S1", time: "2024-06-10T12:00:00.000Z" }),
    ]);
    const body = { type: "buy", userMsg: "", transactionInfo: { instrumentId: ACME, quantity: "3" } } as const;
    const { id } = await client.client.payments.requestTransaction({ params: holder(client), body });
    // 21:30 UTC on the 10th is half past midnight on the 11th in Sofia, three hours ahead in summer.
    await sql`update transaction_request set created_at = '2024-06-10T21:30:00Z' where id = ${id}`.execute(
      portal.services.db,
    );
    expect((await ordersOf(client, "2024-06-10", "2024-06-10")).orders.map(({ key }) => key)).toEqual(["S1"]);
    const { orders } = await ordersOf(client, "2024-06-11", "2024-06-11");
    expect(orders).toMatchObject([
      { key: `request-${id}`, side: "buy", ticker: "ACME", quant: 3, state: "open", executions: 0 },
    ]);
    expect((await ordersOf(client, "2024-06-10", "2024-06-11")).orders.map(({ key }) => key)).toEqual([
      `request-${id}`,
      "S1",
    ]);
  });

  test("a request's sum has the sign that it has once it is carried out", async () => {
    const client = await clientWith([deposit("2024-06-01", "500")]);
    for (const type of ["buy", "sell", "deposit"] as const) {
      const what = type === "deposit" ? {} : { instrumentName: "Bond" };
      const transactionInfo = { sum: "20", currency: "EUR", ...what };
      await client.client.payments.requestTransaction({
        params: holder(client),
        body: { type, userMsg: "", transactionInfo },
      });
    }
    const { orders } = await ordersOf(client, "2024-01-01", "2099-01-01");
    expect(Object.fromEntries(orders.map(({ side, sum }) => [side, sum]))).toEqual({ buy: -20, sell: 20, deposit: 20 });
  });

  test("executions and requests are paged together without a gap or a repetition", async () => {
    const { ACME } = await makeInstruments(portal.services.db, { ACME: "EUR" });
    const client = await clientWith(
      Array.from({ length: 8 }, (_, index) =>
        buy("2024-06-10", ACME, "1", "-10", {
          orderId: `P${index % 5}`,
          externalId: `${index}`,
          time: `2024-06-10T12:0${index}:00.000Z`,
        }),
      ),
    );
    for (let index = 0; index < 4; index++) {
      const body = { type: "deposit", userMsg: `${index}`, transactionInfo: { sum: "1", currency: "EUR" } } as const;
      const { id } = await client.client.payments.requestTransaction({ params: holder(client), body });
      await sql`update transaction_request set created_at = ${`2024-06-10T12:0${index * 2}:30Z`} where id = ${id}`.execute(
        portal.services.db,
      );
    }
    const seen: { key: string; date: string }[] = [];
    let cursor: string | undefined;
    do {
      const page = await ordersOf(client, "2024-06-01", "2024-06-30", { limit: 2, ...(cursor && { cursor }) });
      seen.push(...page.orders);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(9);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(9);
    expect(seen.map(({ date }) => date)).toEqual(
      seen
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    );
  });
});

test("staff may read a client's history, and it is logged; another client may not know of it", async () => {
  const client = await clientWith([deposit("2024-03-01", "1")]);
  const [office, other] = [await portal.as("internal"), await portal.as("client")];
  const read = (user: TestUser) =>
    user.client.portfolios.listTransactions({
      params: { ...holder(client), from: "2024-03-01", to: "2024-03-01" },
      query: {},
    });
  expect((await read(office)).transactions).toHaveLength(1);
  expect(await read(other).catch((error: ApiError) => error.code)).toBe("notFound");
  const { rows } = await sql`
    select from audit_entry where action = 'holder.accessedByStaff' and subject_id = ${String(client.id)}`.execute(
    portal.services.db,
  );
  expect(rows).toHaveLength(1);
});

test("lists that were kept show a booking, a reversal, a name, a request and its withdrawal at once", async () => {
  const { db } = portal.services;
  const { ACME } = await makeInstruments(db, { ACME: "EUR" });
  const client = await clientWith([deposit("2024-03-01", "1000"), buy("2024-03-02", ACME, "1", "-10")]);
  const [from, to] = ["2024-03-01", "2099-12-31"];
  const lists = async () => {
    const [{ transactions }, { orders }] = [await transactionsOf(client, from, to), await ordersOf(client, from, to)];
    return [transactions.length, orders.map(({ side, name, state }) => `${side} ${name} ${state}`)];
  };
  expect(await lists()).toEqual([2, ["buy ACME plc executed"]]);
  await bookEntries(db, holder(client), [sell("2024-03-03", ACME, "1", "12")]);
  expect(await lists()).toEqual([3, ["sell ACME plc executed", "buy ACME plc executed"]]);
  const undone = sell("2024-03-03", ACME, "1", "12");
  await bookEntries(db, holder(client), [
    entry({
      kind: "reversal",
      day: "2024-03-04",
      amount: "-12",
      currency: "EUR",
      reversesExternalId: undone.externalId,
    }),
  ]);
  expect(await lists()).toEqual([4, ["buy ACME plc executed"]]);
  await sql`update instrument set name = 'Acme SE' where id = ${ACME}`.execute(db);
  expect(await lists()).toEqual([4, ["buy Acme SE executed"]]);
  const request = {
    key: "kept-list",
    type: "deposit" as const,
    userMsg: "",
    transactionInfo: { sum: "5", currency: "EUR" },
  };
  const { id } = await client.client.payments.requestTransaction({ params: holder(client), body: request });
  expect(await lists()).toEqual([4, ["deposit  open", "buy Acme SE executed"]]);
  await client.client.payments.withdrawRequest({ params: { ...holder(client), requestId: id }, body: {} });
  expect(await lists()).toEqual([4, ["deposit  withdrawn", "buy Acme SE executed"]]);
});
