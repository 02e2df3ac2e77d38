/** Compares a holder's days with the value at the beginning of the period, and its leveraged instruments with what was paid for them. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type FallNotice, type Falls, fallNotices, instrumentFalls } from "@portico/reports/fall-notices.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { type KnownDays, readKnownDays } from "../../portfolios/as-of/known-days.ts";
import { readKnownEntries } from "../../portfolios/as-of/known-entries.ts";
import { listStanding, type StoredMandate } from "../mandates.queries.ts";
import { closedDays, missingOf, type UnknownDay } from "./closed-days.ts";
import { findManagedSince, listLeveragedInstruments, listTold, type NewNotice } from "./falls.queries.ts";
import { leveragedHolding } from "./leveraged.ts";
import { periodStart } from "./period.ts";

export interface Asked {
  account: CustodyAccount;
  /** The last day whose close has passed. */
  closed: string;
  /** Up to which time everything is known (ISO 8601). */
  known: string;
  isBusinessDay: (day: string) => boolean;
}

export interface Compared {
  /** Not told yet, in the order of their days. */
  notices: NewNotice[];
  unknown: UnknownDay[];
}

/** What was reached on the last days of a period without business is due on the first business day after it. */
function withPending({ notices, pending }: Falls, from: string, { closed, isBusinessDay }: Asked): FallNotice[] {
  if (!pending) return notices;
  for (let day = from; day <= closed; day = addDays(day, 1))
    if (isBusinessDay(day)) return [...notices, { ...pending, due: day }];
  return notices;
}

interface Period {
  from: string;
  /** The day after its last one, or after the last close. */
  next: string;
}

/** The period of the last close, and the one before it: its last days may have got prices since. */
function periodsOf(standing: readonly StoredMandate[], closed: string): Period[] {
  const current = periodStart(standing, closed);
  const ended = current ?? standing[0]?.from ?? null;
  const former = ended === null || ended > closed ? null : periodStart(standing, addDays(ended, -1));
  return [
    ...(former !== null && ended !== null ? [{ from: former, next: ended }] : []),
    ...(current === null ? [] : [{ from: current, next: addDays(closed, 1) }]),
  ];
}

function comparePeriod(
  days: KnownDays,
  { from, next }: Period,
  told: number,
  asked: Asked,
): Falls & { missing: UnknownDay[] } {
  const rows = days.rows.filter(({ day }) => day >= from && day < next);
  const before = [...days.rows, ...(days.before ? [days.before] : [])].find(({ day }) => day === addDays(from, -1));
  const unknownStart = before ? missingOf(before, days) : [];
  if (before && unknownStart.length > 0)
    return { notices: [], pending: null, unknown: [], missing: [{ day: before.day, missing: unknownStart }] };
  const compared = closedDays(rows, days, asked.isBusinessDay);
  return { ...fallNotices(before?.value ?? "0", compared.days, told), missing: compared.unknown };
}

const toNotice = (
  { threshold, reached, due, base, value, fall }: FallNotice,
  about: Pick<NewNotice, "instrumentId" | "periodFrom" | "currency">,
): NewNotice => ({ ...about, threshold, reached, due, base, value, fall });

async function compareLeveraged(
  trx: Trx,
  holder: Holder,
  asked: Asked,
  toldOf: (instrumentId: number, from: string) => number,
): Promise<Compared> {
  const stated = await listLeveragedInstruments(trx);
  if (stated.length === 0) return { notices: [], unknown: [] };
  const known = await readKnownEntries(trx, asked.account, { to: asked.closed, known: asked.known });
  const compared: Compared = { notices: [], unknown: [] };
  for (const { id, name, statedOn } of stated) {
    const holding = leveragedHolding(id, known, { to: asked.closed, isBusinessDay: asked.isBusinessDay });
    if (!holding) continue;
    const { notices } = instrumentFalls("0", holding.days, toldOf(id, holding.since));
    const about = { instrumentId: id, periodFrom: holding.since, currency: holding.currency };
    compared.notices.push(...notices.filter(({ due }) => due >= statedOn).map((notice) => toNotice(notice, about)));
    compared.unknown.push(...holding.unknown.slice(-10).map((day) => ({ day, missing: [name] })));
  }
  return compared;
}

/** To be called in a transaction with one snapshot. */
export async function compareHolder(trx: Trx, asked: Asked): Promise<Compared> {
  const { holderType, holderId } = asked.account;
  const holder = { holderType, holderId };
  const standing = await listStanding(trx, holder);
  const told = await listTold(trx, holder);
  const toldOf = (instrumentId: number, from: string): number =>
    told.find((one) => one.instrumentId === instrumentId && one.periodFrom === from)?.threshold ?? 0;
  const compared: Compared = { notices: [], unknown: [] };
  const periods = periodsOf(standing, asked.closed);
  const [first] = periods;
  if (first) {
    const since = (await findManagedSince(trx, holder)) ?? first.from;
    const days = await readKnownDays(trx, asked.account, {
      from: addDays(first.from, -1),
      to: asked.closed,
      known: asked.known,
    });
    for (const period of periods) {
      const falls = comparePeriod(days, period, toldOf(0, period.from), asked);
      const about = { instrumentId: null, periodFrom: period.from, currency: days.baseCurrency };
      // What was due before the portal knew of the mandate was told by whoever managed it then.
      const due = withPending(falls, period.next, asked).filter((notice) => notice.due >= since);
      compared.notices.push(...due.map((notice) => toNotice(notice, about)));
      compared.unknown.push(...falls.missing);
    }
  }
  const [current] = standing.filter(({ from }) => from <= asked.closed);
  if ((current?.category ?? "retail") === "retail") {
    const leveraged = await compareLeveraged(trx, holder, asked, toldOf);
    compared.notices.push(...leveraged.notices);
    compared.unknown.push(...leveraged.unknown);
  }
  return compared;
}
