/** A performance that was kept is never shown once anything that it follows from has changed. */
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../../database/transaction.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { computeDailyValues, portfolioHandlers } from "./portfolios.daily-values.ts";
import { firmDay } from "./portfolios.days.ts";
import { recordMarket, recordNames } from "./portfolios.market.ts";
import { getPerformance } from "./portfolios.performance.ts";
import { replayPortfolio } from "./portfolios.portfolio.ts";
import { bookEntries } from "./portfolios.writer.ts";
import { buy, deposit, entry, makeInstruments, price, rate, sell } from "./testing/firm.ts";

let portal: TestApp;
let clock = new Date("2024-06-28T12:00:00Z");
beforeAll(async () => {
  portal = await createTestApp();
  portal.services.now = () => clock;
});
afterAll(() => portal.close());

const days = fc.integer({ min: 0, max: 170 }).map((count) => {
  const day = new Date("2024-01-03T00:00:00Z");
  day.setUTCDate(day.getUTCDate() + count);
  return day.toISOString().slice(0, 10);
});
const amounts = fc.integer({ min: 1, max: 99_999 }).map((cents) => (cents / 100).toFixed(2));
/** Everything that may change a performance. */
const changes = fc.oneof(
  fc.record({ what: fc.constantFrom("deposit", "buy", "sell", "price", "split"), day: days, amount: amounts }),
  fc.record({ what: fc.constantFrom("benchmarkPrice", "rate", "rename", "reversal"), day: days, amount: amounts }),
  fc.record({ what: fc.constantFrom("values", "fees", "zone", "benchmark", "nextDay"), day: days, amount: amounts }),
);

test("after any change a kept performance or portfolio equals one that is worked out anew", {
  timeout: 300_000,
}, async () => {
  const { services, database } = portal;
  const { db } = database;
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { minLength: 3, maxLength: 10 }), async (list) => {
      clock = new Date("2024-06-28T12:00:00Z");
      const user = await portal.as("client", { clientNumber: `P-${Math.random()}` });
      const holder = { holderType: "user" as const, holderId: user.id };
      const { ACME, INDEX } = await makeInstruments(db, { ACME: "USD", INDEX: "EUR" });
      const isin = `US${String(INDEX).padStart(9, "0")}0`;
      await sql`update instrument set isin = ${isin} where id = ${INDEX}`.execute(db);
      const rules = {
        timeZone: "Europe/Sofia",
        baseCurrency: "EUR",
        feesInCost: true,
        benchmarkIsin: isin as string | null,
      };
      const saveRules = async () => {
        await sql`insert into setting (name, data) values ('portalRules', ${JSON.stringify(rules)}::jsonb)
          on conflict (name) do update set data = excluded.data`.execute(db);
        await portfolioHandlers(services)
          .find(({ job }) => job.name === "settings.rules-changed")
          ?.run({});
      };
      await saveRules();
      await rate(db, "USD", "2024-01-01", "1.1", `ECB ${user.id}`);
      await price(db, INDEX, "2024-01-02", "100");
      await price(db, ACME, "2024-01-02", "10");
      await bookEntries(db, holder, [
        deposit("2024-01-02", "100000", "USD"),
        buy("2024-01-02", ACME, "50", "-501", { currency: "USD", fee: "1" }),
      ]);
      await computeDailyValues(services, holder);
      let number = 0;
      const change = async ({ what, day, amount }: { what: string; day: string; amount: string }): Promise<unknown> => {
        number += 1;
        const unique = { externalId: `${user.id} ${number}` };
        const trade = { currency: "USD", fee: "1", ...unique };
        switch (what) {
          case "deposit":
            return bookEntries(db, holder, [{ ...deposit(day, amount), ...unique }]);
          case "buy":
            return bookEntries(db, holder, [buy(day, ACME, "2", `-${amount}`, trade)]);
          case "sell":
            return bookEntries(db, holder, [sell(day, ACME, "1", amount, trade)]);
          case "split":
            return bookEntries(db, holder, [
              entry({
                kind: "split",
                day,
                instrumentId: ACME,
                quantity: "10",
                amount: "0",
                currency: "USD",
                ...unique,
              }),
            ]);
          case "reversal":
            return bookEntries(db, holder, [
              { ...deposit(day, amount), ...unique },
              entry({
                kind: "reversal",
                day,
                amount: `-${amount}`,
                currency: "EUR",
                externalId: `${user.id} ${number} undone`,
                reversesExternalId: unique.externalId,
              }),
            ]);
          case "price":
          case "benchmarkPrice": {
            const instrumentId = what === "price" ? ACME : INDEX;
            const prices = [{ instrumentId, day, value: amount, source: `s${number}` }];
            return inTransaction(db, (trx) => recordMarket(trx, { prices, rates: [] }));
          }
          case "rate": {
            const rates = [{ currency: "USD", day, perEuro: "1.2", source: `s${user.id} ${number}` }];
            return inTransaction(db, (trx) => recordMarket(trx, { prices: [], rates }));
          }
          case "rename":
            return inTransaction(db, async (trx) => {
              await sql`update instrument set name = ${`Index ${number}`} where id = ${INDEX}`.execute(trx);
              await recordNames(trx, [INDEX]);
            });
          case "values":
            return computeDailyValues(services, holder);
          case "fees":
            rules.feesInCost = !rules.feesInCost;
            return saveRules();
          case "zone":
            rules.timeZone = rules.timeZone === "UTC" ? "Pacific/Kiritimati" : "UTC";
            return saveRules();
          case "benchmark":
            rules.benchmarkIsin = rules.benchmarkIsin === null ? isin : null;
            return saveRules();
          default:
            clock = new Date(clock.getTime() + 86_400_000);
        }
      };
      const range = { from: "2024-01-01", to: "2024-12-31" };
      const check = async (): Promise<void> => {
        const ask = () => user.client.portfolios.getPerformance({ params: { ...holder, ...range } });
        const { today } = await firmDay(db, clock);
        const account = { ...holder, baseCurrency: "EUR", clientNumber: "" };
        const portfolio = await user.client.portfolios.getPortfolio({ params: holder });
        expect(portfolio).toEqual(JSON.parse(JSON.stringify(await replayPortfolio(db, account, today))));
        const anew = await getPerformance(db, account, range, today);
        expect(await ask()).toEqual(JSON.parse(JSON.stringify(anew)));
        expect(await ask()).toEqual(JSON.parse(JSON.stringify(anew)));
      };
      await check();
      for (const one of list) {
        await change(one).catch(() => undefined);
        await check();
      }
      await computeDailyValues(services, holder);
      await check();
    }),
    { numRuns: 25 },
  );
});
