/** How the length of the history affects each figure: times against limits, rates against the portfolio's own rate. */
import type { startChild } from "./child.ts";
import type { BenchUser } from "./database.ts";
import { alone, atLeast, atMost, load, median, once, pair, type Row } from "./measures.ts";
import type { Commands } from "./portal.ts";

type Child = Awaited<ReturnType<typeof startChild<Commands>>>;

/**
 * Rates depend on the machine, so the target is a share of the portfolio's rate: 2,000 performances and 2,500 pages of
 * entries per second where it answers 4,700.
 */
const wantedShare = { performance: 2000 / 4700, page: 2500 / 4700 };

/** A back-dated row costs as much as what comes after it, however long the ledger before it is. */
async function lateRow(portal: Child): Promise<Row> {
  const bookedLate = async (name: string): Promise<number> => {
    const taken = await portal.call("bookLate", name);
    await portal.call("workOut", name);
    return taken;
  };
  return {
    what: "a row of last month into 100,000 entries / into 10,000, preview and booking, ms",
    ...(await pair(
      () => bookedLate("large"),
      () => bookedLate("middle"),
    )),
    ...atMost(2),
  };
}

/** A row of the first year, and the first performance after it, before the job has worked out the days. */
async function firstYear(portal: Child, performance: () => Promise<number>): Promise<Row[]> {
  const booked: number[] = [];
  const shown: number[] = [];
  for (let round = 0; round < 5; round++) {
    booked.push(await portal.call("bookLate", "large", "2016-03-01"));
    shown.push(await performance());
    await portal.call("workOut", "large");
  }
  const of100000 = "of the first year into 100,000 entries";
  return [
    { what: `a row ${of100000}, preview and booking, ms`, ours: median(booked), base: 1000, ...atMost(1) },
    { what: `the performance of all years after a row ${of100000}, ms`, ours: median(shown), base: 500, ...atMost(1) },
  ];
}

/** Days as they were known before a row of the first year: asked by staff, each at a time of its own, so that none is kept. */
async function asKnownBefore(portal: Child, of: string, slowness: number): Promise<Row> {
  const { token } = await portal.call("staff", "records");
  const headers = { authorization: `Bearer ${token}` };
  const known = Date.now();
  await portal.call("bookLate", "large", "2016-03-01");
  await portal.call("workOut", "large");
  const taken: number[] = [];
  for (let index = 0; index < 9; index++) {
    const at = new Date(known - index).toISOString();
    taken.push(await once(`${of}/as-of/${2017 + index}-06-30?known=${at}`, headers));
  }
  return {
    what: "a day of 100,000 entries as known before a row of the first year was booked, ms",
    ours: median(taken),
    base: 300 * slowness,
    ...atMost(1),
  };
}

/** Attribution against a benchmark, each time over another range; and three portfolios of a person as one, of 10,000 entries each. */
async function explained(
  portal: Child,
  { users, slowness }: { users: { middle: BenchUser; large: BenchUser }; slowness: number },
): Promise<Row[]> {
  const { api } = await portal.call("addresses");
  const today = new Date().toISOString().slice(0, 10);
  await portal.call("compare");
  const rows: Row[] = [];
  for (const [count, { id, token }, most] of [
    ["10,000", users.middle, 300],
    ["100,000", users.large, 1500],
  ] as const) {
    const taken: number[] = [];
    for (let index = 1; index <= 9; index++)
      taken.push(
        await once(`${api}/portfolio/user/${id}/attribution/2024-02-0${index}/2025-01-31`, {
          authorization: `Bearer ${token}`,
        }),
      );
    rows.push({
      what: `attribution by class over a year of ${count} entries, worked out anew, ms`,
      ours: median(taken),
      base: most * slowness,
      ...atMost(1),
    });
  }
  for (let index = 0; index < 2; index++) await portal.call("addCompany", "middle", 10_000);
  const headers = { authorization: `Bearer ${users.middle.token}` };
  const consolidated = `${api}/portfolio/consolidated/${users.middle.id}`;
  const years: number[] = [];
  for (let index = 1; index <= 9; index++)
    years.push(await once(`${consolidated}/2016-02-0${index}/${today}`, headers));
  rows.push(
    {
      what: "results over three portfolios and all years as one, worked out anew, ms",
      ours: median(years),
      base: 300 * slowness,
      ...atMost(1),
    },
    {
      what: "the value of three portfolios as one / of one portfolio, ms",
      ...(await pair(
        () => alone(consolidated, headers),
        () => alone(`${api}/portfolio/user/${users.middle.id}/customer-portfolio`, headers),
      )),
      ...atMost(8),
    },
  );
  return rows;
}

/** The rows, for users with 10,000 and 100,000 booked entries. Limits in milliseconds grow with the machine's slowness. */
export async function measureHistory(
  portal: Child,
  users: { middle: BenchUser; large: BenchUser },
  slowness: number,
): Promise<Row[]> {
  const { api } = await portal.call("addresses");
  await portal.call("workOut", "middle");
  await portal.call("workOut", "large");
  const rows: Row[] = [await lateRow(portal)];
  for (const [name, { id, token }] of Object.entries(users)) {
    const count = name === "large" ? "100,000" : "10,000";
    const headers = { authorization: `Bearer ${token}` };
    const of = `${api}/portfolio/user/${id}`;
    const key = await portal.call("instrumentKey");
    const proof = `${of}/proof/ownedShares?key=${key}&limit=50`;
    const performanceFrom = (from: string) => `${of}/performance/${from}/${new Date().toISOString().slice(0, 10)}`;
    const performance = performanceFrom("2016-01-04");
    const rateOf = (address: string) => async (): Promise<number> => (await load(address, headers)).perSecond;
    const portfolio = rateOf(`${of}/customer-portfolio`);
    // A new version of the market data invalidates every cached proof.
    const proofs: number[] = [];
    for (let index = 0; index < 30; index++) {
      await portal.call("changeMarket");
      proofs.push(await once(proof, headers));
    }
    // A different range each time, so that none is cached.
    const performances: number[] = [];
    for (let index = 1; index <= 28; index++)
      performances.push(await once(performanceFrom(`2016-02-${String(index).padStart(2, "0")}`), headers));
    const months: number[] = [];
    for (let index = 0; index < 5; index++) {
      // A new version of the ledger, whose days are made.
      await portal.call("bookLate", name);
      await portal.call("workOut", name);
      months.push(await once(`${of}/monthly-returns`, headers));
    }
    const risks: number[] = [];
    for (let index = 1; index <= 9; index++)
      risks.push(await once(`${of}/risk/2016-02-0${index}/${new Date().toISOString().slice(0, 10)}`, headers));
    // The range differs each time, as above.
    const results: number[] = [];
    for (let index = 1; index <= 9; index++)
      results.push(await once(`${of}/results/2016-02-0${index}/${new Date().toISOString().slice(0, 10)}`, headers));
    const sales: number[] = [];
    const incomes: number[] = [];
    for (let index = 1; index <= 5; index++) {
      const range = `2016-02-0${index}/${new Date().toISOString().slice(0, 10)}`;
      sales.push(await once(`${of}/sales/${range}`, headers));
      incomes.push(await once(`${of}/income/${range}`, headers));
    }
    const searches: number[] = [];
    for (let index = 0; index < 9; index++)
      searches.push(await once(`${of}/customer-transactions/1970-01-01/2099-12-31?search=nothing${index}`, headers));
    const effects: number[] = [];
    for (let index = 1; index <= 9; index++)
      effects.push(await once(`${of}/proof/currencyEffect?from=2016-02-0${index}`, headers));
    rows.push(
      {
        what: `proof of the exchange rate effect of all years over ${count} entries, worked out anew, ms`,
        ours: median(effects),
        base: 300,
        ...atMost(1),
      },
      {
        what: `a proof over ${count} entries, worked out anew, ms`,
        ours: median(proofs),
        base: 20 * slowness,
        ...atMost(1),
      },
      {
        what: `the same, kept, at 10 connections, per second`,
        ours: (await load(proof, headers)).perSecond,
        base: 300,
        ...atLeast(1),
      },
      {
        what: `performance of all years over ${count} entries, worked out anew, ms`,
        ours: median(performances),
        base: 30 * slowness,
        ...atMost(1),
      },
      { what: `the same, kept, ms`, ours: await alone(performance, headers), base: 3 * slowness, ...atMost(1) },
      {
        what: `risk over all years of ${count} entries, worked out anew, ms`,
        ours: median(risks),
        base: 50 * slowness,
        ...atMost(1),
      },
      {
        what: `results of each holding over all years of ${count} entries, worked out anew, ms`,
        ours: median(results),
        base: (name === "large" ? 60 : 20) * slowness,
        ...atMost(1),
      },
      {
        what: `sales of all years of ${count} entries of which none is a sale, ms`,
        ours: median(sales),
        base: (name === "large" ? 200 : 50) * slowness,
        ...atMost(1),
      },
      {
        what: `income of all years of ${count} entries, a third of them dividends, ms`,
        ours: median(incomes),
        base: (name === "large" ? 2400 : 340) * slowness,
        ...atMost(1),
      },
      {
        what: `a search that finds nothing among ${count} entries, ms`,
        ours: median(searches),
        base: 100 * slowness,
        ...atMost(1),
      },
      {
        what: `returns by month of all years over ${count} entries, worked out anew, ms`,
        ours: median(months),
        base: 20 * slowness,
        ...atMost(1),
      },
      {
        what: `the same, kept / the portfolio, at 10 connections, per second`,
        ...(await pair(rateOf(performance), portfolio)),
        ...atLeast(wantedShare.performance),
      },
    );
    for (const kind of ["transactions", "orders"])
      rows.push({
        what: `a page of 50 ${kind} out of ${count} / the portfolio, at 10 connections, per second`,
        ...(await pair(rateOf(`${of}/customer-${kind}/2020-03-01/2020-12-31?limit=50`), portfolio)),
        ...atLeast(wantedShare.page),
      });
    if (name === "large") {
      rows.push(...(await firstYear(portal, () => once(performance, headers))));
      rows.push(await asKnownBefore(portal, of, slowness));
    }
  }
  rows.push(...(await explained(portal, { users, slowness })));
  return rows;
}
