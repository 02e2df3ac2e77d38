/** What is announced and what of it came, and what last year's payments would be for the units held now. */
import { Decimal, plain, zero } from "./decimal.ts";
import type { Currency, Day, DecimalString, Entry } from "./entry.ts";
import { partsOf } from "./entry-parts.ts";

const dayMs = 86_400_000;
const daysFrom = (one: Day, other: Day): number => (Date.parse(other) - Date.parse(one)) / dayMs;
const dayBefore = (day: Day): Day => new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10);

/** Units of an instrument at the close of a day, and by how much splits multiplied one unit until then. */
interface UnitsOn {
  day: Day;
  units: Decimal;
  factor: Decimal;
}

/** Units of one instrument after each of its entries, which are in booking order without reversed pairs. */
export function unitsOver(entries: readonly Entry[], instrumentId: number): UnitsOn[] {
  const steps: UnitsOn[] = [];
  let units = zero;
  let factor = new Decimal(1);
  for (const { kind, day, counter, quantity, ...entry } of entries) {
    const own = entry.instrumentId === instrumentId ? new Decimal(quantity ?? 0) : zero;
    const change = counter?.instrumentId === instrumentId ? own.plus(counter.quantity ?? 0) : own;
    if (change.isZero()) continue;
    const after = units.plus(change);
    if (kind === "split" && !units.isZero()) factor = factor.times(after).div(units);
    units = after;
    steps.push({ day, units, factor });
  }
  return steps;
}

/** At the close of a day; nothing before the first entry. */
export const unitsOn = (steps: readonly UnitsOn[], day: Day): Pick<UnitsOn, "units" | "factor"> =>
  steps.findLast((step) => step.day <= day) ?? { units: zero, factor: new Decimal(1) };

/** An announcement that was not corrected since. Amounts in `currency`. */
export interface Announcement {
  id: number;
  /** The custodian's account; null for one of the firm, for all who hold the instrument: its units are those held. */
  account: string | null;
  instrumentId: number;
  exDay: Day;
  payDay: Day;
  currency: Currency;
  quantity: DecimalString;
  grossPerUnit: DecimalString;
  gross: DecimalString;
  tax: DecimalString | null;
  /** Last day of the file that announced it. */
  asOf: Day;
  /** Last day of the file that no longer listed it. */
  withdrawnAsOf: Day | null;
}

export interface Received {
  id: number;
  day: Day;
  currency: Currency;
  gross: DecimalString;
}

/** A payment is taken for an announced one from ten days before its day until sixty after. */
const searched = { before: 10, after: 60 } as const;
/** What did not come within this many days after its day is told as not come. */
export const notComeAfterDays = 30;

/** Payments of an instrument: dividends, interest, returned capital; a payment and one that takes it back cancel. */
function paymentsOf(entries: readonly Entry[], instrumentId: number): Received[] {
  const kinds: readonly string[] = ["dividend", "interest", "returnOfCapital"];
  const payments: Received[] = [];
  for (const entry of entries) {
    if (entry.instrumentId !== instrumentId || !kinds.includes(entry.kind)) continue;
    const { income, traded } = partsOf(entry);
    const gross = income.plus(traded);
    if (gross.isZero()) continue;
    const taken = payments.findLastIndex((one) => one.currency === entry.currency && gross.neg().eq(one.gross));
    if (taken >= 0) payments.splice(taken, 1);
    else payments.push({ id: entry.id, day: entry.day, currency: entry.currency, gross: plain(gross) });
  }
  return payments.filter(({ gross }) => !gross.startsWith("-"));
}

type Wanted = Pick<Announcement, "id" | "payDay" | "currency" | "gross">;

const isNear = ({ payDay }: Wanted, { day }: Received): boolean => {
  const late = daysFrom(payDay, day);
  return late >= -searched.before && late <= searched.after;
};
const byDistance = ({ payDay }: Wanted) => {
  const distance = ({ day }: Received) => Math.abs(daysFrom(payDay, day));
  return (one: Received, other: Received): number => distance(one) - distance(other) || one.id - other.id;
};

/**
 * Which payments of one instrument are the announced ones, by the announcement's id. Those of exactly the announced gross are
 * found first, the nearest day first; then an announcement takes all that is left of the nearest day, or one payment if more
 * announcements are of that day.
 */
export function matchReceived(announced: readonly Wanted[], payments: readonly Received[]): Map<number, Received> {
  const found = new Map<number, Received>();
  const free = new Set(payments);
  const nearest = (wanted: Wanted, fits: (payment: Received) => boolean): Received | undefined =>
    [...free].filter((payment) => isNear(wanted, payment) && fits(payment)).toSorted(byDistance(wanted))[0];
  for (const wanted of announced) {
    const same = ({ currency, gross }: Received) => currency === wanted.currency && new Decimal(gross).eq(wanted.gross);
    const payment = nearest(wanted, same);
    if (!payment) continue;
    found.set(wanted.id, payment);
    free.delete(payment);
  }
  const open = announced.filter(({ id }) => !found.has(id));
  for (const [index, wanted] of open.entries()) {
    const first = nearest(wanted, () => true);
    if (!first) continue;
    const ofDay = [...free].filter(({ day, currency }) => day === first.day && currency === first.currency);
    const others = open.slice(index + 1).some((other) => isNear(other, first));
    const taken = others ? [first] : ofDay;
    for (const payment of taken) free.delete(payment);
    const gross = taken.reduce((sum, payment) => sum.plus(payment.gross), zero);
    found.set(wanted.id, { ...first, gross: plain(gross) });
  }
  return found;
}

export interface Judged<A extends Announcement> {
  announcement: A;
  state: "announced" | "due" | "paid" | "notCome" | "cancelled" | "sold" | "duplicate";
  /** Of one of the firm: custodians announce it too, for so many of the units; they count there. */
  unitsElsewhere: DecimalString | null;
  /** Units at the close before the ex-day, if the amounts are of these instead of the announced ones. */
  unitsHeld: DecimalString | null;
  gross: DecimalString;
  tax: DecimalString | null;
  received: Received | null;
}

/**
 * Of several accounts that announce the same, those whose units exceed what is held together are duplicates, the later ones
 * first. Announcements are in the order in which they were recorded.
 */
function duplicatesAmong(announced: readonly Announcement[], heldFor: (of: Announcement) => Decimal): Set<number> {
  const duplicates = new Set<number>();
  const standing = announced.filter(({ withdrawnAsOf }) => withdrawnAsOf === null);
  for (const group of Map.groupBy(standing, ({ exDay, currency }) => `${exDay} ${currency}`).values()) {
    if (new Set(group.map(({ account }) => account)).size < 2) continue;
    const first = group[0] as Announcement;
    const held = heldFor(first);
    let counted = zero;
    for (const one of group) {
      const after = counted.plus(one.quantity);
      if (one.account !== first.account && after.gt(held)) duplicates.add(one.id);
      else counted = after;
    }
  }
  return duplicates;
}

/** Custodians and firm may state the ex-day of one payment so many days apart. */
const samePaymentDays = 5;

/**
 * For each announcement of the firm the custodians' announcements of the same payment. Of each account at most one event is
 * the same, and an event is the same as at most one: the one that resembles it most, by amount for a unit, then by ex-day.
 */
function samePayments<A extends Announcement>(ofFirm: readonly A[], ofCustodians: readonly A[]): Map<number, A[]> {
  const same = new Map<number, A[]>(ofFirm.map(({ id }) => [id, []]));
  for (const ofAccount of Map.groupBy(ofCustodians, ({ account }) => account).values()) {
    const events = [
      ...Map.groupBy(
        ofAccount,
        (one) => `${one.exDay} ${one.currency} ${plain(new Decimal(one.grossPerUnit))}`,
      ).values(),
    ];
    const pairs = ofFirm.flatMap((one) =>
      events.flatMap((event) => {
        const [other] = event as [A, ...A[]];
        const days = Math.abs(daysFrom(one.exDay, other.exDay));
        if (days > samePaymentDays) return [];
        const isEqual = one.currency === other.currency && new Decimal(one.grossPerUnit).eq(other.grossPerUnit);
        const difference = new Decimal(one.grossPerUnit).minus(other.grossPerUnit).abs().toNumber();
        return [{ one, event, rank: [Number(!isEqual), days, difference] }];
      }),
    );
    const taken = new Set<unknown>();
    const byRank = (left: readonly number[], right: readonly number[]): number =>
      left.map((value, place) => value - (right[place] ?? 0)).find((value) => value !== 0) ?? 0;
    for (const { one, event } of pairs.toSorted((left, right) => byRank(left.rank, right.rank))) {
      if (taken.has(one) || taken.has(event)) continue;
      taken.add(one).add(event);
      same.get(one.id)?.push(...event);
    }
  }
  return same;
}

/** One of the firm for the units of a holder: those held at the close before the ex-day that no custodian announces. */
interface OfHolder<A> {
  announcement: A;
  unitsElsewhere: DecimalString | null;
  isDuplicate: boolean;
}

function ofHolder<A extends Announcement>(
  ofFirm: readonly A[],
  {
    same,
    heldFor,
    countedOf,
  }: { same: Map<number, A[]>; heldFor: (of: Announcement) => Decimal; countedOf: (of: A) => Decimal },
): OfHolder<A>[] {
  return ofFirm.flatMap((one) => {
    const held = heldFor(one);
    if (held.lte(0)) return [];
    const others = same.get(one.id) ?? [];
    const elsewhere = others.reduce((sum, other) => sum.plus(countedOf(other)), zero);
    const rest = held.minus(elsewhere);
    const units = rest.gt(0) ? rest : held;
    const gross = plain(units.times(one.grossPerUnit));
    return [
      {
        announcement: { ...one, quantity: plain(units), gross },
        unitsElsewhere: others.length > 0 ? plain(elsewhere) : null,
        isDuplicate: rest.lte(0),
      },
    ];
  });
}

/**
 * What became of the announcements of one instrument. The amounts of one that was announced before its ex-day follow the units
 * that the ledger has at the close before it; after the ex-day the custodian knows them. One of the firm counts for the units
 * held then that no custodian announces; nothing is told of it if none were held.
 */
export function judgeAnnounced<A extends Announcement>(
  announced: readonly A[],
  entries: readonly Entry[],
  today: Day,
): Judged<A>[] {
  const [first] = announced;
  if (!first) return [];
  const steps = unitsOver(entries, first.instrumentId);
  const heldFor = ({ exDay }: Announcement): Decimal => unitsOn(steps, dayBefore(exDay)).units;
  const ofCustodians = announced.filter(({ account }) => account !== null);
  const duplicates = duplicatesAmong(ofCustodians, heldFor);
  const followsLedger = ({ account, asOf, exDay, quantity }: A, held: Decimal): boolean =>
    account !== null &&
    asOf < exDay &&
    !ofCustodians.some((other) => other.exDay === exDay && other.account !== account) &&
    !held.eq(quantity);
  const isTakenBack = ({ withdrawnAsOf, payDay }: A): boolean => withdrawnAsOf !== null && withdrawnAsOf < payDay;
  const counting = ofCustodians.filter((one) => !duplicates.has(one.id) && !isTakenBack(one));
  const ofFirm = announced.filter(({ account }) => account === null);
  const forHolder = ofHolder(ofFirm, {
    same: samePayments(
      ofFirm.filter((one) => !isTakenBack(one)),
      counting,
    ),
    heldFor,
    countedOf: (one) => (followsLedger(one, heldFor(one)) ? heldFor(one) : new Decimal(one.quantity)),
  });
  for (const { announcement, isDuplicate } of forHolder) if (isDuplicate) duplicates.add(announcement.id);
  const elsewhereOf = new Map(forHolder.map((one) => [one.announcement.id, one.unitsElsewhere]));
  const all = [...ofCustodians, ...forHolder.map(({ announcement }) => announcement)];
  // One that stands comes before one that was withdrawn.
  const wanted = all
    .filter(({ id }) => !duplicates.has(id))
    .toSorted((one, two) => Number(one.withdrawnAsOf !== null) - Number(two.withdrawnAsOf !== null));
  const received = matchReceived(wanted, paymentsOf(entries, first.instrumentId));
  return all.map((announcement) => {
    const { id, account, asOf, exDay, payDay, quantity, grossPerUnit, gross, tax } = announcement;
    const payment = received.get(id) ?? null;
    const held = heldFor(announcement);
    const share = new Decimal(quantity).isZero() ? zero : held.div(quantity);
    const late = daysFrom(payDay, today);
    const state = payment
      ? "paid"
      : duplicates.has(id)
        ? "duplicate"
        : isTakenBack(announcement)
          ? "cancelled"
          : account !== null && asOf < exDay && held.isZero()
            ? "sold"
            : late > notComeAfterDays
              ? "notCome"
              : late > 0
                ? "due"
                : "announced";
    const judged = { announcement, state, unitsElsewhere: elsewhereOf.get(id) ?? null } as const;
    if (!followsLedger(announcement, held) || payment)
      return { ...judged, unitsHeld: null, gross, tax, received: payment };
    return {
      ...judged,
      unitsHeld: plain(held),
      gross: plain(held.times(grossPerUnit)),
      tax: tax === null ? null : plain(new Decimal(tax).times(share)),
      received: null,
    };
  });
}

/** A payment of an instrument in the last twelve months, with all tax that was withheld from it. */
export interface PastPayment extends Received {
  instrumentId: number;
  tax: DecimalString;
}

export interface Estimate {
  instrumentId: number;
  payDay: Day;
  currency: Currency;
  gross: DecimalString;
  tax: DecimalString;
  /** Units held now. */
  units: DecimalString;
  /** The payment that it repeats, per unit as units are now. */
  basis: { id: number; day: Day; grossPerUnit: DecimalString };
}

/** A payment this near to the expected day is the one expected. */
const sameTimeDays = 45;
/** A payment that is this much younger than another is its successor, not one of the same year. */
const nextYearDays = 300;

const oneYearLater = (day: Day): Day => {
  const date = `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
  return date.endsWith("-02-29") ? date.replace("-02-29", "-02-28") : date;
};

/**
 * Payments of one instrument a year later, for the units held at the close of `today`. A payment was for the units at the close
 * before it; splits since are allowed for. None where one is announced within 45 days, where this year's already came, or where
 * the units of then are unknown. `past` are those of the last twelve months; same days in one currency are one payment.
 */
export function estimateFrom(
  past: readonly PastPayment[],
  { entries, announcedDays, today }: { entries: readonly Entry[]; announcedDays: readonly Day[]; today: Day },
): Estimate[] {
  const [any] = past;
  if (!any) return [];
  const { instrumentId } = any;
  const steps = unitsOver(entries, instrumentId);
  const now = unitsOn(steps, today);
  if (!now.units.isPositive() || now.units.isZero()) return [];
  const sum = (list: readonly DecimalString[]): Decimal => list.reduce((total, value) => total.plus(value), zero);
  const groups = [...Map.groupBy(past, ({ day, currency }) => `${day} ${currency}`).values()]
    .map((list) => ({
      ...(list[0] as PastPayment),
      gross: sum(list.map(({ gross }) => gross)),
      tax: sum(list.map(({ tax }) => tax)),
    }))
    .filter(({ gross }) => gross.isPositive() && !gross.isZero());
  return groups.flatMap(({ id, day, currency, gross, tax }): Estimate[] => {
    const payDay = oneYearLater(day);
    const isNearIt = (other: Day): boolean => Math.abs(daysFrom(other, payDay)) <= sameTimeDays;
    if (announcedDays.some(isNearIt)) return [];
    if (groups.some((other) => daysFrom(day, other.day) >= nextYearDays && isNearIt(other.day))) return [];
    const then = unitsOn(steps, dayBefore(day));
    if (!then.units.isPositive() || then.units.isZero()) return [];
    const perUnit = gross.div(then.units.times(now.factor).div(then.factor));
    const share = now.units.times(perUnit).div(gross);
    return [
      {
        instrumentId,
        payDay,
        currency,
        gross: plain(now.units.times(perUnit)),
        tax: plain(tax.times(share)),
        units: plain(now.units),
        basis: { id, day, grossPerUnit: plain(perUnit) },
      },
    ];
  });
}
