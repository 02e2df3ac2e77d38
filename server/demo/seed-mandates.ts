/** Mandates and marked positions of the demo's clients: one under management whose portfolio fell by more than 10 %, one pledged position. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { checkHolder } from "../domains/mandates/falls/falls.ts";
import { recordFlagByStaff } from "../domains/mandates/flags.ts";
import { listBenchmarkNames, recordByStaff } from "../domains/mandates/mandates.ts";
import { addInstruments } from "../domains/market-data/market-data.ts";
import { recordMarket } from "../domains/portfolios/ledger/market-changes.ts";
import { bookEntries } from "../domains/portfolios/ledger/writer.ts";
import type { Services } from "../kernel/context.ts";
import { tradingDayFrom } from "./calendar.ts";
import type { Seed } from "./seed.ts";

const unmanaged = { leverage: false, benchmark: null, frequency: null, singleConfirmations: false } as const;
const managed = {
  category: "retail",
  service: "management",
  leverage: false,
  frequency: "quarter",
  singleConfirmations: false,
} as const;

/** A share that lost a third of its price last week, bought for the company four months ago. */
async function addFallen(seed: Seed, holder: Holder, today: string): Promise<void> {
  const trx = seed.context.trueTrx;
  const [instrumentId = 0] = await addInstruments(trx, [
    { name: "Rila Mining AD", ticker: "RILA", isin: null, currency: "EUR", assetClass: "equity", country: "BG" },
  ]);
  const bought = tradingDayFrom(addDays(today, -120));
  const fell = tradingDayFrom(addDays(today, -8));
  const weeks = Array.from({ length: 17 }, (_, week) => tradingDayFrom(addDays(bought, 7 * week)));
  const prices = [
    ...[...new Set(weeks)].filter((day) => day < fell).map((day) => ({ day, value: "12.40" })),
    { day: fell, value: "8.20" },
  ];
  await recordMarket(trx, {
    prices: prices.map((one) => ({ ...one, instrumentId, currency: "EUR", source: "demo data (generated)" })),
    rates: [],
  });
  const entry = (name: string) => ({
    externalId: `demo rila ${name}`,
    fingerprint: `demo rila ${name}`,
    custodian: "Interactive Brokers",
  });
  await bookEntries(trx, holder, [
    { kind: "deposit", day: bought, amount: "3000", currency: "EUR", ...entry("deposit") },
    {
      kind: "buy",
      day: bought,
      instrumentId,
      quantity: "200",
      price: "12.40",
      amount: "-2485",
      fee: "5",
      currency: "EUR",
      ...entry("purchase"),
    },
  ]);
}

/** `instrumentIds` by ticker. After the benchmarks and the ledgers. */
export async function seedMandates(
  seed: Seed,
  { instrumentIds, today }: { instrumentIds: ReadonlyMap<string, number>; today: string },
): Promise<void> {
  const end = seed.context.now();
  const daysAgo = (days: number) => new Date(`${addDays(today, -days)}T10:00:00Z`);
  const company = seed.company("maritsa");
  await addFallen(seed, company, today);
  const names = await listBenchmarkNames(seed.context.trueTrx);
  const benchmarkOf = (name: string): number | null => names.find((one) => one.name.en === name)?.id ?? null;
  seed.context.turnTo(daysAgo(190));
  const office = await seed.as("office");
  const record = (holder: Holder, days: number, mandate: Omit<Parameters<typeof recordByStaff>[2], "from" | "last">) =>
    recordByStaff(office, holder, { ...mandate, from: addDays(today, -days), last: null });
  await record(seed.user("ivan"), 700, { ...managed, benchmark: benchmarkOf("60/40 monthly"), reason: null });
  await record(company, 180, { ...managed, benchmark: benchmarkOf("World shares"), reason: null });
  await record(seed.user("anna"), 180, {
    ...unmanaged,
    category: "professional",
    service: "advice",
    reason: "Asked for in writing; experience and portfolio were checked",
  });
  seed.context.turnTo(daysAgo(100));
  const flag = { currency: null, from: addDays(today, -100), to: null, replaces: null, reason: null } as const;
  await recordFlagByStaff(await seed.as("office"), seed.user("ivan"), {
    ...flag,
    instrument_id: instrumentIds.get("VWCE") ?? 0,
    kind: "pledged",
    quantity: "40",
    note: "Bank Vitosha AD, for a loan on securities",
  });
  seed.context.turnTo(end);
}

/** The look at the company's portfolio, which tells the fall. After the firm is loaded: it knows what is committed. */
export const seedFalls = (services: Services, company: Holder, today: string): Promise<void> =>
  checkHolder({ ...services, now: () => new Date(`${today}T12:00:00Z`) }, company);
