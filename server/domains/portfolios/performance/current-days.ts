/**
 * Daily values consistent with the current ledger, prices and rates: stored days, and recalculated ones if the job is
 * behind.
 */

import { addDays, daysBetween } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { bridgeParts, type Moved, type MovedOver } from "@portico/ledger/bridge.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import type { Range } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { findHead } from "../ledger/holdings.queries.ts";
import {
  type ClosedDay,
  countToWalk,
  type DaysOfRange,
  findDailyValueBefore,
  readDays,
  readSums,
  type SumsOfRange,
} from "./daily-values.queries.ts";
import { firstDayToMake, type WalkedDay, walkDays } from "./daily-walk.ts";

/** The sums of stored days and of calculated ones. */
export function movedOver(stored: MovedOver, days: readonly WalkedDay[]): MovedOver {
  const sum = (first: string, part: (day: WalkedDay) => string): string =>
    days.reduce((total, day) => total.plus(part(day)), new Decimal(first)).toFixed();
  const parts = bridgeParts.map((part) => [part, sum(stored[part], (day) => day[part])]);
  const isKnown = stored.entered !== null && days.every(({ entered }) => entered !== null);
  return {
    ...(Object.fromEntries(parts) as Moved),
    entered: isKnown ? sum(stored.entered ?? "0", ({ entered }) => entered ?? "0") : null,
  };
}

/**
 * The days from..to, up to today, and the last day before them. Recalculated days are not stored, which is the job's
 * task. So a performance and its proofs never contradict the portfolio, which is valued immediately.
 */
export async function readCurrentDays(
  db: Db,
  holder: Holder,
  range: Range,
  today: string,
): Promise<DaysOfRange & { before: ClosedDay | undefined }> {
  const head = await findHead(db, holder);
  const to = range.to < today ? range.to : today;
  const first = head && firstDayToMake(head);
  const before = await findDailyValueBefore(db, holder, range.from);
  if (!head || !first || first > to) return { before, ...(await readDays(db, holder, { from: range.from, to })) };
  const stored = await readDays(db, holder, { from: range.from, to: addDays(first, -1) });
  const anew = (await walkDays(db, holder, head, { from: first, to })).filter(({ day }) => day >= first);
  const within = anew.filter(({ day }) => day >= range.from);
  return {
    before: anew.findLast(({ day }) => day < range.from) ?? before,
    days: [...stored.days, ...within],
    moved: movedOver(stored.moved, within),
  };
}

/** The sums of the days from..to, up to today, with the first and the last of them and the day before; as `readCurrentDays`. */
export async function readCurrentSums(
  db: Db,
  holder: Holder,
  range: Range,
  today: string,
): Promise<SumsOfRange & { before: ClosedDay | undefined; first: string | null; last: ClosedDay | undefined }> {
  const head = await findHead(db, holder);
  const to = range.to < today ? range.to : today;
  const stale = head && firstDayToMake(head);
  const before = await findDailyValueBefore(db, holder, range.from);
  const firstDay = head?.firstDay ?? null;
  const from = firstDay !== null && firstDay > range.from ? firstDay : range.from;
  const first = firstDay !== null && from <= to ? from : null;
  if (!head || !stale || stale > to) {
    const found = await findDailyValueBefore(db, holder, addDays(to, 1));
    const last = found && found.day >= range.from ? found : undefined;
    return { before, first, last, ...(await readSums(db, holder, { from: range.from, to })) };
  }
  const stored = await readSums(db, holder, { from: range.from, to: addDays(stale, -1) });
  const anew = (await walkDays(db, holder, head, { from: stale, to })).filter(({ day }) => day >= stale);
  const within = anew.filter(({ day }) => day >= range.from);
  return {
    before: anew.findLast(({ day }) => day < range.from) ?? before,
    first,
    last: within.at(-1),
    moved: movedOver(stored.moved, within),
    complete: stored.complete && within.every(({ complete }) => complete),
    doubtful: [...stored.doubtful, ...within.filter(({ gaps }) => gaps.length > 0)],
  };
}

/** What is calculated beside other calls, which wait up to 45 ms: 4 µs a stored day, 15 µs a holding's day or an entry. */
const most = { storedDays: 9200, valued: 1500, entries: 1500 };

/** Whether calculating days takes less time than to load a worker thread. */
export async function isShortWalk(db: Db, holder: Holder, { from, to }: Range): Promise<boolean> {
  // It begins after the last month's end.
  const begin = `${from.slice(0, 7)}-01`;
  const { holdings, entries } = await countToWalk(db, holder, { from: begin, to, limit: most.entries + 1 });
  return (daysBetween(begin, to) + 1) * (holdings + 1) <= most.valued && entries <= most.entries;
}

/** Whether the days of a range are stored, but for few that are soon calculated. */
export async function areMostlyStored(db: Db, holder: Holder, range: Range, today: string): Promise<boolean> {
  const head = await findHead(db, holder);
  if (!head?.firstDay) return true;
  const [from, to] = [range.from > head.firstDay ? range.from : head.firstDay, range.to < today ? range.to : today];
  if (daysBetween(from, to) > most.storedDays) return false;
  const first = firstDayToMake(head);
  return first === null || first > to || isShortWalk(db, holder, { from: first, to });
}
