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
  exit: number;
  total: number;
  /** The total as a percentage of the amount. */
  totalPercent: number;
  /** By how many percentage points a year the fees lower the return. */
  percentPerYear: number;
}

/**
 * The fees on an amount paid once and held for `months`, in the currency, if its investments neither gain nor lose:
 * an illustration that assumes nothing about the future. Cents are rounded half up, once for each kind of fee.
 * @throws RangeError for a negative amount or no whole month.
 */
export function costsOver(amount: number, months: number, fees: FeeRates): Costs {
  if (!(amount >= 0)) throw new RangeError("amounts are not negative");
  if (!Number.isInteger(months) || months < 1) throw new RangeError("a holding time has whole months, at least one");
  const taken = (amount * fees.entry) / 100;
  const invested = amount - taken;
  const left = invested * monthlyKept(fees) ** months;
  const entry = cents(taken);
  const yearly = cents(invested - left);
  const exit = cents((left * fees.exit) / 100);
  return {
    entry,
    yearly,
    exit,
    total: cents(entry + yearly + exit),
    totalPercent: (1 - keptOver(fees, months)) * 100,
    percentPerYear: (1 - keptOver(fees, months) ** (12 / months)) * 100,
  };
}

/** Half up, also where 0.005 became a little less by the last bits of a float. */
const cents = (amount: number): number => Math.round(amount * 100 * (1 + 1e-13)) / 100;
