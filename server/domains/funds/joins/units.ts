/** How many of a holder's units belong to what they joined: those bought for it, not all that they own. Pure. */
import type { Entry } from "@portico/ledger/entry.ts";
import { Decimal } from "decimal.js";

export interface Plan {
  id: number;
  /** The firm's day on which the holder asked to join. */
  since: string;
  /** Of each instrument, in what proportion a purchase is for this plan where several plans hold it. */
  shares: ReadonlyMap<number, Decimal>;
}

interface Held {
  all: Decimal;
  /** By plan. */
  own: Map<number, Decimal>;
}

const zero = new Decimal(0);
const Exact = Decimal.clone({ precision: 40 });
const ownOf = ({ own }: Held): Decimal => [...own.values()].reduce((sum, units) => sum.plus(units), zero);

/**
 * Units by plan and instrument. `entries` are all in force that concern the instruments, in order. What was bought from the day
 * of asking on is for the plan. A sale takes what else the holder owns first. Splits and exchanges change the plan's units as
 * they change all.
 */
export function unitsOfPlans(
  entries: readonly Entry[],
  plans: readonly Plan[],
): ReadonlyMap<number, ReadonlyMap<number, Decimal>> {
  const held = new Map<number, Held>();
  const heldOf = (id: number): Held => {
    const known = held.get(id) ?? { all: zero, own: new Map<number, Decimal>() };
    held.set(id, known);
    return known;
  };
  const scale = (of: Held, factor: Decimal): void => {
    for (const [plan, units] of of.own) of.own.set(plan, units.times(factor));
  };
  const take = (of: Held, quantity: Decimal): void => {
    const own = ownOf(of);
    const fromOwn = Decimal.max(0, quantity.minus(of.all.minus(own)));
    if (!own.isZero()) scale(of, Decimal.max(0, new Exact(own.minus(fromOwn)).div(own)));
    of.all = of.all.minus(quantity);
  };
  const buy = (id: number, quantity: Decimal, day: string): void => {
    const of = heldOf(id);
    of.all = of.all.plus(quantity);
    const sharing = plans.filter(({ since, shares }) => since <= day && shares.has(id));
    const total = sharing.reduce((sum, { shares }) => sum.plus(shares.get(id) ?? 0), zero);
    for (const { id: plan, shares } of sharing) {
      const part = total.isZero() ? zero : new Exact(quantity).times(shares.get(id) ?? 0).div(total);
      of.own.set(plan, (of.own.get(plan) ?? zero).plus(part));
    }
  };
  /** One side goes, or stays in a spin-off, and the other comes: for a plan in the proportion in which it held the first. */
  const exchange = (from: number, gone: Decimal, into: number, come: Decimal): void => {
    const [source, target] = [heldOf(from), heldOf(into)];
    const parts = [...source.own].map(
      ([plan, units]) => [plan, source.all.isZero() ? zero : units.div(source.all)] as const,
    );
    const kept = source.all.isZero() ? zero : new Exact(source.all.minus(gone)).div(source.all);
    scale(source, kept);
    source.all = source.all.minus(gone);
    target.all = target.all.plus(come);
    for (const [plan, part] of parts) target.own.set(plan, (target.own.get(plan) ?? zero).plus(come.times(part)));
  };
  for (const { kind, instrumentId, quantity: change, counter, day } of entries) {
    if (instrumentId === undefined) continue;
    const quantity = new Decimal(change ?? 0);
    const other = new Decimal(counter?.quantity ?? 0);
    const of = heldOf(instrumentId);
    if (kind === "split") {
      if (!of.all.isZero()) scale(of, new Exact(of.all.plus(quantity)).div(of.all));
      of.all = of.all.plus(quantity);
    } else if (kind === "exchange" && counter?.instrumentId !== undefined) {
      if (other.isNegative()) exchange(counter.instrumentId, other.neg(), instrumentId, quantity);
      else exchange(instrumentId, quantity.neg(), counter.instrumentId, other);
    } else if (kind === "buy") buy(instrumentId, quantity, day);
    else if (quantity.isNegative()) take(of, quantity.neg());
    else of.all = of.all.plus(quantity);
  }
  const ofPlan = ({ id }: Plan) =>
    new Map([...held].map(([instrument, { own }]) => [instrument, own.get(id) ?? zero] as const));
  return new Map(plans.map((plan) => [plan.id, ofPlan(plan)]));
}
