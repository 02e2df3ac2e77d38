/** What was paid for one holding and what it brought, day by day, for its money-weighted return. */

import { dailyValues, type HeldState, nothingHeld } from "./daily.ts";
import type { DailyGap, DailyOptions } from "./daily-market.ts";
import { isDoubt } from "./daily-market.ts";
import { Decimal, zero } from "./decimal.ts";
import type { Day, Entry } from "./entry.ts";

const dayMs = 86_400_000;
const shift = (day: Day, days: number): Day => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** In base. */
interface HoldingFlow {
  day: Day;
  amount: Decimal;
}

export interface HoldingFlows {
  /**
   * From the investor's view: the opening value and what was paid are negative, what was received and the closing value, which
   * comes last, positive. Empty if nothing was held or moved.
   */
  flows: HoldingFlow[];
  /** Prices and rates that are missing at the ends, or when something moved: the flows are then unknown. */
  missing: (DailyGap & { day: Day })[];
  /** False if something of unknown worth was moved, or is held at an end. */
  isKnown: boolean;
}

interface Asked {
  instrumentId: number;
  /** All active entries that name the instrument, up to `to`, in order. */
  entries: readonly Entry[];
  from: Day;
  to: Day;
}

/**
 * The flows of the days from..to. What is paid between the holding and the rest of the portfolio is what is left of a day's
 * change when its result (daily-moves.ts) is taken off, so that the flows agree with the results of holdings.
 */
export function holdingFlows(options: DailyOptions, { instrumentId, entries, from, to }: Asked): HoldingFlows {
  const flows: HoldingFlow[] = [];
  const missing: HoldingFlows["missing"] = [];
  let isKnown = true;
  const currency = options.instrumentCurrency(instrumentId);
  const isOwn = (gap: DailyGap): boolean =>
    "currency" in gap ? gap.currency === currency : gap.instrumentId === instrumentId;
  const first = entries[0]?.day;
  if (first === undefined || first > to) return { flows, missing, isKnown };
  const start = first > from ? first : from;
  let state = nothingHeld(shift(first, -1));

  /** In base; zero without a price or rate, as the results count it. */
  const worthIn = ({ positions, rates }: HeldState): Decimal => {
    const position = positions[instrumentId];
    const rate = currency === options.baseCurrency ? "1" : rates[currency];
    if (!position || position.price === null || rate === undefined) return zero;
    return new Decimal(position.quantity).times(position.price).times(rate);
  };
  let gaps: readonly DailyGap[] = [];
  /** Calculates the days after the state's, with their entries; returns the result of the holding over them. */
  function walkTo(day: Day, booked: readonly Entry[]) {
    if (state.day >= day) return undefined;
    const walked = dailyValues(options, { state, entries: booked, to: day });
    state = walked.state;
    gaps = walked.rows.at(-1)?.gaps ?? [];
    return walked.results.holdings[instrumentId];
  }
  /** Notes what the last calculated day lacks. */
  function note(day: Day): void {
    isKnown = false;
    missing.push(...gaps.filter((gap) => isOwn(gap) && !isDoubt(gap)).map((gap) => ({ ...gap, day })));
  }
  const checkEnd = (day: Day): void => {
    const isHeld = !new Decimal(state.positions[instrumentId]?.quantity ?? 0).isZero();
    if (isHeld && gaps.some((gap) => isOwn(gap) && !isDoubt(gap))) note(day);
  };

  const before = shift(start, -1);
  walkTo(
    before,
    entries.filter(({ day }) => day < start),
  );
  checkEnd(before);
  flows.push({ day: start, amount: worthIn(state).neg() });
  const inRange = entries.filter(({ day }) => day >= start && day <= to);
  for (const [day, booked] of Map.groupBy(inRange, (entry) => entry.day)) {
    walkTo(shift(day, -1), []);
    const opening = worthIn(state);
    const result = walkTo(day, booked);
    if (result?.isUnknown) note(day);
    const { price = "0", fx = "0", income = "0", fees = "0", tax = "0" } = result ?? {};
    const earned = new Decimal(price).plus(fx).plus(income).minus(fees).minus(tax);
    flows.push({ day, amount: opening.plus(earned).minus(worthIn(state)) });
  }
  walkTo(to, []);
  checkEnd(to);
  flows.push({ day: to, amount: worthIn(state) });
  return { flows, missing, isKnown };
}
