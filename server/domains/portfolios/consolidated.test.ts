import { Decimal } from "decimal.js";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { bookEntries } from "./ledger/writer.ts";
import { deposit, rate } from "./testing/firm.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await createTestApp();
});
afterAll(() => portal.close());

async function shareOf(
  userId: number,
  companyId: number,
  percent: string,
  from = "2020-01-01",
  until: string | null = null,
) {
  await sql`
    insert into ownership_share (company_id, user_id, percent, valid_from, valid_until, confirmed_by)
    values (${companyId}, ${userId}, ${percent}, ${from}, ${until}, ${userId})`.execute(portal.services.db);
}

/** As staff remove shares that were never held: rows are not deleted. */
const removeShares = (userId: number) =>
  sql`
    insert into ownership_share (company_id, user_id, percent, valid_from, corrects, removed, confirmed_by)
    select company_id, user_id, percent, valid_from, id, true, confirmed_by from ownership_share as share
    where user_id = ${userId} and not removed
      and not exists (select from ownership_share as later where later.corrects = share.id)`.execute(
    portal.services.db,
  );

const today = async (): Promise<string> => {
  const { rows } = await sql<{ day: string }>`select firm_today()::text as day`.execute(portal.services.db);
  return rows[0]?.day ?? "";
};
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

const readOf = ({ id, client }: TestUser, of: "whole" | "share", currency = "EUR") =>
  client.portfolios.getConsolidated({ params: { userId: id }, query: { currency, of } });

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

describe("whole or my share", () => {
  test("of a company that the person acts for, the whole or the share; of one that they only own, the share alone", async () => {
    const { db } = portal.services;
    const boss = await portal.as("client", { clientNumber: "S1" });
    const owner = await portal.as("client");
    const acted = await companyOf("Delta", boss.id, "EUR", "S2");
    await bookEntries(db, { holderType: "user", holderId: boss.id }, [deposit("2024-01-03", "100")]);
    await bookEntries(db, acted, [deposit("2024-01-03", "1000.01")]);
    await shareOf(boss.id, acted.holderId, "33.3333");
    await shareOf(owner.id, acted.holderId, "66.6667");

    expect(await readOf(boss, "whole")).toMatchObject({
      of: "whole",
      total: "1100.01",
      parts: [
        { counted: "100", share: "100", converted: "100" },
        { counted: "100", share: "33.3333", converted: "1000.01", isOpen: true },
      ],
    });
    // 333.336333333 of 1000.01.
    expect(await readOf(boss, "share")).toMatchObject({
      total: "433.34",
      parts: [{ converted: "100" }, { counted: "33.3333", value: "333.34", converted: "333.34", isOpen: true }],
    });
    for (const of of ["whole", "share"] as const)
      expect(await readOf(owner, of), "who has no portfolio of their own").toMatchObject({
        total: "666.67",
        parts: [
          { reason: "noClientNumber", converted: null },
          { name: "Delta", counted: "66.6667", share: "66.6667", value: "666.67", isOpen: false },
        ],
      });
    // Nothing else of the company is the owner's to see.
    const holder = { holderType: "company", holderId: acted.holderId } as const;
    await expect(owner.client.portfolios.getPortfolio({ params: holder })).rejects.toMatchObject({ code: "notFound" });
    await expect(owner.client.companies.get({ params: { id: acted.holderId } })).rejects.toMatchObject({
      code: "notFound",
    });
    const stranger = await portal.as("client");
    await expect(
      stranger.client.portfolios.getConsolidated({ params: { userId: owner.id }, query: {} }),
    ).rejects.toMatchObject({ code: "notFound" });
    const internal = await portal.as("internal");
    expect(
      await internal.client.portfolios.getConsolidated({ params: { userId: owner.id }, query: { currency: "EUR" } }),
    ).toMatchObject({ total: "666.67" });
  });

  test("a gap names no instrument of a company that is not open", async () => {
    const { db } = portal.services;
    const owner = await portal.as("client");
    const boss = await portal.as("client");
    const secret = await companyOf("Secret", boss.id, "EUR", "S9");
    await bookEntries(db, secret, [deposit("2024-01-03", "10", "XAF")]);
    await shareOf(owner.id, secret.holderId, "50");
    const [, part] = (await readOf(owner, "whole")).parts;
    expect(part).toMatchObject({ value: null, reason: "noValue", gaps: [] });
    expect((await readOf(boss, "whole")).parts[1]?.gaps).not.toEqual([]);
    expect(await readOf(owner, "whole")).toMatchObject({ total: null, known: "0" });
  });

  test("counts on its last day, and neither before its first nor after its last, nor once removed or the company is no client", async () => {
    const { db } = portal.services;
    const boss = await portal.as("client");
    const owner = await portal.as("client");
    const company = await companyOf("Epsilon", boss.id, "EUR", "S4");
    await bookEntries(db, company, [deposit("2024-01-03", "200")]);
    const now = await today();
    const only = async (from: string, until: string | null) => {
      await removeShares(owner.id);
      await shareOf(owner.id, company.holderId, "25", from, until);
      return (await readOf(owner, "share")).total;
    };
    expect(await only("2024-01-01", now)).toBe("50");
    expect(await only(now, null)).toBe("50");
    expect(await only("2024-01-01", dayAfter(now, -1))).toBe("0");
    expect(await only(dayAfter(now, 1), null)).toBe("0");
    expect(await only("2024-01-01", null)).toBe("50");
    // Who acts for it without a share has nothing in their share, and nothing of the total is missing.
    const [, part] = (await readOf(boss, "share")).parts;
    expect([part?.reason, part?.converted, (await readOf(boss, "share")).total]).toEqual(["noShare", null, "0"]);
    await sql`update company set state = 'disabled' where id = ${company.holderId}`.execute(db);
    expect((await readOf(owner, "share")).parts).toHaveLength(1);
    await sql`update company set state = 'postKYC' where id = ${company.holderId}`.execute(db);
    await removeShares(owner.id);
    expect((await readOf(owner, "share")).parts).toHaveLength(1);
  });
});

test("the parts make the total to the cent, in each currency, whole and share", async () => {
  const { db } = portal.services;
  const boss = await portal.as("client", { clientNumber: "P1" });
  const companies = [
    await companyOf("Iota", boss.id, "USD", "P2"),
    await companyOf("Kappa", boss.id, "PLN", "P3"),
    await companyOf("Lambda", (await portal.as("client")).id, "EUR", "P4"),
  ];
  await bookEntries(db, { holderType: "user", holderId: boss.id }, [deposit("2024-01-03", "123.45")]);
  await Promise.all(
    companies.map((company, place) =>
      bookEntries(db, company, [deposit("2024-01-03", "999.99", ["USD", "PLN", "EUR"][place] ?? "EUR")]),
    ),
  );
  const percent = fc.integer({ min: 1, max: 1_000_000 }).map((units) => (units / 10_000).toFixed(4));
  await fc.assert(
    fc.asyncProperty(fc.tuple(percent, percent, percent), async (percents) => {
      await removeShares(boss.id);
      for (const [place, company] of companies.entries())
        await shareOf(boss.id, company.holderId, percents[place] ?? "1");
      for (const of of ["whole", "share"] as const)
        for (const currency of ["EUR", "USD", "PLN", "JPY"]) {
          const { parts, total } = await readOf(boss, of, currency);
          if (currency === "JPY") expect(total).toBeNull();
          else {
            const sum = parts.reduce((all, { converted }) => all.plus(converted ?? "NaN"), new Decimal(0));
            expect(total).toBe(sum.toFixed());
            for (const { converted } of parts)
              expect(new Decimal(converted ?? "NaN").decimalPlaces()).toBeLessThanOrEqual(2);
          }
        }
    }),
    { numRuns: 8 },
  );
});

describe("what all portfolios earned over a range", () => {
  const resultsOf = ({ id, client }: TestUser, of: "whole" | "share", [from, to]: [string, string], currency = "EUR") =>
    client.portfolios.getConsolidatedResults({ params: { userId: id, from, to }, query: { currency, of } });

  test("of one portfolio in its own currency is what its page shows", async () => {
    const { db } = portal.services;
    const client = await portal.as("client", { clientNumber: "R1" });
    const holder = { holderType: "user" as const, holderId: client.id };
    await rate(db, "CHF", "2024-01-02", "1");
    await rate(db, "CHF", "2024-02-01", "0.8");
    await bookEntries(db, holder, [deposit("2024-01-03", "1000", "CHF"), deposit("2024-03-05", "77.77")]);
    const range = ["2024-01-10", "2024-06-30"] as [string, string];
    const own = await client.client.portfolios.getPerformance({
      params: { ...holder, from: range[0], to: range[1] },
      query: {},
    });
    const all = await resultsOf(client, "whole", range);
    expect(all.total).toEqual({ opening: "1000", paid: "77.77", earned: "250", closing: "1327.77" });
    expect(Number(all.total?.earned)).toBe(Number(own.gain));
    expect(all.timeWeightedReturn).toBe(own.timeWeightedReturn);
    const years = [range[0], "2025-06-30"] as [string, string];
    const [longer, ownLonger] = [
      await resultsOf(client, "whole", years),
      await client.client.portfolios.getPerformance({
        params: { ...holder, from: years[0], to: years[1] },
        query: {},
      }),
    ];
    expect([longer.timeWeightedYearly, all.timeWeightedYearly]).toEqual([ownLonger.timeWeightedYearly, null]);
    expect(all.timeWeightedReturn).toBe(25);
  });

  test("sums the parts to the cent in each currency; what moves between them is neither paid nor earned", async () => {
    const { db } = portal.services;
    const boss = await portal.as("client", { clientNumber: "R2" });
    const own = { holderType: "user" as const, holderId: boss.id };
    await rate(db, "CZK", "2024-01-02", "25");
    await rate(db, "CZK", "2024-03-01", "20");
    const company = await companyOf("Mu", boss.id, "CZK", "R3");
    await bookEntries(db, own, [
      deposit("2024-01-03", "1000"),
      { ...deposit("2024-02-01", "-400"), kind: "withdrawal" },
    ]);
    await bookEntries(db, company, [deposit("2024-02-01", "10000", "CZK")]);
    await shareOf(boss.id, company.holderId, "50");
    const range = ["2024-01-10", "2024-06-30"] as [string, string];
    const whole = await resultsOf(boss, "whole", range);
    // 10,000 CZK were worth 400.00 when they moved, and 500.00 since March.
    expect(whole.total).toEqual({ opening: "1000", paid: "0", earned: "100", closing: "1100" });
    expect(whole.timeWeightedReturn).toBe(10);
    expect((await resultsOf(boss, "share", range)).total).toEqual({
      opening: "1000",
      paid: "-200",
      earned: "50",
      closing: "850",
    });
    for (const of of ["whole", "share"] as const)
      for (const currency of ["EUR", "USD", "PLN", "CZK"]) {
        const { parts, total } = await resultsOf(boss, of, range, currency);
        for (const figure of ["opening", "paid", "earned", "closing"] as const) {
          const sum = parts.reduce((all, { result }) => all.plus(result?.[figure] ?? "NaN"), new Decimal(0));
          expect(total?.[figure]).toBe(sum.toFixed());
        }
        for (const { result } of parts)
          expect(
            new Decimal(result?.opening ?? "NaN")
              .plus(result?.paid ?? 0)
              .plus(result?.earned ?? 0)
              .toFixed(),
          ).toBe(result?.closing);
      }
  });

  test("of a share counts from its first to its last day, and is the owner's to see; a lack leaves the total unknown", async () => {
    const { db } = portal.services;
    const boss = await portal.as("client");
    const owner = await portal.as("client");
    await rate(db, "HUF", "2024-01-02", "400");
    await rate(db, "HUF", "2024-04-01", "200");
    await rate(db, "HUF", "2024-06-01", "100");
    const company = await companyOf("Nu", boss.id, "EUR", "R4");
    await bookEntries(db, company, [deposit("2024-01-03", "40000", "HUF")]);
    await shareOf(owner.id, company.holderId, "25", "2024-03-01", "2024-05-31");
    // 25 % of 100, which doubles while they hold it, and of 200 when it ends.
    expect(await resultsOf(owner, "share", ["2024-01-01", "2024-12-31"])).toMatchObject({
      parts: [
        { result: null, reason: "noClientNumber" },
        { name: "Nu", isOpen: false, result: { opening: "0", paid: "-25", earned: "25", closing: "0" } },
      ],
      total: { earned: "25" },
      timeWeightedReturn: 100,
    });
    expect((await resultsOf(owner, "share", ["2024-06-01", "2024-12-31"])).parts, "it has ended by then").toHaveLength(
      1,
    );
    expect((await resultsOf(boss, "share", ["2024-01-01", "2024-12-31"])).parts[1]).toMatchObject({
      reason: "noShare",
    });
    expect(await resultsOf(boss, "whole", ["2024-01-01", "2024-12-31"], "JPY")).toMatchObject({
      parts: [{ reason: "noClientNumber" }, { reason: "rateMissing", result: null }],
      total: null,
      timeWeightedReturn: null,
    });
    await bookEntries(db, company, [deposit("2024-07-01", "1", "XAF")]);
    expect(await resultsOf(boss, "whole", ["2024-06-01", "2024-12-31"])).toMatchObject({
      parts: [{}, { reason: "gap" }],
      total: null,
    });
    await expect(resultsOf(boss, "whole", ["2024-06-02", "2024-06-01"])).rejects.toMatchObject({ code: "badInput" });
    await expect(
      owner.client.portfolios.getConsolidatedResults({
        params: { userId: boss.id, from: "2024-01-01", to: "2024-12-31" },
        query: {},
      }),
    ).rejects.toMatchObject({ code: "notFound" });
  });
});
