/** Makes a holder's values per day, from the earliest changed day to today, in batches that each stand by themselves. */
import type { Gap } from "@portico/api/portfolios.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type DailyGap, dailyValues, type HeldState, nothingHeld } from "@portico/ledger/daily.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import type { Services } from "../../context.ts";
import { type Db, inTransaction, type Trx } from "../../database/transaction.ts";
import { enqueue } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import { getHolderAccount } from "../holders/holders.service.ts";
import type { InstrumentRecord } from "../market-data/market-data.queries.ts";
import { loadSeries } from "../market-data/market-data.series.ts";
import { getInstruments } from "../market-data/market-data.service.ts";
import { rulesChangedJob } from "../settings/settings.rules.job.ts";
import { announcePortfolios } from "./portfolios.announce.ts";
import { extendCheckpoints } from "./portfolios.checkpoints.ts";
import { dailyValuesJob, keyOf, overdueValuesJob } from "./portfolios.daily-values.job.ts";
import {
  findHeldBefore,
  listHoldersToCompute,
  markAll,
  markComputed,
  type NewDailyValue,
  saveDailyValues,
} from "./portfolios.daily-values.queries.ts";
import { addDays, firmDay } from "./portfolios.days.ts";
import { listStandingEntries } from "./portfolios.entries.queries.ts";
import { type LedgerHead, lockHead } from "./portfolios.holdings.queries.ts";
import { namedIn, rememberedRates } from "./portfolios.maths.ts";
import { replayLedger } from "./portfolios.writer.ts";

/** Days made by one transaction: long enough to be quick, short enough that a writer hardly waits. */
const daysPerBatch = 400;
const holdersPerPage = 200;

const isMonthEnd = (day: string): boolean => addDays(day, 1).endsWith("-01");

interface Walked {
  rows: NewDailyValue[];
}

/** The days after the last month's end before `from`, up to `to`, with what was held at each month's end. */
async function walk(
  db: Db,
  holder: Holder,
  head: LedgerHead,
  { from, to }: { from: string; to: string },
): Promise<Walked> {
  const start = await findHeldBefore(db, holder, from);
  let held: HeldState = start?.held ?? nothingHeld(addDays(head.firstDay ?? from, -1));
  let netDeposits = new Decimal(start?.netDeposits ?? 0);
  const begin = addDays(held.day, 1);
  const entries = await listStandingEntries(db, holder, { from: begin, to });
  const { baseCurrency } = await getHolderAccount(db, holder);
  const named = namedIn(entries);
  for (const id of Object.keys(held.positions)) named.instrumentIds.add(Number(id));
  for (const currency of Object.keys(held.cash)) named.currencies.add(currency);
  const instruments = await getInstruments(db, [...named.instrumentIds]);
  for (const { currency } of instruments.values()) named.currencies.add(currency);
  const series = await loadSeries(db, {
    instrumentIds: [...named.instrumentIds],
    currencies: [...named.currencies, baseCurrency],
    from: begin,
    to,
  });
  const rate = rememberedRates(series, baseCurrency);
  const options = {
    baseCurrency,
    instrumentCurrency: (id: number) => currencyOf(instruments, id),
    price: (id: number, day: string) => series.price(id, day),
    rate: (currency: string, day: string) => {
      const quote = rate(currency, day);
      return quote && { value: quote.rate, day: quote.day };
    },
    splits: (id: number) => series.splits(id),
  };
  const byMonth = Map.groupBy(entries, ({ day }) => day.slice(0, 7));
  const rows: NewDailyValue[] = [];
  // Month by month, since the state is kept at each month's end.
  while (held.day < to) {
    const first = addDays(held.day, 1);
    const end = lastDayOf(first);
    const until = end < to ? end : to;
    const walked = dailyValues(options, { state: held, entries: byMonth.get(first.slice(0, 7)) ?? [], to: until });
    held = walked.state;
    for (const row of walked.rows) {
      netDeposits = netDeposits.plus(row.deposits);
      rows.push({
        ...row,
        netDeposits: netDeposits.toFixed(),
        gaps: row.gaps.map((gap) => nameGap(gap, row.day, instruments)),
        held: row.day === until && isMonthEnd(until) ? held : null,
      });
    }
  }
  return { rows };
}

function lastDayOf(day: string): string {
  const nextMonth = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  nextMonth.setUTCMonth(nextMonth.getUTCMonth() + 1);
  return addDays(nextMonth.toISOString().slice(0, 10), -1);
}

function currencyOf(instruments: ReadonlyMap<number, InstrumentRecord>, id: number): string {
  const instrument = instruments.get(id);
  if (!instrument) throw new Error(`the ledger names instrument ${id}, which does not exist`);
  return instrument.currency;
}

function nameGap(gap: DailyGap, day: string, instruments: ReadonlyMap<number, InstrumentRecord>): Gap {
  if ("currency" in gap) return { ...gap, day };
  const name = instruments.get(gap.instrumentId)?.name ?? "";
  if (gap.code !== "splitMissing") return { ...gap, day, name };
  return { code: gap.code, instrumentId: gap.instrumentId, day: gap.splitDay, name };
}

interface Batch {
  more: boolean;
  /** Values of days were made. */
  changed: boolean;
  /** The ledger was replayed, so that today's figures are others too. */
  replayed: boolean;
  version: number;
}

/** One batch: locked against writers, so that what it reads is what it marks as done. True where days are left. */
async function computeBatch(trx: Trx, holder: Holder, today: string): Promise<Batch> {
  let head = await lockHead(trx, holder);
  const replayed = head.replay;
  if (replayed) {
    await replayLedger(trx, holder, head);
    head = await lockHead(trx, holder);
  }
  const done = { more: false, changed: false, replayed, version: head.version };
  if (!head.firstDay) return done;
  const next = head.computedUntil ? addDays(head.computedUntil, 1) : head.firstDay;
  const from = head.recomputeFrom && head.recomputeFrom < next ? head.recomputeFrom : next;
  if (from > today) {
    if (head.recomputeFrom) await markComputed(trx, holder, { from: null, until: head.computedUntil });
    return done;
  }
  const batchEnd = addDays(from, daysPerBatch);
  const to = batchEnd < today ? batchEnd : today;
  const { rows } = await walk(trx, holder, head, { from, to });
  await saveDailyValues(trx, holder, rows);
  await markComputed(trx, holder, { from: to < today ? addDays(to, 1) : null, until: to });
  return { more: to < today, changed: true, replayed, version: head.version };
}

/**
 * Brings the holder's daily values up to date. Each batch is a transaction of its own that notes how far it came, so a run
 * that is cut off goes on where it was; running it again changes nothing.
 */
export async function computeDailyValues(
  services: Pick<Services, "db" | "events" | "now">,
  holder: Holder,
): Promise<void> {
  const { db, events, now } = services;
  const { today } = await firmDay(db, now());
  let changed = false;
  let replayed = false;
  for (;;) {
    const batch = await inTransaction(db, (trx) => computeBatch(trx, holder, today));
    changed ||= batch.changed;
    replayed ||= batch.replayed;
    if (batch.more) continue;
    // What is owned was announced by whoever changed it; only a replay makes it anew here.
    if (replayed) announcePortfolios(events, [{ ...holder, version: String(batch.version) }]);
    if (changed) events.emit("performanceChanged", holder);
    // The same job, since whatever changes the days changes these; last, since a page waits for the days.
    while (await inTransaction(db, (trx) => extendCheckpoints(trx, holder)));
    return;
  }
}

/** Puts every holder into the queue who is marked, or whose values end before today. */
export async function enqueueOverdue({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const { today } = await firmDay(db, now());
  let after: Holder | undefined;
  let count = 0;
  for (;;) {
    const holders = await listHoldersToCompute(db, { today, after, limit: holdersPerPage });
    await inTransaction(db, async (trx) => {
      for (const holder of holders) await enqueue(trx, dailyValuesJob, holder, { key: keyOf(holder) });
    });
    count += holders.length;
    after = holders.at(-1);
    if (holders.length < holdersPerPage) return count;
  }
}

/** The domain's jobs, for whoever starts the workers. */
export const portfolioHandlers = (services: Pick<Services, "db" | "events" | "now">): JobHandler[] => [
  handleJob(dailyValuesJob, (holder) => computeDailyValues(services, holder)),
  handleJob(overdueValuesJob, async () => void (await enqueueOverdue(services))),
  handleJob(rulesChangedJob, async () => {
    await inTransaction(services.db, markAll);
    await enqueueOverdue(services);
  }),
];
