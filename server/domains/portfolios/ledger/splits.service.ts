/**
 * Splits as facts about instruments: taken from the entries that book them, compared with other holders' entries, and
 * everybody affected is marked.
 */
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { agree, bookingsOf, isMarker, isSameSplit, type Split } from "@portico/ledger/splits.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import { findSplits, forgetSplit, lockInstruments, saveSplit } from "../../market-data/market-data.service.ts";
import { markAffected } from "../performance/daily-values.queries.ts";
import { isSplitBooked } from "./holdings.queries.ts";
import type { Applied } from "./replay.service.ts";

/** A booked split that differs from another holder's entries. */
export interface SplitConflict {
  instrumentId: number;
  own: Split;
  known: Split;
}

/** Changes of known splits by bookings. */
export interface SplitPlan {
  conflicts: SplitConflict[];
  saved: { instrumentId: number; split: Split }[];
  forgotten: { instrumentId: number; day: string }[];
}

const isIn = (list: readonly Split[], split: Split): boolean =>
  list.some(({ day, from, into }) => day === split.day && from === split.from && into === split.into);
/** The splits that changed the holder's units. */
const bookedBy = (position: { splits: Split[] } | undefined): Split[] =>
  (position?.splits ?? []).filter((one) => !isMarker(one));
const hasSameRatio = (one: Split, other: Split): boolean =>
  new Decimal(one.from).times(other.into).eq(new Decimal(other.from).times(one.into));

/** Prepares the plan; locks the instruments in `trx`, so that two holders' bookings of one split are serialised. */
export async function planSplits(db: Db, holder: Holder, { before, after }: Applied): Promise<SplitPlan> {
  const plan: SplitPlan = { conflicts: [], saved: [], forgotten: [] };
  const ids = [...new Set([...Object.keys(before.positions), ...Object.keys(after.positions)])];
  const changed = ids.flatMap((id) => {
    const [was, is] = [bookedBy(before.positions[id]), bookedBy(after.positions[id])];
    const [gone, come] = [was.filter((one) => !isIn(is, one)), is.filter((one) => !isIn(was, one))];
    return gone.length + come.length > 0 ? [{ instrumentId: Number(id), is, gone, come }] : [];
  });
  if (changed.length === 0) return plan;
  const instrumentIds = changed.map(({ instrumentId }) => instrumentId);
  if (db.isTransaction) await lockInstruments(db, instrumentIds);
  const known = await findSplits(db, instrumentIds);
  for (const { instrumentId, is, gone, come } of changed) {
    let facts: Split[] = known.filter((fact) => fact.instrumentId === instrumentId);
    for (const fact of facts) {
      const wasOwn = gone.some((one) => isSameSplit(one, fact));
      if (!wasOwn || is.some((one) => one.day === fact.day && !isIn(come, one))) continue;
      if (await isSplitBooked(db, { instrumentId, day: fact.day, except: holder })) continue;
      plan.forgotten.push({ instrumentId, day: fact.day });
    }
    facts = facts.filter(
      ({ day }) => !plan.forgotten.some((one) => one.instrumentId === instrumentId && one.day === day),
    );
    for (const own of come) {
      // Two splits of one holder are different, however close.
      const fact =
        facts.find(({ day }) => day === own.day) ??
        facts.find((one) => isSameSplit(one, own) && !is.some(({ day }) => day === one.day));
      if (!fact) {
        plan.saved.push({ instrumentId, split: own });
        facts.push(own);
      } else if (!agree(own, fact)) plan.conflicts.push({ instrumentId, own, known: fact });
      else {
        const bookings = Math.max(bookingsOf(own), bookingsOf(fact));
        const isFiner = new Decimal(own.from).gt(fact.from) && !hasSameRatio(own, fact);
        if (isFiner || bookings > bookingsOf(fact))
          plan.saved.push({ instrumentId, split: { ...(isFiner ? own : fact), day: fact.day, bookings } });
      }
    }
  }
  return plan;
}

/**
 * Applies the plan and marks, from the split's day on, everybody who ever held the instrument; whoever traded since is
 * replayed. Returns whose figures change.
 */
export async function recordSplits(trx: Trx, { saved, forgotten }: SplitPlan): Promise<Holder[]> {
  if (saved.length + forgotten.length === 0) return [];
  for (const { instrumentId, day } of forgotten) await forgetSplit(trx, instrumentId, day);
  for (const { instrumentId, split } of saved) await saveSplit(trx, instrumentId, split);
  const from = new Map<number, string>();
  const changed = [...forgotten, ...saved.map(({ instrumentId, split }) => ({ instrumentId, day: split.day }))];
  for (const { instrumentId, day } of changed) {
    const known = from.get(instrumentId);
    if (known === undefined || day < known) from.set(instrumentId, day);
  }
  return markAffected(trx, { prices: from, rates: new Map(), splits: true });
}
