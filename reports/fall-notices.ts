/**
 * When a client is told that a managed portfolio has fallen by 10 % of its value at the beginning of the reporting period, and by each further
 * 10 %: Delegated Regulation (EU) 2017/565, Article 62(1), with ESMA's answers 1801 (10 % is enough), 1804 (additions) and 1807 (always of the
 * value at the beginning). Article 62(2) asks for the same of each leveraged instrument of a retail client. No agreement raises the
 * threshold (answer 1809), so it is no parameter. Decision 0332.
 */
import { Decimal, zero } from "@portico/ledger/decimal.ts";
import type { Day, DecimalString } from "@portico/ledger/entry.ts";

const step = new Decimal(10);
const hundred = new Decimal(100);

/** A day's close, in the contract currency. */
export interface ClosedDay {
  day: Day;
  /** False on weekends and holidays of the firm: a notice then is due at the next business day's close. */
  isBusinessDay: boolean;
  /** The portfolio's whole value, with cash; null if a price or rate is missing: the day is left out and named. */
  value: DecimalString | null;
  /** Cash paid in and out on the day, positive. */
  deposits: DecimalString;
  withdrawals: DecimalString;
  /** Bought less sold on the day, if positive: it is paid from cash that was added since the beginning, as long as there is some. */
  purchases: DecimalString;
  /** Value of securities delivered in and out on the day, positive. */
  deliveredIn: DecimalString;
  deliveredOut: DecimalString;
}

export interface FallNotice {
  /** 10, 20, 30, … percent: the highest threshold reached. */
  threshold: number;
  /** The day at whose close it was reached, and the business day at whose end the client must have been told. */
  reached: Day;
  due: Day;
  /** The value at the beginning with what was invested since, and the value compared with it, without cash that was added and not invested. */
  base: DecimalString;
  value: DecimalString;
  /** Percent of the base, not rounded. */
  fall: DecimalString;
}
export interface Falls {
  /** By the day on which they are due; a day has at most one. */
  notices: FallNotice[];
  /** Reached on a day after which there was no business day yet. */
  pending: FallNotice | null;
  /** Days without a value. */
  unknown: Day[];
}

interface Compared {
  base: Decimal;
  value: Decimal;
}

/** The highest multiple of 10 % by which a value is below its base; 0 above 90 %. A base that is not positive has no falls. */
function thresholdOf({ base, value }: Compared): number {
  if (base.lte(0) || value.gte(base)) return 0;
  // Twenty decimals: a base that was divided is not exact to the last of forty.
  const fall = base.minus(value).times(hundred).div(base).toDecimalPlaces(20);
  return fall.div(step).floor().times(step).toNumber();
}

/**
 * Decides day by day. A threshold is told once in a period, also if the value recovers and falls again; of several reached at once the
 * highest is told. What was reached on days without business is due at the next business day's close, even if that is higher again.
 */
class Watch {
  readonly #falls: Falls = { notices: [], pending: null, unknown: [] };
  #told = 0;

  /** `told`: the highest threshold of which the client was told in this period before. */
  constructor(told: number) {
    this.#told = told;
  }

  close(day: Day, isBusinessDay: boolean, compared: Compared | null): void {
    if (compared === null) this.#falls.unknown.push(day);
    else this.#reach(day, compared);
    const { pending } = this.#falls;
    if (!isBusinessDay || !pending) return;
    this.#falls.notices.push({ ...pending, due: day });
    this.#falls.pending = null;
  }

  #reach(day: Day, compared: Compared): void {
    const threshold = thresholdOf(compared);
    if (threshold <= this.#told) return;
    this.#told = threshold;
    const { base, value } = compared;
    this.#falls.pending = {
      threshold,
      reached: day,
      due: day,
      base: base.toFixed(),
      value: value.toFixed(),
      fall: base.minus(value).times(hundred).div(base).toFixed(),
    };
  }

  get falls(): Falls {
    return this.#falls;
  }
}

/**
 * The notices of one reporting period. `start` is the value at its beginning: at the end of the last statement's period. `told` is the highest
 * threshold of which the client was told in this period already, for a period that is continued; 0 otherwise.
 *
 * - Cash that was added counts neither in the value nor in the base until it is invested, which raises the base (answer 1804). Purchases are
 *   paid from added cash first.
 * - A withdrawal takes added cash first; the rest lowers the base in the proportion in which it lowers the value, so taking money out is no fall.
 * - Securities delivered in raise the base by their value; delivered out they lower it like a withdrawal.
 */
export function fallNotices(start: DecimalString, days: Iterable<ClosedDay>, told = 0): Falls {
  const watch = new Watch(told);
  let base = new Decimal(start);
  let added = zero;
  /** The last known value without added cash. */
  let before: Decimal | null = base;
  /** What left since then. */
  let left = zero;
  for (const { day, isBusinessDay, ...flows } of days) {
    added = added.plus(flows.deposits);
    const invested = Decimal.min(added, Decimal.max(flows.purchases, 0));
    const ofAdded = Decimal.min(added.minus(invested), flows.withdrawals);
    added = added.minus(invested).minus(ofAdded);
    const joined = invested.plus(flows.deliveredIn);
    left = left.plus(flows.withdrawals).minus(ofAdded).plus(flows.deliveredOut);
    base = base.plus(joined);
    before = before?.plus(joined) ?? null;
    const value: Decimal | null = flows.value === null ? null : new Decimal(flows.value).minus(added);
    if (value !== null && left.gt(0)) {
      // What left, left at the prices of the last known value.
      const whole: Decimal = before ?? value.plus(left);
      base = whole.gt(left) ? base.times(whole.minus(left)).div(whole) : zero;
      left = zero;
    }
    if (value !== null) before = value;
    watch.close(day, isBusinessDay, value === null ? null : { base, value });
  }
  return watch.falls;
}

/** A day's close of one leveraged instrument, in its currency. */
export interface InstrumentDay {
  day: Day;
  isBusinessDay: boolean;
  /** Null without a price. */
  value: DecimalString | null;
  /** Cost of what was bought on the day, and the share of the units that was sold on it, 0 to 1. */
  bought: DecimalString;
  soldShare: DecimalString;
}

/**
 * The notices of one leveraged instrument (Article 62(2)), from its initial value: what was paid for it. A purchase raises that, a sale lowers
 * it in proportion to the units.
 */
export function instrumentFalls(initial: DecimalString, days: Iterable<InstrumentDay>, told = 0): Falls {
  const watch = new Watch(told);
  let base = new Decimal(initial);
  for (const { day, isBusinessDay, value, bought, soldShare } of days) {
    base = base.plus(bought).times(new Decimal(1).minus(soldShare));
    watch.close(day, isBusinessDay, value === null ? null : { base, value: new Decimal(value) });
  }
  return watch.falls;
}
