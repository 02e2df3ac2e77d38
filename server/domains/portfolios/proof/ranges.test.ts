/** Proofs of ranges and of long lists: the exchange rate effect, and every "other item" on a later page. */
import type { Proof, ProvableFigure } from "@portico/api/portfolios.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installJobs } from "../../../jobs/start.ts";
import { createEvents } from "../../../kernel/events.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { bookEntries } from "../ledger/writer.ts";
import { computeDailyValues } from "../performance/daily-values.ts";
import { getPerformance } from "../performance/performance.ts";
import { accountOf, deposit, entry, makeClient, rate, type TestClient } from "../testing/firm.ts";
import { getProof } from "./proof.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await installJobs(database.connection);
});
afterAll(() => database.close());

const today = "2024-03-01";
const range = { from: "2024-01-01", to: today };
const compute = (client: TestClient) =>
  computeDailyValues({ db: database.db, events: createEvents(), now: () => new Date(`${today}T09:00:00Z`) }, client);
const prove = (client: TestClient, figure: ProvableFigure, more: object = {}) =>
  getProof(database.db, accountOf(client), { figure, ...range, ...more }, today);
const sum = (terms: Proof["terms"]) => terms.reduce((total, { value }) => total.plus(value), new Decimal(0)).toFixed();

/** Dollars bought for 500 € and worth 480 €, later 600 €; złoty bought for 100 €, later worth 80 €. */
async function makeTraveller() {
  const { db } = database;
  const client = await makeClient(db);
  await rate(db, "USD", "2024-01-02", "1.25");
  await rate(db, "USD", "2024-02-01", "1");
  await rate(db, "PLN", "2024-01-02", "4");
  await rate(db, "PLN", "2024-02-20", "5");
  await bookEntries(db, client, [
    deposit("2024-01-02", "1000"),
    deposit("2024-01-02", "400", "PLN"),
    entry({
      kind: "fx",
      day: "2024-01-03",
      currency: "EUR",
      amount: "-500",
      counter: { currency: "USD", amount: "600" },
    }),
  ]);
  await compute(client);
  return client;
}

test("what exchange rates brought is told by currency, apart from exchanges dealt at another rate, and is the bridge's line", async () => {
  const client = await makeTraveller();
  const proof = await prove(client, "currencyEffect");
  const { bridge, gaps } = await getPerformance(database.db, accountOf(client), range, today);
  expect(bridge?.fx).toBe("80.00");
  expect(proof).toMatchObject({ result: "80", currency: "EUR", moreTerms: 0, nextCursor: null, gaps });
  expect(proof.terms).toMatchObject([
    { label: "currency", about: "USD", value: "120", currency: "EUR", rate: { value: "1", day: "2024-02-01" } },
    { label: "currency", about: "PLN", value: "-20", rate: { value: "0.2", day: "2024-02-20" } },
    { label: "exchanged", about: null, value: "-20" },
  ]);
  const later = await prove(client, "currencyEffect", { from: "2024-02-10" });
  expect(later).toMatchObject({ result: "-20" });
  expect(later.terms).toMatchObject([
    { about: "PLN", value: "-20", rateBefore: { value: "0.25", day: "2024-01-02" }, rate: { value: "0.2" } },
  ]);
});

test("the price of a currency is in itself, and what it was acquired at in the account's", async () => {
  const client = await makeTraveller();
  expect(await prove(client, "currentPrice", { key: "USD" })).toMatchObject({ result: "1", currency: "USD" });
  expect(await prove(client, "avgBuyPrice", { key: "PLN" })).toMatchObject({ result: "0.25", currency: "EUR" });
});

test("a chart begins with the value that the bridge opens with", async () => {
  const client = await makeTraveller();
  const middle = { from: "2024-02-01", to: today };
  const { points, bridge } = await getPerformance(database.db, accountOf(client), middle, today);
  expect(points[0]).toMatchObject({ day: "2024-01-31", value: Number(bridge?.opening) });
  expect(points[1]).toMatchObject({ day: "2024-02-01" });
  expect(points.at(-1)).toMatchObject({ day: today, value: Number(bridge?.closing) });
  const whole = await getPerformance(database.db, accountOf(client), range, today);
  expect(whole.points[0]).toMatchObject({ day: "2024-01-02" });
});

/** All pages of a proof, two terms each. */
async function pagesOf(client: TestClient, figure: ProvableFigure): Promise<Proof[]> {
  const pages: Proof[] = [];
  let cursor: string | undefined;
  do {
    const page = await prove(client, figure, { limit: 2, cursor });
    pages.push(page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return pages;
}
const reported = (pages: readonly Proof[]) =>
  pages.flatMap(({ terms }) => terms.filter(({ label }) => label !== "others"));

test("what the first page of holdings sums up is told by the next ones, from the largest on", async () => {
  const client = await makeTraveller();
  await bookEntries(database.db, client, [deposit(today, "10", "BGN"), deposit(today, "30", "CHF")]);
  await rate(database.db, "CHF", today, "1");
  const pages = await pagesOf(client, "currentValue");
  const whole = await prove(client, "currentValue");
  expect(pages.map(({ terms, moreTerms }) => [terms.length, moreTerms])).toEqual([
    [3, 3],
    [3, 0],
  ]);
  expect(reported(pages)).toEqual(whole.terms);
  expect(whole.terms.map(({ about }) => about)).toEqual(["USD", "EUR", "PLN", "CHF", "BGN"]);
  for (const { terms, result } of pages.slice(0, 1)) expect(sum(terms)).toBe(result);
});

test("so are the payments and the pieces of a return, from the newest on", async () => {
  const client = await makeTraveller();
  const later = ["2024-01-10", "2024-01-20", "2024-02-03", "2024-02-13"].map((day) => deposit(day, "10"));
  await bookEntries(database.db, client, later);
  await compute(client);
  for (const figure of ["moneyWeightedReturn", "timeWeightedReturn"] as const) {
    const pages = await pagesOf(client, figure);
    const whole = await prove(client, figure);
    expect(pages.length, figure).toBeGreaterThan(1);
    expect(reported(pages.toReversed())).toEqual(whole.terms);
    expect(pages.map(({ moreTerms }) => moreTerms).at(-1)).toBe(0);
  }
  const [newest] = await pagesOf(client, "timeWeightedReturn");
  const product = (terms: Proof["terms"]) => terms.reduce((all, { value }) => all.times(value), new Decimal(1));
  const whole = await prove(client, "timeWeightedReturn");
  expect(product(newest?.terms ?? []).toFixed(8)).toBe(product(whole.terms).toFixed(8));
});
