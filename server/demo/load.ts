/**
 * Loads the demo firm: its market, a year of its people, their ledgers. Imported only when needed, because of its many
 * dependencies.
 */
import { createHash } from "node:crypto";
import { addInstruments } from "../domains/market-data/market-data.ts";
import type { NewEntry } from "../domains/portfolios/ledger/entries.ts";
import { recordMarket } from "../domains/portfolios/ledger/market-changes.ts";
import { bookEntries } from "../domains/portfolios/ledger/writer.ts";
import type { Services } from "../kernel/context.ts";
import { inTransaction } from "../kernel/transaction.ts";
import { toDay } from "./calendar.ts";
import { type DemoEntry, type DemoMarket, manyCurrencies, marketOf, small, tenYears } from "./histories.ts";
import { demoInstruments, demoPrices, demoRates } from "./market.ts";
import { demoPeople } from "./people.ts";
import { addWaitingAccount } from "./seed-accounts.ts";
import { seedAnnouncements, seedFirmAnnouncements } from "./seed-announcements.ts";
import { seedBenchmarks } from "./seed-benchmarks.ts";
import { seedFiles } from "./seed-files.ts";
import { seedFalls, seedMandates } from "./seed-mandates.ts";
import { seedOwnCosts } from "./seed-own-costs.ts";
import { seedPayments } from "./seed-payments.ts";
import { shortNameOf } from "./seed-registrations.ts";
import { seedReportRuns } from "./seed-report-runs.ts";
import { seedReports } from "./seed-reports.ts";
import { seedScreening } from "./seed-screening.ts";
import { seedStatements } from "./seed-statements.ts";
import { seedCustodians, seedTaxFacts, tradeFactsOf } from "./seed-tax.ts";
import { seedYear } from "./seed-year.ts";

function toNewEntry({ ticker, ...entry }: DemoEntry, instrumentIds: Map<string, number>): NewEntry {
  const fingerprint = createHash("sha256")
    .update(JSON.stringify({ ticker, ...entry }))
    .digest("hex");
  const instrumentId = ticker === undefined ? undefined : instrumentIds.get(ticker);
  const custodian = "Interactive Brokers";
  return {
    ...entry,
    ...tradeFactsOf({ ticker, ...entry }),
    fingerprint,
    custodian,
    ...(instrumentId !== undefined && { instrumentId }),
  };
}

interface LoadedMarket {
  today: string;
  market: DemoMarket;
  instrumentIds: Map<string, number>;
}

async function loadMarket(services: Services, today: string): Promise<LoadedMarket> {
  const [prices, rates] = await Promise.all([demoPrices(today), demoRates(today)]);
  const instrumentIds = await inTransaction(services.db, async (trx) => {
    const ids = await addInstruments(
      trx,
      demoInstruments.map(({ name, ticker, isin, currency, assetClass, country, sector }) => ({
        name,
        ticker,
        isin,
        currency,
        assetClass,
        country,
        sector,
      })),
    );
    const byTicker = new Map(demoInstruments.map(({ ticker }, index) => [ticker, ids[index] ?? 0]));
    await recordMarket(trx, {
      prices: prices.flatMap(({ ticker, ...price }) => {
        const instrumentId = byTicker.get(ticker);
        return instrumentId === undefined ? [] : [{ ...price, instrumentId }];
      }),
      rates,
    });
    return byTicker;
  });
  await seedTaxFacts(services, { instrumentIds, rates, today });
  return { today, market: marketOf(prices, rates), instrumentIds };
}

/** Loads the market and seeds the firm's year with the ledger histories. */
export async function loadDemo(services: Services): Promise<void> {
  const { today, market, instrumentIds } = await loadMarket(services, toDay(services.now()));
  const histories = { tenYears, manyCurrencies, small };
  const holders = {} as Parameters<typeof seedReports>[1];
  const staff = { admin: 0, office: 0 };
  await seedYear(services, async (seed) => {
    for (const person of demoPeople) {
      const history = histories[person.portfolio as keyof typeof histories];
      if (!history) continue;
      const holder = seed.user(shortNameOf(person));
      const entries = history(market, today);
      await bookEntries(
        seed.context.trueTrx,
        holder,
        entries.map((entry) => toNewEntry(entry, instrumentIds)),
      );
      const account = person.clientNumber ?? "";
      await seedAnnouncements(seed.context.trueTrx, holder, { account, entries, instrumentIds, today });
    }
    await seedFirmAnnouncements(seed.context.trueTrx, { instrumentIds, today });
    const ofCompany = small(market, today).map((entry) => toNewEntry(entry, instrumentIds));
    await bookEntries(seed.context.trueTrx, seed.company("maritsa"), ofCompany);
    await seedPayments(seed, services.now());
    await seedBenchmarks(seed, instrumentIds);
    await seedOwnCosts(seed.context.trueTrx, { instrumentIds, today, userId: seed.userId("office") });
    await seedMandates(seed, { instrumentIds, today });
    await addWaitingAccount(seed);
    await seedCustodians(seed);
    for (const who of ["ivan", "anna", "james"] as const) holders[who] = seed.user(who);
    holders.maritsa = seed.company("maritsa");
    for (const who of ["admin", "office"] as const) staff[who] = seed.userId(who);
  });
  await seedFiles(services, { holders, staff, market, today });
  await seedReports(services, holders, today);
  await seedStatements(services, holders);
  await seedReportRuns(services, holders, today);
  await seedFalls(services, holders.maritsa, today);
  await seedScreening(services, { admin: staff.admin, client: holders.james, today });
}
