/**
 * What each holding earned over consecutive days, in base: instruments by id, cash by currency. For each holding and any days
 *
 *   opening + paid in − paid out + price + fx + income − fees − tax = closing
 *
 * and the sums over all holdings are those of the days (daily.ts), where `price` includes what entered unpaid. What moves
 * between holdings is paid out of one and into the other at the same worth, so it earns nothing.
 *
 * Days on which nothing moves in a holding are not calculated one by one: the change of value between two days is known
 * from both ends, and only the effect of the exchange rate needs each price.
 */
import { type Decimal, type Known, toDouble, one as unit, zero } from "./decimal.ts";
import type { Currency, DecimalString } from "./entry.ts";

/** An instrument's id, or a currency's code for cash. */
export type HoldingKey = number | Currency;

/** Parts that are zero are left out. In base; `fees` and `tax` are costs, positive. */
export interface HoldingResult {
  price?: DecimalString;
  fx?: DecimalString;
  income?: DecimalString;
  fees?: DecimalString;
  tax?: DecimalString;
  /** Growth of one unit of money invested, each day linked; 1 if left out, null if unknown or undefined. */
  growth?: number | null;
  /** Sum of each day's result as a part of the portfolio's return, in terms of its logarithm (`linked` of the days). */
  linked?: number | null;
  /** Earned before anything was invested in these days, such as a dividend of units sold earlier. */
  late?: number;
  /** The amount invested on the last day on which something was. */
  invested?: number;
  /** True if it is not held at the end. */
  isClosed?: true;
  /** True if something of unknown worth moved in or out, so that no part is known. */
  isUnknown?: true;
}

/** Results of consecutive days. */
export interface DailyResults {
  /** By key. */
  holdings: Record<string, HoldingResult>;
  /** Sum of ln(1 + the portfolio's return) of each day; null if a day has none. */
  linked: number | null;
}

/** Decimals of stored sums: the most that the API has. */
const digits = 12;
/** Significant digits of stored growth, within what doubles keep. */
const precision = 15;
/** Less is a rounding difference. */
const nothing = 1e-12;

/** What happens in a holding on a day. */
interface Today {
  paid: Decimal;
  /** The part of it that is invested from the start of the day. */
  invested: Decimal;
  /** Exchanges dealt at a rate other than the day's. */
  spread: Decimal;
  /** Income less charges. */
  earned: Decimal;
  /** True if the price effect must be found from what is left, also of cash. */
  isResidual: boolean;
}

interface Tracked {
  currency: Currency;
  sums: { price: Decimal; fx: Decimal; income: Decimal; fees: Decimal; tax: Decimal };
  growth: number | null;
  linked: number;
  late: number;
  invested: number | null;
  isUnknown: boolean;
  /** Since the last day on which something moved: its closing value, and the units held. */
  start: Decimal;
  startNumber: number;
  quantity: Decimal;
  units: number;
  /** Price at the last close; null if it had no value. */
  price: Decimal | null;
  priceNumber: number;
  rate: Decimal;
  /** Effect of the exchange rate per unit since `start`, up to the rate `mark`. */
  fxPerUnit: Decimal;
  mark: Decimal;
  /** Value at the last close. */
  value: number;
  today: Today | null;
}

/** The units of a holding at a day's close, with price and rate; null if it has no value. */
export interface Closing {
  quantity: Decimal;
  price: Decimal | null;
  rate: Decimal | null;
}

/** A day's rate, also as a number; null if there is none. */
export interface ClosingRate {
  exact: Known;
  number: number;
  /** Its change since a former rate, which most holdings share. */
  change: { from: Decimal; by: Decimal } | null;
}

export const closingRateOf = (exact: Known): ClosingRate => ({
  exact,
  number: exact === null ? 0 : toDouble(exact),
  change: null,
});

function changeSince(mark: Decimal, closing: ClosingRate, rate: Decimal): Decimal {
  if (closing.change?.from !== mark) closing.change = { from: mark, by: rate.minus(mark) };
  return closing.change.by;
}

const sumOf = (a: Decimal, b: Decimal): Decimal => (a === zero ? b : b.isZero() ? a : a.plus(b));
const differenceOf = (a: Decimal, b: Decimal): Decimal => (b.isZero() ? a : a.minus(b));
const productOf = (a: Decimal, b: Decimal): Decimal => (a === unit ? b : b === unit ? a : a.times(b));

const nobody: Today = { paid: zero, invested: zero, spread: zero, earned: zero, isResidual: false };

export class HoldingResults {
  readonly #base: Currency;
  readonly #tracked = new Map<HoldingKey, Tracked>();
  /** Whose result of the day is known, until the day's weight is. */
  #earned: { one: Tracked; gain: number }[] = [];
  /** Holdings whose day must be calculated on its own. */
  readonly #moved = new Set<HoldingKey>();
  #linked: number | null = 0;

  constructor(baseCurrency: Currency) {
    this.#base = baseCurrency;
  }

  /** A holding that is there before the first day. */
  begin(key: HoldingKey, currency: Currency, { quantity, price, rate }: Closing): void {
    const one = this.#of(key, currency);
    if (price === null || rate === null) return this.#restart(one, { quantity, price: null, rate }, zero);
    this.#restart(one, { quantity, price, rate }, productOf(productOf(quantity, price), rate));
  }

  #of(key: HoldingKey, currency: Currency): Tracked {
    const known = this.#tracked.get(key);
    if (known) return known;
    const made: Tracked = {
      currency,
      sums: { price: zero, fx: zero, income: zero, fees: zero, tax: zero },
      growth: 1,
      linked: 0,
      late: 0,
      invested: null,
      isUnknown: false,
      start: zero,
      startNumber: 0,
      quantity: zero,
      units: 0,
      price: null,
      priceNumber: 0,
      rate: zero,
      fxPerUnit: zero,
      mark: zero,
      value: 0,
      today: null,
    };
    this.#tracked.set(key, made);
    return made;
  }

  #today(key: HoldingKey, currency: Currency): { one: Tracked; today: Today } {
    const one = this.#of(key, currency);
    one.today ??= { ...nobody };
    this.#moved.add(key);
    return { one, today: one.today };
  }

  /** Value paid into the holding (+) or out of it (−); `isInvested`: what is paid in counts from the start of the day. */
  pay(key: HoldingKey, currency: Currency, amount: Decimal, isInvested: boolean): void {
    const { today } = this.#today(key, currency);
    if (amount.isZero()) return;
    today.paid = sumOf(today.paid, amount);
    if (isInvested && amount.isPositive()) today.invested = sumOf(today.invested, amount);
  }

  earn(key: HoldingKey, currency: Currency, parts: { income: Decimal; fees: Decimal; tax: Decimal }): void {
    const { today, one } = this.#today(key, currency);
    const { sums } = one;
    const earned = differenceOf(differenceOf(parts.income, parts.fees), parts.tax);
    today.earned = sumOf(today.earned, earned);
    sums.income = sumOf(sums.income, parts.income);
    sums.fees = sumOf(sums.fees, parts.fees);
    sums.tax = sumOf(sums.tax, parts.tax);
  }

  /** The result of an exchange dealt at a rate other than the day's. */
  spread(key: HoldingKey, currency: Currency, amount: Decimal): void {
    const { today } = this.#today(key, currency);
    today.spread = today.spread.plus(amount);
  }

  residual(key: HoldingKey, currency: Currency): void {
    this.#today(key, currency).today.isResidual = true;
  }

  /** Something of unknown worth moved. */
  lose(key: HoldingKey, currency: Currency): void {
    this.#today(key, currency).one.isUnknown = true;
  }

  /** The holding's price or rate is missing on the day, so its return is unknown. */
  miss(isMissing: (key: HoldingKey, currency: Currency) => boolean): void {
    for (const [key, one] of this.#tracked)
      if ((!one.quantity.isZero() || one.today) && isMissing(key, one.currency)) one.growth = null;
  }

  /** Notes the close of a holding with units, after the day's payments. */
  close(key: HoldingKey, currency: Currency, price: Known, closingRate: ClosingRate): void {
    const { exact: rate, number } = closingRate;
    const one = this.#of(key, currency);
    const isQuiet = one.today === null && one.price !== null && price !== null && rate !== null;
    if (!isQuiet) return void this.#moved.add(key);
    const isBase = currency === this.#base;
    if (price === one.price) {
      if (isBase && one.value > 0) return;
    } else {
      if (!isBase && one.mark !== rate) {
        const change = changeSince(one.mark, closingRate, rate);
        if (!change.isZero()) one.fxPerUnit = sumOf(one.fxPerUnit, (one.price ?? zero).times(change));
        one.mark = rate;
      }
      one.priceNumber = toDouble(price);
    }
    const value = one.units * one.priceNumber * number;
    // A day that begins or ends with nothing, or a debt, has no ratio of values.
    if (!(value > 0 && one.value > 0)) {
      // Up to the rate and price of the day before, which settling needs.
      this.#moved.add(key);
      return;
    }
    one.price = price;
    one.rate = rate;
    if (value !== one.value) this.#earned.push({ one, gain: value - one.value });
    one.value = value;
  }

  /** Ends the day: `closing` gives what is held, `result` and `invested` the portfolio's own result and what it came from. */
  end(closing: (key: HoldingKey) => Closing, { result, invested }: { result: Decimal; invested: Decimal }): void {
    for (const key of this.#moved) this.#settle(this.#tracked.get(key) as Tracked, closing(key));
    this.#moved.clear();
    const [of, gained] = [toDouble(invested), toDouble(result)];
    if (of < 0 || of + gained < 0 || (of === 0 && Math.abs(gained) > nothing)) this.#linked = null;
    const earned = of > 0 ? gained / of : 0;
    // Carino's coefficient of the day: logarithms of returns add up over time.
    const weight = of > 0 ? (earned === 0 ? 1 : Math.log1p(earned) / earned) / of : 0;
    if (this.#linked !== null) this.#linked += of > 0 ? Math.log1p(earned) : 0;
    for (const { one, gain } of this.#earned) one.linked += gain * weight;
    this.#earned = [];
  }

  /** A day on which something moved, with the quiet days before it. */
  #settle(one: Tracked, { quantity, price, rate }: Closing): void {
    const { paid, invested, spread, earned, isResidual } = one.today ?? nobody;
    const { sums } = one;
    const fx = sumOf(this.#currencyEffect(one, rate ?? one.rate), spread);
    sums.fx = sumOf(sums.fx, fx);
    const isValued = rate !== null && (one.price !== null || one.quantity.isZero());
    const isPlainCash = price === unit && isValued && !isResidual;
    const worth = price !== null && rate !== null ? productOf(productOf(quantity, price), rate) : zero;
    // Cash has no price: nothing but payments, exchange rates, income and charges changes it.
    if (!isPlainCash) {
      const left = differenceOf(differenceOf(differenceOf(worth.minus(one.start), paid), fx), earned);
      sums.price = sumOf(sums.price, left);
    }
    const [paidNumber, worthNumber] = [toDouble(paid), toDouble(worth)];
    const found = worthNumber - one.value - paidNumber;
    const gain = Math.abs(found) <= nothing * Math.max(1, Math.abs(one.value), Math.abs(paidNumber)) ? 0 : found;
    if (gain !== 0) this.#earned.push({ one, gain });
    this.#grow(one, { base: one.value + toDouble(invested), gain });
    this.#restart(one, { quantity, price: rate && price, rate }, worth);
    one.today = null;
  }

  /** Of the units held since `start`, up to the rate. */
  #currencyEffect({ currency, price, quantity, fxPerUnit, mark }: Tracked, rate: Decimal): Decimal {
    if (price === null || currency === this.#base) return zero;
    const rest = rate === mark ? zero : productOf(price, rate.minus(mark));
    return quantity.times(sumOf(fxPerUnit, rest));
  }

  #grow(one: Tracked, { base, gain }: { base: number; gain: number }): void {
    if (one.growth === null) return;
    if (one.value > 0 && one.startNumber > 0) one.growth *= one.value / one.startNumber;
    if (Math.abs(base) <= nothing) {
      if (gain === 0) return;
      if (one.invested === null) one.late += gain;
      else one.growth *= Math.max(0, 1 + gain / one.invested);
    } else if (base < 0 || base + gain < -nothing) one.growth = null;
    else {
      one.growth *= Math.max(0, 1 + gain / base);
      one.invested = base;
    }
  }

  #restart(one: Tracked, { quantity, price, rate }: Closing, worth: Decimal): void {
    one.quantity = quantity;
    one.units = toDouble(quantity);
    one.price = quantity.isZero() ? null : price;
    one.rate = rate ?? zero;
    one.mark = one.rate;
    one.fxPerUnit = zero;
    one.start = one.price === null ? zero : worth;
    one.priceNumber = one.price === null ? 0 : toDouble(one.price);
    one.value = one.units * one.priceNumber * toDouble(one.rate);
    one.startNumber = one.value;
  }

  /** The results of all days so far. */
  results(): DailyResults {
    const holdings: Record<string, HoldingResult> = {};
    for (const [key, one] of this.#tracked) {
      const { quantity, price, rate, value } = one;
      // The quiet days up to the end.
      if (price !== null && (one.startNumber !== value || one.fxPerUnit !== zero || rate !== one.mark))
        this.#conclude(one, { quantity, price, rate });
      holdings[key] = resultOf(one);
    }
    return { holdings, linked: this.#linked !== null && Number.isFinite(this.#linked) ? rounded(this.#linked) : null };
  }

  #conclude(one: Tracked, { quantity, price, rate }: { quantity: Decimal; price: Decimal; rate: Decimal }): void {
    const { sums } = one;
    const worth = productOf(productOf(quantity, price), rate);
    const fx = this.#currencyEffect(one, rate);
    sums.fx = sumOf(sums.fx, fx);
    sums.price = sumOf(sums.price, worth.minus(one.start).minus(fx));
    if (one.growth !== null && one.startNumber > 0 && one.value > 0) {
      one.growth *= one.value / one.startNumber;
      one.invested = one.startNumber;
    }
    this.#restart(one, { quantity, price, rate }, worth);
  }
}

/** As growth and the like are stored. */
export const rounded = (value: number): number => Number(value.toPrecision(precision));

function resultOf({ sums, growth, linked, late, invested, isUnknown, quantity }: Tracked): HoldingResult {
  const result: HoldingResult = {};
  for (const part of ["price", "fx", "income", "fees", "tax"] as const) {
    if (sums[part] === zero) continue;
    const sum = sums[part].toDecimalPlaces(digits);
    if (!sum.isZero()) result[part] = sum.toFixed();
  }
  if (growth !== 1) result.growth = growth && rounded(growth);
  if (linked !== 0) result.linked = Number.isFinite(linked) ? rounded(linked) : null;
  if (late !== 0) result.late = rounded(late);
  if (invested !== null && quantity.isZero()) result.invested = rounded(invested);
  if (quantity.isZero()) result.isClosed = true;
  if (isUnknown) result.isUnknown = true;
  return result;
}
