/**
 * Splits as facts about instruments: taken from the entries that book them, compared with other holders' entries, and
 * everybody affected is marked.
 */
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import {
  agree,
  bookingsOf,
  daysOf,
  factOf,
  isMarker,
  isSameSplit,
  mayBeSameSplit,
  type Split,
  unbookedSplits,
} from "@portico/ledger/splits.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import { findSplits, forgetSplit, lockInstruments, saveSplit } from "../../market-data/market-data.ts";
import { markAffected } from "../performance/daily-values.queries.ts";
import type { SplitQuestion, UnbookedSplit } from "./entries.ts";
import { isSplitBooked, listPositions } from "./holdings.queries.ts";
import type { Applied } from "./replay.ts";

/** A booked split that differs from another holder's entries. */
export interface SplitConflict {
  instrumentId: number;
  own: Split;
  known: Split;
}

/** What a person said of a booking on `day`: whether it is the instrument's split of `known`. */
export type AnswerOf = (instrumentId: number, day: string, known: string) => SplitQuestion["answer"];

/** Changes of known splits by bookings. */
export interface SplitPlan {
  conflicts: SplitConflict[];
  questions: SplitQuestion[];
  saved: { instrumentId: number; split: Split }[];
  forgotten: { instrumentId: number; day: string }[];
}

const isIn = (list: readonly Split[], split: Split): boolean =>
  list.some(({ day, from, into }) => day === split.day && from === split.from && into === split.into);
/** The splits that changed the holder's units. */
const bookedBy = (splits: readonly Split[]): Split[] => splits.filter((one) => !isMarker(one));
const hasSameRatio = (one: Split, other: Split): boolean =>
  new Decimal(one.from).times(other.into).eq(new Decimal(other.from).times(one.into));

/** What one holder's bookings of an instrument were and are. */
interface Changed {
  instrumentId: number;
  is: readonly Split[];
  gone: readonly Split[];
  come: readonly Split[];
  /** New marks of splits that brought only cash. */
  marked: readonly Split[];
}

function changesOf({ before, after }: Applied): Changed[] {
  const ids = new Set([...Object.keys(before.positions), ...Object.keys(after.positions)]);
  return [...ids].flatMap((id) => {
    const [had, has] = [before, after].map(({ positions }) => positions[id]?.splits ?? []) as [Split[], Split[]];
    const [was, is] = [bookedBy(had), bookedBy(has)];
    const [gone, come] = [was.filter((one) => !isIn(is, one)), is.filter((one) => !isIn(was, one))];
    const marked = has.filter((one) => isMarker(one) && !isIn(had, one));
    return gone.length + come.length + marked.length > 0 ? [{ instrumentId: Number(id), is, gone, come, marked }] : [];
  });
}

/**
 * Prepares the plan; locks the instruments in `trx`, so that two holders' bookings of one split are serialised. A question
 * without an answer is planned as a split of its own.
 */
export async function planSplits(
  db: Db,
  holder: Holder,
  applied: Applied,
  answerOf: AnswerOf = () => undefined,
): Promise<SplitPlan> {
  const plan: SplitPlan = { conflicts: [], questions: [], saved: [], forgotten: [] };
  const changed = changesOf(applied);
  if (changed.length === 0) return plan;
  const instrumentIds = changed.map(({ instrumentId }) => instrumentId);
  if (db.isTransaction) await lockInstruments(db, instrumentIds);
  const known = await findSplits(db, instrumentIds);
  for (const one of changed) {
    const facts = new Facts(
      one.instrumentId,
      known.filter((fact) => fact.instrumentId === one.instrumentId),
      plan,
    );
    for (const fact of facts.all) await forgetUnbooked(db, holder, one, { fact, facts });
    for (const own of one.come) planBooking(own, one, { facts, plan, answerOf });
    for (const own of one.marked) {
      if (factOf(own, facts.all, one.is)) continue;
      const late = facts.all.find((fact) => mayBeSameSplit(own, fact) && !isBookedBy(one.is, fact));
      if (late) ask({ own, late }, { facts, plan, answerOf });
    }
  }
  return plan;
}

/** An instrument's splits while a plan changes them. */
class Facts {
  readonly instrumentId: number;
  readonly plan: SplitPlan;
  all: Split[];
  constructor(instrumentId: number, known: readonly Split[], plan: SplitPlan) {
    this.instrumentId = instrumentId;
    this.plan = plan;
    this.all = [...known];
  }

  save(split: Split): void {
    const { instrumentId, plan } = this;
    plan.saved = plan.saved.filter((one) => one.instrumentId !== instrumentId || one.split.day !== split.day);
    plan.saved.push({ instrumentId, split });
    this.all = [...this.all.filter(({ day }) => day !== split.day), split];
  }

  forget(day: string): void {
    const { instrumentId, plan } = this;
    plan.forgotten.push({ instrumentId, day });
    plan.saved = plan.saved.filter((one) => one.instrumentId !== instrumentId || one.split.day !== day);
    this.all = this.all.filter((fact) => fact.day !== day);
  }
}

const isBookedBy = (own: readonly Split[], fact: Split): boolean =>
  own.some((one) => factOf(one, [fact], own) === fact);

/** Forgets a split that nobody books any more, and the late days of one that others still book. */
async function forgetUnbooked(
  db: Db,
  holder: Holder,
  { instrumentId, is, gone, come }: Changed,
  { fact, facts }: { fact: Split; facts: Facts },
): Promise<void> {
  if (!gone.some((one) => isSameSplit(one, fact))) return;
  if (is.some((one) => daysOf(fact).includes(one.day) && !isIn(come, one))) return;
  const isBooked = (days: readonly string[]) => isSplitBooked(db, { instrumentId, days, except: holder });
  if (!(await isBooked(daysOf(fact)))) {
    // A correction in the same file takes its place, on its day.
    const corrected = come.find((one) => isSameSplit(one, fact));
    if (corrected) facts.save({ ...fact, ...corrected, day: fact.day });
    else facts.forget(fact.day);
    return;
  }
  const kept: string[] = [];
  for (const day of fact.alsoOn ?? []) if (await isBooked([day])) kept.push(day);
  if (kept.length < (fact.alsoOn ?? []).length) facts.save({ ...fact, alsoOn: kept });
}

interface Planning {
  facts: Facts;
  plan: SplitPlan;
  answerOf: AnswerOf;
}

/** A new booking: of a known split, which it confirms, refines, corrects or contradicts; or of a split of its own. */
function planBooking(own: Split, { instrumentId, is, gone }: Changed, planning: Planning): void {
  const { facts, plan } = planning;
  // Two splits of one holder are different, however close.
  const fact = factOf(own, facts.all, is);
  if (!fact) {
    const late = facts.all.find((one) => mayBeSameSplit(own, one) && agree(own, one) && !isBookedBy(is, one));
    if (late) ask({ own, late }, planning);
    else facts.save(own);
    return;
  }
  const alsoOn = fact.alsoOn && { alsoOn: fact.alsoOn };
  if (!agree(own, fact)) {
    // What the holder booked before was wrong, so the known ratio may be too.
    if (gone.some((one) => isSameSplit(one, own))) facts.save({ ...own, day: fact.day, ...alsoOn });
    else plan.conflicts.push({ instrumentId, own, known: fact });
    return;
  }
  const bookings = Math.max(bookingsOf(own), bookingsOf(fact));
  const isFiner = new Decimal(own.from).gt(fact.from) && !hasSameRatio(own, fact);
  if (isFiner || bookings > bookingsOf(fact))
    facts.save({ ...(isFiner ? own : fact), day: fact.day, bookings, ...alsoOn });
}

/** Is it the split that others booked weeks before or after? If so, it has the first of its days. */
function ask({ own, late }: { own: Split; late: Split }, { facts, plan, answerOf }: Planning): void {
  const answer = answerOf(facts.instrumentId, own.day, late.day);
  plan.questions.push({ instrumentId: facts.instrumentId, own, known: late, answer });
  if (answer !== "same") {
    if (!isMarker(own)) facts.save(own);
    return;
  }
  const [first = own.day, ...alsoOn] = [...new Set([...daysOf(late), own.day])].toSorted();
  if (first !== late.day) facts.forget(late.day);
  const isFiner = !isMarker(own) && new Decimal(own.from).gt(late.from);
  facts.save({ ...(isFiner ? { ...own, bookings: bookingsOf(late) } : late), day: first, alsoOn });
}

/** Stores the splits of a plan, without marking anybody. */
export async function saveFacts(trx: Trx, { saved, forgotten }: SplitPlan): Promise<void> {
  for (const { instrumentId, day } of forgotten) await forgetSplit(trx, instrumentId, day);
  for (const { instrumentId, split } of saved) await saveSplit(trx, instrumentId, split);
}

/**
 * Applies the plan and marks, from the split's day on, everybody who ever held the instrument; whoever traded since is
 * replayed. Returns whose figures change.
 */
export async function recordSplits(trx: Trx, plan: SplitPlan): Promise<Holder[]> {
  const { saved, forgotten } = plan;
  if (saved.length + forgotten.length === 0) return [];
  await saveFacts(trx, plan);
  const from = new Map<number, string>();
  const changed = [...forgotten, ...saved.map(({ instrumentId, split }) => ({ instrumentId, day: split.day }))];
  for (const { instrumentId, day } of changed) {
    const known = from.get(instrumentId);
    if (known === undefined || day < known) from.set(instrumentId, day);
  }
  return markAffected(trx, { prices: from, rates: new Map(), splits: true });
}

/** Splits of what a holder holds after new entries that the holder has not booked; one may have been settled in cash. */
export async function findUnbooked(db: Db, holder: Holder, { after, replayed }: Applied): Promise<UnbookedSplit[]> {
  const stored = replayed ? [] : await listPositions(db, holder);
  const states = new Map(stored.map(({ instrumentId, state }) => [instrumentId, state]));
  for (const [id, state] of Object.entries(after.positions)) states.set(Number(id), state);
  const facts = Map.groupBy(await findSplits(db, [...states.keys()]), ({ instrumentId }) => instrumentId);
  return [...facts].flatMap(([instrumentId, own]) => {
    const state = states.get(instrumentId);
    if (!state) return [];
    return unbookedSplits(own, state).map((split) => ({ instrumentId, split, quantity: state.quantity }));
  });
}
