/** Realised sales over HTTP: both methods, what later bookings change, gaps, and ledgers too long for one answer. */
import type { Sales } from "@portico/api/portfolio-sales.ts";
import type { CostMethod } from "@portico/api/rules/cost-methods.ts";
import { activeEntries } from "@portico/ledger/entry-parts.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCustodianServer } from "../../../demo/custodian-server.ts";
import { installJobs } from "../../../jobs/start.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { listEntries } from "../ledger/entries.queries.ts";
import { bookEntries, EntriesRefused } from "../ledger/writer.ts";
import { linkCustodian } from "../portfolios.ts";
import { buy, entry, makeInstruments, rate, sell } from "../testing/firm.ts";
import { calculateSales, getSales, listedAtMost } from "./sales.ts";

let portal: TestApp;
let acme: number;
let glob: number;
beforeAll(async () => {
  portal = await createTestApp();
  await installJobs(portal.database.connection);
  portal.services.now = () => new Date("2024-12-31T12:00:00Z");
  const { db } = portal.services;
  ({ ACME: acme, GLOB: glob } = await makeInstruments(db, { ACME: "EUR", GLOB: "USD" }));
  await rate(db, "USD", "2024-01-02", "2");
  await rate(db, "USD", "2024-02-01", "1.25");
  await rate(db, "USD", "2024-03-01", "1");
});
afterAll(() => portal.close());

let number = 0;
async function makeClient(entries: Parameters<typeof bookEntries>[2] = []) {
  const user = await portal.as("client", { clientNumber: `S${++number}` });
  const holder = { holderType: "user" as const, holderId: user.id };
  const book = (more: typeof entries) => bookEntries(portal.services.db, holder, more);
  if (entries.length > 0) await book(entries);
  const read = (
    method?: CostMethod,
    range = { from: "2024-01-01", to: "2024-12-31" },
    by: TestUser = user,
  ): Promise<Sales> =>
    by.client.portfolios.getSales({ params: { ...holder, ...range }, query: method ? { method } : {} });
  return { user, holder, book, read };
}
const trades = () => [
  buy("2024-01-02", acme, "10", "-100"),
  buy("2024-02-01", acme, "10", "-300"),
  sell("2024-03-01", acme, "5", "120"),
];

test("each sale has proceeds, cost and gain by the method asked for, with the lots that it consumed", async () => {
  const { read } = await makeClient(trades());
  const fifo = await read();
  expect(fifo).toMatchObject({
    contractCurrency: "EUR",
    method: "fifo",
    feesInCost: true,
    count: 1,
    listedFrom: null,
    totals: { proceeds: "120", cost: "50", gain: "70", gainPercent: "140", gaps: [] },
    openings: [],
    closed: [],
    reason: null,
  });
  expect(fifo.sales).toMatchObject([
    {
      kind: "sell",
      name: "ACME plc",
      ticker: "ACME",
      isin: null,
      day: "2024-03-01",
      quantity: "5",
      proceeds: "120",
      cost: "50",
      gain: "70",
      gainPercent: "140",
      own: { currency: "EUR", cost: "50" },
      lots: [{ acquired: "2024-01-02", since: "2024-01-02", quantity: "5", cost: "50", ownCost: "50" }],
      gaps: [],
    },
  ]);
  const average = await read("average");
  expect(average.totals).toMatchObject({ cost: "100", gain: "20", gainPercent: "20" });
  expect(average.sales[0]?.lots).toEqual([{ acquired: null, since: null, quantity: "5", cost: "100", ownCost: "100" }]);
});

test("figures in the instrument's currency are beside those in the contract's, each at the rate of its own day", async () => {
  const dollars = { currency: "USD" };
  const { read } = await makeClient([
    buy("2024-01-02", glob, "10", "-100", dollars),
    buy("2024-02-01", glob, "10", "-100", dollars),
    sell("2024-03-01", glob, "20", "240", dollars),
  ]);
  const { sales, closed } = await read();
  expect(sales).toMatchObject([
    {
      proceeds: "240",
      cost: "130",
      gain: "110",
      own: { currency: "USD", proceeds: "240", cost: "200", gain: "40" },
      lots: [
        { acquired: "2024-01-02", cost: "50", ownCost: "100" },
        { acquired: "2024-02-01", cost: "80", ownCost: "100" },
      ],
    },
  ]);
  expect(closed).toMatchObject([
    { ticker: "GLOB", from: "2024-01-02", to: "2024-03-01", gain: { fifo: "110", average: "110" }, gaps: [] },
  ]);
});

test("a reversed sale is gone, and a purchase booked late changes the cost of a sale before it was known", async () => {
  const { read, book } = await makeClient(trades());
  expect((await read()).totals.gain).toBe("70");
  await book([{ ...buy("2023-12-01", acme, "5", "-25"), externalId: "late" }]);
  expect((await read()).totals).toMatchObject({ cost: "25", gain: "95" });
  expect((await read("average")).totals).toMatchObject({ cost: "85", gain: "35" });
  const [, , sale] = trades();
  await book([
    entry({
      kind: "reversal",
      day: "2024-03-01",
      currency: "EUR",
      amount: "0",
      externalId: "undo",
      reversesExternalId: sale?.externalId ?? "",
    }),
  ]);
  expect(await read()).toMatchObject({ sales: [], count: 0, totals: { proceeds: "0", gain: "0", gainPercent: null } });
});

test("units of unknown cost leave the sale that consumes them unknown, with the day from which lots are known", async () => {
  const { read } = await makeClient([
    entry({
      kind: "openingBalance",
      day: "2024-01-02",
      instrumentId: acme,
      quantity: "5",
      currency: "EUR",
      amount: "0",
    }),
    buy("2024-02-01", acme, "5", "-100"),
    sell("2024-03-01", acme, "5", "120"),
    sell("2024-04-02", acme, "5", "120"),
  ]);
  const fifo = await read("fifo");
  const unknown = { code: "costUnknown", instrumentId: acme, name: "ACME plc", day: "2024-01-02" };
  expect(fifo.sales).toMatchObject([
    { day: "2024-04-02", cost: "100", gain: "20", gaps: [] },
    { day: "2024-03-01", proceeds: "120", cost: null, gain: null, gainPercent: null, gaps: [unknown] },
  ]);
  expect(fifo.sales[1]?.lots).toMatchObject([{ acquired: null, since: "2024-01-02", quantity: "5", cost: null }]);
  expect(fifo.totals).toMatchObject({ proceeds: "240", cost: null, gain: null, gainPercent: null, gaps: [unknown] });
  expect(fifo.openings).toMatchObject([{ ticker: "ACME", since: "2024-01-02" }]);
  expect(fifo.closed).toMatchObject([{ gain: { fifo: null, average: null }, gaps: [unknown] }]);
  const average = await read("average");
  expect(average.sales.map(({ cost, gaps }) => [cost, gaps])).toEqual([
    [null, [unknown]],
    [null, [unknown]],
  ]);
  expect(average.openings).toEqual([]);
});

test("a delivery that states its day and cost is a lot of that day", async () => {
  const { read } = await makeClient([
    buy("2024-01-02", acme, "1", "-50"),
    entry({
      kind: "transferIn",
      day: "2024-02-01",
      instrumentId: acme,
      quantity: "1",
      currency: "EUR",
      amount: "0",
      cost: "10",
      acquiredOn: "2019-05-06",
    }),
    sell("2024-03-01", acme, "1", "60"),
  ]);
  expect((await read()).sales).toMatchObject([
    { cost: "10", gain: "50", lots: [{ acquired: "2019-05-06", since: "2024-02-01" }] },
  ]);
});

test("a late rate makes a figure known", async () => {
  const { db } = portal.services;
  const { CHEX: chex } = await makeInstruments(db, { CHEX: "CHF" });
  const francs = { currency: "CHF" };
  const { read } = await makeClient([
    buy("2024-01-02", chex, "1", "-50", francs),
    sell("2024-03-01", chex, "1", "60", francs),
  ]);
  const missing = (await read()).sales[0];
  expect(missing).toMatchObject({ gain: null, own: { gain: "10" } });
  expect(missing?.gaps).toEqual([
    { code: "rateMissing", currency: "CHF", day: "2024-01-02" },
    { code: "rateMissing", currency: "CHF", day: "2024-03-01" },
  ]);
  await rate(db, "CHF", "2024-01-01", "1");
  expect((await read()).sales[0]).toMatchObject({ gain: "10", gaps: [] });
});

test("a range that ends before it begins is refused; days before the first entry and after the last have nothing", async () => {
  const { read } = await makeClient(trades());
  await expect(read("fifo", { from: "2024-02-01", to: "2024-01-01" })).rejects.toMatchObject({ code: "badInput" });
  expect((await read("fifo", { from: "2020-01-01", to: "2020-12-31" })).sales).toEqual([]);
  expect((await read("fifo", { from: "2024-03-02", to: "2030-12-31" })).sales).toEqual([]);
  expect((await read("fifo", { from: "2024-03-01", to: "2024-03-01" })).sales).toHaveLength(1);
  const nobody = await makeClient();
  expect(await nobody.read()).toMatchObject({ sales: [], count: 0, closed: [] });
});

test("nobody reads another's sales, and staff reads a client's", async () => {
  const { read } = await makeClient(trades());
  const other = await portal.as("client");
  await expect(read("fifo", undefined, other)).rejects.toMatchObject({ code: "notFound" });
  expect((await read("fifo", undefined, await portal.as("internal"))).count).toBe(1);
});

test("a long ledger is worked out on a worker thread, and its list is cut at a day; the totals are the whole range's", async () => {
  const days = Array.from({ length: 300 }, (_, index) =>
    new Date(Date.UTC(2024, 0, 2 + index)).toISOString().slice(0, 10),
  );
  const perDay = Math.ceil(listedAtMost.sales / 250);
  const { read } = await makeClient([
    buy("2024-01-01", acme, String(days.length * perDay), "-2400"),
    ...days.flatMap((day) =>
      Array.from({ length: perDay }, (_, index) => ({
        ...sell(day, acme, "1", "3"),
        externalId: `${day} ${index}`,
        fingerprint: `${day} ${index}`,
      })),
    ),
  ]);
  const before = portal.services.workers.threads();
  const long = await read();
  expect(portal.services.workers.threads()).toBe(before + 1);
  expect(long.count).toBe(days.length * perDay);
  expect(long.totals).toMatchObject({ proceeds: "7200", cost: "2400", gain: "4800" });
  expect(long.sales.length).toBe(250 * perDay);
  expect(long.listedFrom).toBe(days[50]);
  expect(long.sales.at(-1)?.day).toBe(days[50]);
  const rest = await read("fifo", { from: "2024-01-01", to: days[49] ?? "" });
  expect([rest.sales.length, rest.listedFrom]).toEqual([50 * perDay, null]);
});

test("a custodian's system does not say what was sold: the answer says so", async () => {
  const { user, holder, read } = await makeClient();
  const server = await startCustodianServer({ accounts: { [`S${number}`]: {} } });
  await linkCustodian(portal.services.db, { holderType: "user", holderId: user.id }, server.baseUrl);
  expect(holder.holderId).toBe(user.id);
  expect(await read()).toMatchObject({ reason: "notProvided", sales: [], totals: { gain: null } });
  await server.close();
});

test("income without a rate is named among the reasons for an unknown cost", async () => {
  const held = { day: "2024-01-02", instrumentId: acme };
  const { read } = await makeClient([
    entry({ kind: "transferIn", ...held, quantity: "5", currency: "EUR", amount: "0" }),
    entry({ kind: "dividend", ...held, day: "2024-01-03", currency: "XAU", amount: "1" }),
    sell("2024-03-01", acme, "5", "120"),
  ]);
  expect((await read("average")).totals.gaps).toEqual([
    { code: "costUnknown", instrumentId: acme, name: "ACME plc", day: "2024-01-02" },
    { code: "rateMissing", currency: "XAU", day: "2024-01-03" },
  ]);
});

const step = fc.record({
  kind: fc.constantFrom(
    "buy",
    "buy",
    "buy",
    "sell",
    "sell",
    "dividend",
    "fee",
    "deliver",
    "merge",
    "merge",
    "split",
    "return",
    "reverse",
  ),
  day: fc.nat({ max: 20 }),
  of: fc.nat({ max: 3 }),
  amount: fc.integer({ min: 1, max: 9 }),
});
const dayOf = (index: number): string => new Date(Date.UTC(2024, 1, 20 + index)).toISOString().slice(0, 10);

test("sales of the entries that they depend on are those of all entries, in any range and by both methods", async () => {
  const { db } = portal.services;
  // The first rate of each is of a day in the middle.
  const ids = await makeInstruments(db, { AAAA: "EUR", BBBB: "USD", CCCC: "SEK", DDDD: "SEK" });
  const instruments = Object.values(ids);
  await rate(db, "SEK", dayOf(10), "11.3");
  let found = 0;
  let gaps = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 25 }),
      fc.nat({ max: 20 }),
      fc.nat({ max: 20 }),
      async (steps, one, other) => {
        const { holder, book } = await makeClient([
          { ...buy(dayOf(0), acme, "1", "-1"), externalId: "first", fingerprint: "first" },
        ]);
        const booked: string[] = [];
        for (const [index, { kind, day: at, of, amount }] of steps.toSorted((a, b) => a.day - b.day).entries()) {
          const instrumentId = instruments[of] as number;
          const own = { externalId: `e${index}`, fingerprint: `e${index}`, currency: of < 2 ? "USD" : "SEK" };
          const day = dayOf(at);
          const moved = { day, instrumentId, amount: "0" };
          const entries = {
            buy: buy(day, instrumentId, `${(amount % 3) + 1}`, `-${amount * 7}.13`, { ...own, fee: "1.1" }),
            sell: sell(day, instrumentId, `${amount % 4}`, `${amount * 9}.77`, own),
            dividend: {
              ...entry({ kind: "dividend", ...moved, ...own }),
              amount: "2.5",
              tax: "0.3",
              currency: amount % 2 ? "USD" : "SEK",
            },
            fee: { ...entry({ kind: "fee", ...moved, ...own }), amount: "-1.5" },
            deliver: {
              ...entry({ kind: "transferIn", ...moved, ...own, quantity: `${amount}` }),
              ...(of === 1 ? {} : { cost: "20" }),
            },
            merge: entry({
              kind: "exchange",
              ...moved,
              ...own,
              quantity: "-1",
              counter: { instrumentId: instruments[(of + 1) % 4] as number, quantity: "2" },
            }),
            split: entry({ kind: "split", ...moved, ...own, quantity: of % 2 ? "1" : `-${(amount % 3) + 1}` }),
            return: { ...entry({ kind: "returnOfCapital", ...moved, ...own }), amount: `${amount * 3}` },
            reverse: {
              ...entry({ kind: "reversal", ...moved, ...own }),
              reversesExternalId: booked[amount] ?? "first",
            },
          };
          try {
            await book([{ ...own, ...entries[kind], externalId: own.externalId, fingerprint: own.fingerprint }]);
            booked.push(own.externalId);
          } catch (error) {
            if (!(error instanceof EntriesRefused)) throw error;
          }
        }
        const account = { ...holder, baseCurrency: "EUR", clientNumber: "S" };
        const range = { from: dayOf(Math.min(one, other)), to: dayOf(Math.max(one, other)) };
        for (const method of ["fifo", "average"] as const) {
          const query = { ...range, method };
          const fast = await getSales(db, account, query);
          const all = activeEntries(await listEntries(db, holder)).filter(({ day }) => day <= query.to);
          expect(fast).toEqual(await calculateSales(db, account, query, all));
          found += fast.count;
          gaps += fast.totals.gaps.length;
        }
      },
    ),
    { numRuns: 80 },
  );
  expect(found).toBeGreaterThan(20);
  expect(gaps).toBeGreaterThan(10);
}, 120_000);
