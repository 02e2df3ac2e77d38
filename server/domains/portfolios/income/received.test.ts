/** Received income over HTTP, on entries whose figures are calculated by hand, and against the bridge of the same range. */
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import type { NewEntry } from "../ledger/entries.ts";
import { bookEntries } from "../ledger/writer.ts";
import { linkCustodian } from "../portfolios.ts";
import { buy, deposit, entry, makeInstruments, price, rate, sell } from "../testing/firm.ts";

const today = "2024-06-28";
let portal: TestApp;
beforeAll(async () => {
  portal = await createTestApp();
  portal.services.now = () => new Date(`${today}T12:00:00Z`);
  await rate(portal.services.db, "USD", "2024-01-01", "1.25");
  await rate(portal.services.db, "USD", "2024-03-01", "1.0");
});
afterAll(() => portal.close());

let names = 0;
async function makeHolder() {
  const { db } = portal.services;
  names += 1;
  const user = await portal.as("client", { clientNumber: `I-${names}` });
  const holder = { holderType: "user" as const, holderId: user.id };
  const { ACME, GLOB } = await makeInstruments(db, { ACME: "EUR", GLOB: "USD" });
  return {
    db,
    user,
    holder,
    ACME,
    GLOB,
    book: (...entries: NewEntry[]) => bookEntries(db, holder, entries),
    income: (from: string, to: string) => user.client.portfolios.getIncome({ params: { ...holder, from, to } }),
    bridge: async (from: string, to: string) =>
      (await user.client.portfolios.getPerformance({ params: { ...holder, from, to }, query: {} })).bridge,
  };
}
const paid = (kind: "dividend" | "interest" | "tax", day: string, amount: string, more: Partial<NewEntry> = {}) =>
  entry({ kind, day, amount, currency: "EUR", ...more });

test("by month, by holding and each payment, in its own currency and at the rate of its day", async () => {
  const { ACME, GLOB, book, income } = await makeHolder();
  await book(
    deposit("2024-01-02", "10000"),
    buy("2024-01-02", ACME, "10", "-1000"),
    buy("2024-01-02", GLOB, "5", "-1000"),
    paid("dividend", "2024-02-05", "20", { instrumentId: ACME }),
    paid("tax", "2024-02-05", "-3", { instrumentId: ACME }),
    paid("dividend", "2024-02-06", "10", { instrumentId: GLOB, currency: "USD" }),
    paid("tax", "2024-03-04", "-1.5", { instrumentId: GLOB, currency: "USD" }),
    paid("interest", "2024-05-02", "4"),
  );
  const answer = await income("2024-01-01", today);
  expect(answer.total).toEqual({ gross: "32.00", tax: "4.50", net: "27.50" });
  expect(answer.otherTax).toBe("0.00");
  // April has none and is told with zeros.
  expect(answer.months).toEqual([
    { month: "2024-02", gross: "28.00", tax: "3.00", net: "25.00" },
    { month: "2024-03", gross: "0.00", tax: "1.50", net: "-1.50" },
    { month: "2024-04", gross: "0.00", tax: "0.00", net: "0.00" },
    { month: "2024-05", gross: "4.00", tax: "0.00", net: "4.00" },
  ]);
  expect(answer.holdings).toMatchObject([
    { key: String(ACME), name: "ACME plc", gross: "20.00", tax: "3.00", net: "17.00", payments: 1 },
    { key: String(GLOB), gross: "8.00", tax: "1.50", net: "6.50", payments: 1 },
    { key: "EUR", instrumentId: null, name: null, gross: "4.00", payments: 1 },
  ]);
  const [, late, ofGlob] = answer.payments;
  expect(late).toMatchObject({
    kind: "tax",
    day: "2024-03-04",
    gross: "0",
    tax: "1.5",
    of: { id: ofGlob?.id, day: "2024-02-06" },
    inContract: { gross: "0.00", tax: "1.50", net: "-1.50" },
  });
  expect(ofGlob).toMatchObject({
    currency: "USD",
    gross: "10",
    rate: { value: "0.8", day: "2024-01-01", stale: true },
    inContract: { gross: "8.00", tax: "0.00", net: "8.00" },
  });
  expect(answer.gaps).toEqual([{ code: "rateStale", currency: "USD", day: "2024-02-06", quoted: "2024-01-01" }]);
  expect((await income("2024-03-01", "2024-03-31")).total).toEqual({ gross: "0.00", tax: "1.50", net: "-1.50" });
});

test("yields are of the last twelve months over cost and value of what is held now, whatever the range", async () => {
  const { db, ACME, GLOB, book, income } = await makeHolder();
  await price(db, ACME, today, "150");
  await book(
    deposit("2023-01-02", "10000"),
    buy("2023-01-02", ACME, "10", "-1000"),
    buy("2023-01-02", GLOB, "5", "-1000"),
    paid("dividend", "2023-06-28", "99", { instrumentId: ACME }),
    paid("dividend", "2023-06-29", "20", { instrumentId: ACME }),
    paid("dividend", "2024-02-05", "25", { instrumentId: ACME }),
    paid("dividend", "2024-02-05", "500", { instrumentId: GLOB }),
    sell("2024-02-06", GLOB, "5", "1000"),
  );
  const { holdings, yields } = await income("2024-02-01", "2024-02-29");
  expect(holdings).toMatchObject([
    { key: String(GLOB), gross: "500.00", yieldOnCost: null, yieldOnValue: null },
    { key: String(ACME), gross: "25.00", yieldOnCost: 4.5, yieldOnValue: 3 },
  ]);
  // 1000 for ACME and 9644 of cash; what GLOB paid is not part of it.
  expect(yields).toEqual({
    from: "2023-06-29",
    to: today,
    gross: "45.00",
    cost: "10644.00",
    value: "11144.00",
    onCost: 0.42,
    onValue: 0.4,
  });
});

test("what was reversed is no income, and a payment taken back by another cancels", async () => {
  const { ACME, book, income } = await makeHolder();
  await book(
    deposit("2024-01-02", "100"),
    buy("2024-01-02", ACME, "1", "-10"),
    paid("dividend", "2024-02-05", "20", { instrumentId: ACME, externalId: "d1" }),
    paid("tax", "2024-02-05", "-3", { instrumentId: ACME, externalId: "t1" }),
    paid("dividend", "2024-03-05", "7", { instrumentId: ACME }),
    paid("dividend", "2024-03-06", "-7", { instrumentId: ACME }),
    paid("dividend", "2024-03-06", "6.5", { instrumentId: ACME }),
  );
  await book(
    entry({ kind: "reversal", day: "2024-04-01", currency: "EUR", amount: "0", reversesExternalId: "d1" }),
    entry({ kind: "reversal", day: "2024-04-01", currency: "EUR", amount: "0", reversesExternalId: "t1" }),
  );
  const answer = await income("2024-01-01", today);
  expect(answer.total).toEqual({ gross: "6.50", tax: "0.00", net: "6.50" });
  expect(answer.holdings).toMatchObject([{ payments: 1, gross: "6.50" }]);
});

test("without a rate the sums that contain the payment are unknown, and say why; the others are known", async () => {
  const { ACME, GLOB, book, income } = await makeHolder();
  await book(
    deposit("2024-01-02", "100"),
    buy("2024-01-02", ACME, "1", "-10"),
    paid("dividend", "2024-02-05", "20", { instrumentId: ACME }),
    paid("dividend", "2024-03-05", "20", { instrumentId: GLOB, currency: "XAF" }),
  );
  const answer = await income("2024-01-01", today);
  expect(answer.total).toEqual({ gross: null, tax: "0.00", net: null });
  expect(answer.months).toMatchObject([{ gross: "20.00" }, { gross: null }]);
  expect(new Map(answer.holdings.map(({ key, gross }) => [key, gross]))).toEqual(
    new Map([
      [String(ACME), "20.00"],
      [String(GLOB), null],
    ]),
  );
  expect(answer.gaps).toEqual([{ code: "rateMissing", currency: "XAF", day: "2024-03-05" }]);
});

test("nothing received: zeros and empty lists; a range after today or that ends before it begins", async () => {
  const { book, income } = await makeHolder();
  await book(deposit("2024-01-02", "100"));
  const nothing = { total: { gross: "0.00", tax: "0.00", net: "0.00" }, months: [], holdings: [], payments: [] };
  expect(await income("2024-01-01", today)).toMatchObject(nothing);
  expect(await income("2025-01-01", "2025-12-31")).toMatchObject(nothing);
  await expect(income("2024-02-01", "2024-01-01")).rejects.toMatchObject({ code: "badInput" });
});

test("a custodian's own system does not tell income, and the answer says so", async () => {
  const { db, user, holder } = await makeHolder();
  await linkCustodian(db, holder, "http://localhost:1");
  const { portfolios } = user.client;
  expect(await portfolios.getIncome({ params: { ...holder, from: "2024-01-01", to: today } })).toMatchObject({
    reason: "notProvided",
    total: { gross: null },
  });
  expect(await portfolios.getExpectedIncome({ params: holder })).toMatchObject({
    reason: "notProvided",
    announced: [],
  });
});

test("on random histories gross is the bridge's income, and tax with other tax is its tax, to the cent", {
  timeout: 240_000,
}, async () => {
  const steps = fc.array(
    fc.record({
      day: fc.nat(120),
      kind: fc.constantFrom("dividend", "interest", "tax", "fee"),
      about: fc.constantFrom("ACME", "GLOB", undefined),
      currency: fc.constantFrom("EUR", "USD"),
      amount: fc.integer({ min: -5000, max: 50_000 }).map((value) => (value / 1000).toFixed(3)),
      own: fc.constantFrom(undefined, "0.313"),
    }),
    { minLength: 3, maxLength: 25 },
  );
  const dayOf = (index: number) => new Date(Date.UTC(2024, 0, 2 + index)).toISOString().slice(0, 10);
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(120), fc.nat(120), async (list, one, two) => {
      const made = await makeHolder();
      await made.book(
        deposit("2024-01-02", "10000"),
        ...list.map(({ day, kind, about, currency, amount, own }, index) =>
          entry({
            kind: kind as "tax",
            day: dayOf(day),
            currency,
            amount: kind === "tax" ? new Decimal(amount).neg().toFixed() : amount,
            ...(about && { instrumentId: made[about as "ACME"] }),
            ...(own && kind !== "tax" && { tax: own }),
            externalId: `${index}`,
          }),
        ),
      );
      const range = [dayOf(Math.min(one, two)), dayOf(Math.max(one, two))] as const;
      const [answer, bridge] = [await made.income(...range), await made.bridge(...range)];
      const add = (values: (string | null)[]) =>
        values.reduce((sum, value) => sum.plus(value ?? Number.NaN), new Decimal(0)).toFixed(2);
      expect(answer.total.gross).toBe(bridge?.income);
      expect(add([answer.total.tax, answer.otherTax])).toBe(bridge?.tax);
      for (const part of ["gross", "tax", "net"] as const) {
        expect(add(answer.months.map((month) => month[part]))).toBe(answer.total[part]);
        expect(add(answer.holdings.map((holding) => holding[part]))).toBe(answer.total[part]);
      }
    }),
    { numRuns: 25 },
  );
});
