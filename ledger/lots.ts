/**
 * The lots of one holding, the first acquired first. Figures are whole numbers (units.ts), so that parts always add up: what
 * rounding leaves of a lot stays in it until its last unit goes. Rules and reasons: docs/decisions/0285.
 */
import type { Known } from "./decimal.ts";
import { type Currency, type Day } from "./entry.ts";
import type { Cost } from "./holding.ts";
import { sharesOf, takenFrom } from "./shares.ts";
import { divideRounded, unitsOf } from "./units.ts";

/** Why a lot's cost is unknown: units came without it, or a rate was missing. */
export type LotGap = { code: "costUnknown"; day: Day } | { code: "rateMissing"; currency: Currency; day: Day };

/** An amount in the instrument's currency and in base; null if unknown. */
export interface Amounts {
  own: bigint | null;
  base: bigint | null;
}
type Side = keyof Amounts;
export const sides: readonly Side[] = ["own", "base"];
export const nothing: Amounts = { own: 0n, base: 0n };
export const asUnits = (value: Known): bigint | null => (value === null ? null : unitsOf(value));
export const amountsOf = ({ own, base }: Cost): Amounts => ({ own: asUnits(own), base: asUnits(base) });
export const less = (one: Amounts, other: Amounts): Amounts => ({
  own: one.own === null || other.own === null ? null : one.own - other.own,
  base: one.base === null || other.base === null ? null : one.base - other.base,
});
export const more = (one: Amounts, other: Amounts): Amounts => ({
  own: one.own === null || other.own === null ? null : one.own + other.own,
  base: one.base === null || other.base === null ? null : one.base + other.base,
});
export const isNothing = ({ own, base }: Amounts): boolean => own === 0n && base === 0n;
/** True if a part is unknown. */
export const lacks = ({ own, base }: Amounts | Cost): boolean => own === null || base === null;

export interface Lot extends Amounts {
  /** Null if unknown: units of an opening balance, or a delivery without the day. */
  acquired: Day | null;
  /** The day on which the units, or those that they came from, were entered in the ledger. */
  since: Day;
  quantity: bigint;
  /** Returned capital that reduced the cost, in the instrument's currency. */
  returned: bigint;
  /** Why a figure is unknown. */
  gaps: readonly LotGap[];
}

/** Sum of known amounts; null if one is unknown. */
const sumOf = (figures: readonly (bigint | null)[]): bigint | null =>
  figures.reduce((sum, figure) => (sum === null || figure === null ? null : sum + figure), 0n);
export const costOf = (lots: readonly Amounts[]): Amounts => ({
  own: sumOf(lots.map(({ own }) => own)),
  base: sumOf(lots.map(({ base }) => base)),
});
const plusKnown = (one: bigint | null, other: bigint | null): bigint | null =>
  one === null || other === null ? null : one + other;

const isSame = (one: LotGap, other: LotGap): boolean =>
  one.code === other.code &&
  one.day === other.day &&
  (one.code !== "rateMissing" || other.code !== "rateMissing" || one.currency === other.currency);
export const withGaps = (known: readonly LotGap[], more: readonly LotGap[]): readonly LotGap[] =>
  more.length === 0 ? known : [...known, ...more.filter((gap) => !known.some((one) => isSame(one, gap)))];

const orderOf = ({ acquired, since }: Lot): Day => acquired ?? since;

export class Lots {
  /** Those before `#first` are gone. */
  #lots: Lot[] = [];
  #first = 0;
  #quantity = 0n;
  /** Cost that was entered while no unit was held: of the units that come next. */
  #idle: Amounts = nothing;
  /** Returned capital that is in realised gains, in the instrument's currency. */
  #returnedRealised = 0n;

  get quantity(): bigint {
    return this.#quantity;
  }

  /** The lots held, the first to go first. */
  held(): Lot[] {
    return this.#lots.slice(this.#first);
  }

  cost(): Amounts {
    const held = costOf(this.held());
    return { own: plusKnown(held.own, this.#idle.own), base: plusKnown(held.base, this.#idle.base) };
  }

  /** Adds units after those acquired on or before the same day. */
  add(lot: Lot): void {
    if (lot.quantity === 0n) return this.addCost(lot, lot.gaps);
    const own = { ...lot };
    if (this.#idle.own !== 0n || this.#idle.base !== 0n) {
      for (const side of sides) own[side] = plusKnown(own[side], this.#idle[side]);
      this.#idle = nothing;
    }
    this.#quantity += own.quantity;
    const lots = this.#lots;
    let place = lots.length;
    while (place > this.#first && orderOf(lots[place - 1] as Lot) > orderOf(own)) place -= 1;
    if (place === lots.length) lots.push(own);
    else lots.splice(place, 0, own);
  }

  /** Adds cost to the units held, in proportion to them. */
  addCost({ own, base }: Amounts, gaps: readonly LotGap[] = []): void {
    const held = this.held();
    if (held.length === 0) {
      this.#idle = { own: plusKnown(this.#idle.own, own), base: plusKnown(this.#idle.base, base) };
      return;
    }
    const units = held.map(({ quantity }) => quantity);
    for (const [side, amount] of [["own", own] as const, ["base", base] as const]) {
      if (amount === 0n) continue;
      const parts = amount === null ? undefined : sharesOf(amount, units);
      for (const [index, lot] of held.entries()) lot[side] = plusKnown(lot[side], parts?.[index] ?? null);
    }
    if (own === null || base === null) for (const lot of held) lot.gaps = withGaps(lot.gaps, gaps);
  }

  /** Removes units, the first acquired first: whole lots, and a part of the last one. */
  take(quantity: bigint): Lot[] {
    const gone: Lot[] = [];
    let wanted = quantity < this.#quantity ? quantity : this.#quantity;
    this.#quantity -= wanted;
    while (this.#first < this.#lots.length && (wanted > 0n || this.#quantity === 0n)) {
      const lot = this.#lots[this.#first] as Lot;
      if (lot.quantity <= wanted || this.#quantity === 0n) {
        gone.push(lot);
        this.#first += 1;
        wanted -= lot.quantity;
      } else {
        gone.push(partOf(lot, wanted));
        wanted = 0n;
      }
    }
    for (const { returned } of gone) this.#returnedRealised += returned;
    // Removed from the front in bulk, because each removal moves the rest.
    if (this.#first > 1000 || this.#quantity === 0n) {
      this.#lots = this.#lots.slice(this.#first);
      this.#first = 0;
    }
    return gone;
  }

  /** Changes the number of units, not their cost or their days. */
  scale(quantity: bigint): void {
    const held = this.held();
    const units = sharesOf(
      quantity,
      held.map((lot) => lot.quantity),
    );
    for (const [index, lot] of held.entries()) lot.quantity = units[index] ?? 0n;
    this.#quantity = quantity;
  }

  /** What is left of the cost although no unit is held; it is nothing afterwards. */
  takeIdle(): Amounts {
    const idle = this.#quantity === 0n ? this.#idle : nothing;
    if (this.#quantity === 0n) this.#idle = nothing;
    return idle;
  }

  /**
   * Removes the share `part` ÷ `of` of each lot's cost while the units stay; unknown if it is null. Returns it with the units and
   * days of its lot.
   */
  takeCost(share: { part: bigint; of: bigint } | null, gaps: readonly LotGap[]): Lot[] {
    const held = this.held();
    const moved = held.map((lot): Lot => ({ ...lot, ...nothing, returned: 0n }));
    if (share?.part === 0n) return moved.map((lot) => ({ ...lot, gaps: [] }));
    for (const side of sides) {
      const known = held.flatMap((lot) => lot[side] ?? []);
      const whole = known.reduce((sum, figure) => sum + figure, 0n);
      const parts = share && sharesOf(share.of === 0n ? 0n : divideRounded(whole * share.part, share.of), known);
      let place = 0;
      for (const [index, lot] of held.entries()) {
        const part = lot[side] === null ? null : (parts?.[place++] ?? null);
        (moved[index] as Lot)[side] = part;
        lot[side] = lot[side] === null || part === null ? null : lot[side] - part;
      }
    }
    if (share === null) for (const lot of [...held, ...moved]) lot.gaps = withGaps(lot.gaps, gaps);
    return moved;
  }

  /**
   * Returned capital reduces the cost by the same amount for each unit; what a lot lacks reduces the others. Returns the part above
   * all of them, which is a gain. One that is taken back is negative.
   */
  giveBack({ own, base }: Amounts, gaps: readonly LotGap[]): Amounts {
    const held = this.held();
    if (held.length === 0) {
      const after = this.#returnedRealised + (own ?? 0n);
      this.#returnedRealised = after > 0n ? after : 0n;
      return { own, base };
    }
    if ((own ?? 0n) < 0n || (base ?? 0n) < 0n) return this.#takeBack({ own, base }, gaps);
    const above = { own: this.#reduce("own", own), base: this.#reduce("base", base) };
    if (own === null || base === null) for (const lot of held) lot.gaps = withGaps(lot.gaps, gaps);
    if (above.own !== null) this.#returnedRealised += above.own;
    return above;
  }

  #reduce(side: Side, amount: bigint | null): bigint | null {
    const held = this.held();
    if (amount === 0n) return 0n;
    if (amount === null) {
      for (const lot of held) lot[side] = null;
      return null;
    }
    const units = held.map(({ quantity }) => quantity);
    const unknown = held.some((lot) => lot[side] === null);
    // What falls to units of unknown cost changes nothing that is known.
    const parts = unknown ? sharesOf(amount, units) : [];
    const { taken, above } = unknown
      ? {
          taken: held.map((lot, index) => {
            const part = parts[index] ?? 0n;
            return part < (lot[side] ?? 0n) ? part : (lot[side] ?? 0n);
          }),
          above: null,
        }
      : takenFrom(
          held.map((lot) => lot[side] ?? 0n),
          units,
          amount,
        );
    for (const [index, lot] of held.entries()) {
      if (lot[side] === null) continue;
      lot[side] -= taken[index] ?? 0n;
      if (side === "own" && !unknown) lot.returned += taken[index] ?? 0n;
    }
    return above;
  }

  /** Cost again for the lots whose cost was reduced, and less gain for what is gone; the rest is cost of all units. */
  #takeBack({ own, base }: Amounts, gaps: readonly LotGap[]): Amounts {
    if (own === null) {
      this.addCost({ own: null, base: base === null ? null : -base }, gaps);
      return nothing;
    }
    const held = this.held();
    const taken = -own;
    const returned = held.map((lot) => lot.returned);
    const most = returned.reduce((sum, one) => sum + one, 0n);
    const inCost = taken < most ? taken : most;
    const lost = smaller(taken - inCost, this.#returnedRealised);
    this.#returnedRealised -= lost;
    const baseOf = (part: bigint): bigint | null =>
      base === null ? null : taken === 0n ? 0n : divideRounded(-base * part, taken);
    const parts = sharesOf(inCost, returned);
    const baseParts = sharesOf(baseOf(inCost) ?? 0n, returned);
    for (const [index, lot] of held.entries()) {
      const part = parts[index] ?? 0n;
      if (part === 0n) continue;
      lot.returned -= part;
      lot.own = plusKnown(lot.own, part);
      lot.base = base === null ? null : plusKnown(lot.base, baseParts[index] ?? 0n);
      if (base === null) lot.gaps = withGaps(lot.gaps, gaps);
    }
    const lostBase = baseOf(lost);
    const rest = taken - inCost - lost;
    const restBase = base === null || lostBase === null ? null : -base - (baseOf(inCost) ?? 0n) - lostBase;
    this.addCost({ own: rest, base: rest === 0n ? (restBase ?? 0n) : restBase }, gaps);
    return { own: -lost, base: lost === 0n ? 0n : lostBase === null ? null : -lostBase };
  }
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** Takes some of a lot's units with their part of its cost; the lot keeps the rest. */
function partOf(lot: Lot, quantity: bigint): Lot {
  const part = { ...lot, quantity };
  for (const side of sides) {
    const whole = lot[side];
    if (whole === null) continue;
    part[side] = divideRounded(whole * quantity, lot.quantity);
    lot[side] = whole - part[side];
  }
  part.returned = lot.returned === 0n ? 0n : divideRounded(lot.returned * quantity, lot.quantity);
  lot.returned -= part.returned;
  lot.quantity -= quantity;
  return part;
}
