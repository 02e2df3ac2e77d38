/**
 * The fees of a definition, and what they come to over the holding time. The entry fee is taken from each payment
 * before it is invested, the yearly fee by a twelfth of its rate from the value at each month's end, the exit fee from
 * the value at the end. The funds' own ongoing costs are not here: their NAVs have already borne them.
 */

/** Percent: 1.5 is 1.5 %. */
export interface FeeRates {
  entry: number;
  yearly: number;
  exit: number;
}

export const noFees: FeeRates = { entry: 0, yearly: 0, exit: 0 };

/** What the yearly fee leaves of a value each month. */
export const monthlyKept = ({ yearly }: FeeRates): number => 1 - yearly / 1200;

/** What a holding of `months` without further payments keeps of its growth after all fees. */
export const keptOver = (fees: FeeRates, months: number): number =>
  (1 - fees.entry / 100) * monthlyKept(fees) ** months * (1 - fees.exit / 100);

export interface Costs {
  /** In the currency of the amount, rounded to cents. */
  entry: number;
  yearly: number;
  /** The funds' own ongoing costs, which their values bear. */
  funds: number;
  exit: number;
  total: number;
  /** The total as a percentage of the amount. */
  totalPercent: number;
  /** By how many percentage points a year the costs lower the return. */
  percentPerYear: number;
}

/**
 * What an amount paid once and held for `months` costs, in the currency, if its investments neither gain nor lose before
 * costs: an illustration that assumes nothing about the future. `fundsYearly` is what the funds themselves cost, in percent
 * a year; it is taken each month beside the yearly fee. Cents are rounded half up, once for each kind.
 * @throws RangeError for a negative amount or no whole month.
 */
export function costsOver(amount: number, months: number, fees: FeeRates, fundsYearly = 0): Costs {
  if (!(amount >= 0)) throw new RangeError("amounts are not negative");
  if (!Number.isInteger(months) || months < 1) throw new RangeError("a holding time has whole months, at least one");
  const yearlyOfBoth = fees.yearly + fundsYearly;
  const kept = keptOver({ ...fees, yearly: yearlyOfBoth }, months);
  const taken = (amount * fees.entry) / 100;
  const invested = amount - taken;
  const left = invested * (1 - yearlyOfBoth / 1200) ** months;
  const inTime = invested - left;
  const entry = cents(taken);
  const funds = cents(yearlyOfBoth === 0 ? 0 : (inTime * fundsYearly) / yearlyOfBoth);
  const yearly = cents(yearlyOfBoth === 0 ? 0 : (inTime * fees.yearly) / yearlyOfBoth);
  const exit = cents((left * fees.exit) / 100);
  return {
    entry,
    yearly,
    funds,
    exit,
    total: cents(entry + yearly + funds + exit),
    totalPercent: (1 - kept) * 100,
    percentPerYear: (1 - kept ** (12 / months)) * 100,
  };
}

/** Half up, also where 0.005 became a little less by the last bits of a float. */
const cents = (amount: number): number => Math.round(amount * 100 * (1 + 1e-13)) / 100;
