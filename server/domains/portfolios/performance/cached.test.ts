/**
 * A portfolio or performance equals what the job would calculate from the whole ledger, whatever changed and however
 * much is waiting.
 */

import { addDays } from "@portico/api/rules/calendar.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Range } from "../../../adapters/custodian/custodian.ts";
import { createEvents } from "../../../kernel/events.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { settingDefaults } from "../../settings/defaults.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { getSetting } from "../../settings/settings.ts";
import { recordMarket, recordNames } from "../ledger/market-changes.ts";
import { bookEntries } from "../ledger/writer.ts";
import { getProof } from "../proof/proof.ts";
import { getMonthlyReturns } from "../risk/monthly-returns.ts";
import { getRisk } from "../risk/risk.ts";
import { buy, deposit, entry, makeInstruments, price, rate, sell, showPortfolio } from "../testing/firm.ts";
import { firmsDefault } from "./benchmark-lines.ts";
import { computeDailyValues, portfolioHandlers } from "./daily-values.ts";
import { getPerformance } from "./performance.ts";

let portal: TestApp;
let clock = new Date("2024-06-28T12:00:00Z");
beforeAll(async () => {
  portal = await createTestApp();
  portal.services.now = () => clock;
});
afterAll(() => portal.close());

/** The first day and how many days of changes follow: mostly two months, since each day is calculated again and again. */
const histories = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ start: "2024-05-02", span: 51 }) },
  { weight: 1, arbitrary: fc.constant({ start: "2024-01-02", span: 171 }) },
);
const offsets = fc.nat(170);
const amounts = fc.integer({ min: 1, max: 99_999 }).map((cents) => (cents / 100).toFixed(2));
let currencies = 0;
/** A currency without rates: one history's rates must not affect the next. */
function newCurrency(): string {
  currencies += 1;
  return `Q${String.fromCharCode(65 + (Math.floor(currencies / 26) % 26), 65 + (currencies % 26))}`;
}
/** Everything that may change a performance. */
const changes = fc.oneof(
  fc.record({ what: fc.constantFrom("deposit", "buy", "sell", "price", "split"), offset: offsets, amount: amounts }),
  fc.record({
    what: fc.constantFrom("benchmarkPrice", "rate", "rename", "reversal"),
    offset: offsets,
    amount: amounts,
  }),
  fc.record({
    what: fc.constantFrom("values", "fees", "zone", "benchmark", "nextDay"),
    offset: offsets,
    amount: amounts,
  }),
);

test("after any change performance and portfolio equal those that are made anew from the first entry on", {
  timeout: 300_000,
}, async () => {
  const { services, database } = portal;
  const { db } = database;
  await fc.assert(
    fc.asyncProperty(histories, fc.array(changes, { minLength: 3, maxLength: 10 }), async ({ start, span }, list) => {
      clock = new Date("2024-06-28T12:00:00Z");
      const user = await portal.as("client", { clientNumber: `P-${Math.random()}` });
      const holder = { holderType: "user" as const, holderId: user.id };
      const currency = newCurrency();
      const { ACME, INDEX } = await makeInstruments(db, { ACME: currency, INDEX: "EUR" });
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
      await rate(db, currency, addDays(start, -1), "1.1");
      await price(db, INDEX, start, "100");
      await price(db, ACME, start, "10");
      await bookEntries(db, holder, [
        deposit(start, "100000", currency),
        buy(start, ACME, "50", "-501", { currency, fee: "1" }),
        // Effects of a late rate.
        buy(addDays(start, 31), ACME, "50", "-501", { currency, fee: "1" }),
      ]);
      await computeDailyValues(services, holder);
      let number = 0;
      const change = async ({ what, day, amount }: { what: string; day: string; amount: string }): Promise<unknown> => {
        number += 1;
        const unique = { externalId: `${user.id} ${number}` };
        const trade = { currency, fee: "1", ...unique };
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
                currency,
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
            const rates = [{ currency, day, perEuro: `1${amount}`, source: `s${number}` }];
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
      const account = { ...holder, baseCurrency: "EUR", clientNumber: "" };
      const asSent = (answer: object): unknown => JSON.parse(JSON.stringify(answer));
      /** The job's result for all days and the ledger, from the first entry and with the stored fee rule; rolled back. */
      const madeAnew = async (ranges: Range[], today: string) => {
        const trx = await db.startTransaction().execute();
        try {
          await sql`delete from daily_value where holder_id = ${user.id}`.execute(trx);
          await sql`update setting set data = data || jsonb_build_object('feesInCost',
            (select state->'feesInCost' from ledger_head where holder_id = ${user.id})) where name = 'portalRules'`.execute(
            trx,
          );
          await sql`update ledger_head set replay = true, computed_until = null, recompute_from = first_day
            where holder_id = ${user.id}`.execute(trx);
          await computeDailyValues({ db: trx, events: createEvents(), now: () => clock }, holder);
          const riskFree = settingDefaults.riskFreeRate;
          const risks = [];
          for (const range of ranges) risks.push(asSent(await getRisk(trx, account, { range, today, riskFree })));
          const months = asSent(await getMonthlyReturns(trx, account, today));
          const performances = [];
          const offered = (await getSetting(trx, "portalRules")).benchmarkIsin === null ? 0 : 1;
          for (const range of ranges)
            performances.push(asSent(await getPerformance(trx, account, range, today, { ...firmsDefault, offered })));
          // Without what months keep of it, each day is calculated.
          await sql`update daily_value set held = held - 'currencyEffect' where holder_id = ${user.id}`.execute(trx);
          const effects = [];
          for (const range of ranges)
            effects.push(asSent(await getProof(trx, account, { figure: "currencyEffect", ...range }, today)));
          return { portfolio: asSent(await showPortfolio(trx, account, today)), performances, effects, risks, months };
        } finally {
          await trx.rollback().execute();
        }
      };
      const known = new Map<string, { etag: string; answer: unknown }>();
      /** As a browser that keeps what it was sent, and is told that it has not changed. */
      const ask = async (path: string): Promise<unknown> => {
        const last = known.get(path);
        const sent = await portal.app.inject({
          url: `/portfolio/user/${user.id}/${path}`,
          headers: { authorization: `Bearer ${user.token}`, ...(last && { "if-none-match": last.etag }) },
        });
        if (sent.statusCode === 304) return last?.answer;
        expect(sent.statusCode).toBe(200);
        const answer: unknown = sent.json();
        known.set(path, { etag: String(sent.headers["etag"]), answer });
        return answer;
      };
      const check = async (from: string): Promise<void> => {
        const { today } = await firmDay(db, clock);
        const ranges = [
          { from: addDays(start, -1), to: "2024-12-31" },
          { from, to: "2024-12-31" },
        ];
        const anew = await madeAnew(ranges, today);
        const portfolio = (await ask("customer-portfolio")) as { version: string };
        expect(portfolio).toEqual({ ...(anew.portfolio as object), version: portfolio.version });
        expect(await ask("monthly-returns")).toEqual(anew.months);
        for (const [index, range] of ranges.entries()) {
          const path = `performance/${range.from}/${range.to}`;
          expect(await ask(path)).toEqual(anew.performances[index]);
          expect(await ask(path)).toEqual(anew.performances[index]);
          expect(await ask(`risk/${range.from}/${range.to}`)).toEqual(anew.risks[index]);
          expect(await ask(`proof/currencyEffect?from=${range.from}&to=${range.to}`)).toEqual(anew.effects[index]);
        }
      };
      let from = addDays(start, 30);
      await check(from);
      for (const { offset, ...one } of list) {
        const day = addDays(start, 1 + (offset % span));
        await change({ ...one, day }).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        });
        // Starts with a day that waits for the job, if the change made one.
        from = addDays(day, 3);
        await check(from);
      }
      await computeDailyValues(services, holder);
      await check(from);
    }),
    { numRuns: 9 },
  );
});
