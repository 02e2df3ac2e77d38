/** Days of many holders, with what they held at the close of each: the figures of their pages, for exports. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type HeldState, nothingHeld } from "@portico/ledger/daily.ts";
import type { Entry } from "@portico/ledger/entry.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { InstrumentRecord } from "../../market-data/market-data.queries.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import { loadSeries } from "../../market-data/series.ts";
import { listActiveEntries } from "../ledger/entries.queries.ts";
import { namedIn } from "../ledger/entries.ts";
import { findHeldBefore } from "./daily-values.queries.ts";
import { type ComputedHead, firstDayToMake, type OnDay, type WalkedDay, walkSpans } from "./daily-walk.ts";

export interface ManyAccount extends Holder, ComputedHead {
  baseCurrency: string;
}

/** Told of an account's days in order, then of each of them with its holdings. */
export interface DayReader<Account> {
  days: (
    account: Account,
    rows: readonly WalkedDay[],
    instruments: ReadonlyMap<number, InstrumentRecord>,
  ) => Promise<void>;
  onDay?: (account: Account, ...day: Parameters<OnDay>) => void;
}

interface Walking<Account> {
  account: Account;
  held: HeldState;
  netDeposits: string;
}

async function findStart<Account extends ManyAccount>(
  db: Db,
  account: Account,
  from: string,
): Promise<Walking<Account>> {
  const stale = firstDayToMake(account);
  // Holdings stored for a day that must be made again are outdated.
  const start = await findHeldBefore(db, account, stale !== null && stale < from ? stale : from);
  const held = start?.held ?? nothingHeld(addDays(account.firstDay ?? from, -1));
  return { account, held, netDeposits: start?.netDeposits ?? "0" };
}

const yearEndOf = (day: string): string => `${day.slice(0, 4)}-12-31`;

/**
 * Works out the days up to `to` of accounts that have entries, from the last stored holdings before `from`: so some days before `from`
 * are told too. A year of all of them at a time, with prices and rates read once. To be called in a transaction with one snapshot.
 */
export async function walkMany<Account extends ManyAccount>(
  db: Db,
  accounts: readonly Account[],
  { from, to }: { from: string; to: string },
  reader: DayReader<Account>,
): Promise<void> {
  const walking: Walking<Account>[] = [];
  for (const account of accounts) walking.push(await findStart(db, account, from));
  const begin = walking.map(({ held }) => addDays(held.day, 1)).toSorted((a, b) => (a < b ? -1 : 1))[0];
  if (begin === undefined) return;
  for (let first = begin; first <= to; first = addDays(yearEndOf(first), 1)) {
    const end = yearEndOf(first);
    await walkYear(
      db,
      walking.filter(({ held }) => held.day < end),
      { from: first, to: end < to ? end : to },
      reader,
    );
  }
}

async function walkYear<Account extends ManyAccount>(
  db: Db,
  walking: readonly Walking<Account>[],
  { from, to }: { from: string; to: string },
  reader: DayReader<Account>,
): Promise<void> {
  const instrumentIds = new Set<number>();
  const currencies = new Set<string>();
  const entriesOf = new Map<Walking<Account>, readonly Entry[]>();
  for (const one of walking) {
    const entries = await listActiveEntries(db, one.account, { from: addDays(one.held.day, 1), to });
    entriesOf.set(one, entries);
    const named = namedIn(entries);
    for (const id of [...named.instrumentIds, ...Object.keys(one.held.positions).map(Number)]) instrumentIds.add(id);
    for (const currency of [...named.currencies, ...Object.keys(one.held.cash), one.account.baseCurrency])
      currencies.add(currency);
  }
  const instruments = await getInstruments(db, [...instrumentIds]);
  for (const { currency } of instruments.values()) currencies.add(currency);
  const wanted = { instrumentIds: [...instrumentIds], currencies: [...currencies] };
  const series = await loadSeries(db, { ...wanted, from, to });
  const { onDay } = reader;
  for (const one of walking) {
    const { account, held, netDeposits } = one;
    const ledger = { baseCurrency: account.baseCurrency, entries: entriesOf.get(one) ?? [], instruments, series };
    const told: OnDay | undefined = onDay && ((...day) => onDay(account, ...day));
    const spans = walkSpans(ledger, { held, netDeposits, to, cuts: [], ...(told && { onDay: told }) });
    entriesOf.delete(one);
    const last = spans.at(-1);
    if (!last) continue;
    one.held = last.after;
    one.netDeposits = last.rows.at(-1)?.netDeposits ?? netDeposits;
    await reader.days(
      account,
      spans.flatMap(({ rows }) => rows),
      instruments,
    );
  }
}
