/** Cash by currency, at its average acquisition rate (docs/decisions/0010). */
import type { Conversion } from "./conversion.ts";
import { Decimal, type Known, times } from "./decimal.ts";
import type { Currency, Day, Entry } from "./entry.ts";
import type { EntryParts } from "./entry-parts.ts";
import { type CashState, Holding } from "./holding.ts";

export class CashBook {
  readonly #conversion: Conversion;
  readonly #baseCurrency: Currency;
  readonly #balances: Map<Currency, Holding>;

  constructor(conversion: Conversion, baseCurrency: Currency, cash: Record<Currency, CashState>) {
    this.#conversion = conversion;
    this.#baseCurrency = baseCurrency;
    this.#balances = new Map(Object.entries(cash).map(([currency, state]) => [currency, Holding.ofCash(state)]));
  }

  toJSON(): Record<Currency, CashState> {
    return Object.fromEntries([...this.#balances].map(([currency, holding]) => [currency, holding.balance()]));
  }

  /** The balance of a currency; undefined if it was never used. */
  find(currency: Currency): Holding | undefined {
    return this.#balances.get(currency);
  }

  /** The balance of a currency, created if there is none. */
  balance(currency: Currency): Holding {
    let known = this.#balances.get(currency);
    if (!known) this.#balances.set(currency, (known = new Holding()));
    return known;
  }

  /** Moves the cash of an entry; of an exchange both legs. */
  apply(entry: Entry, { traded }: EntryParts): void {
    const { kind, day, counter } = entry;
    const amount = new Decimal(entry.amount);
    const other = counter?.currency === undefined ? undefined : counter.currency;
    const otherAmount = new Decimal(counter?.amount ?? 0);
    if (kind === "fx" && other !== undefined && traded.isNegative() !== otherAmount.isNegative()) {
      const worth = this.#dealtWorth(entry, traded, other, otherAmount);
      const [given, got] = [worth && worth.neg(), worth];
      this.balance(entry.currency).moveCash(traded, traded.isNegative() ? given : got);
      this.balance(other).moveCash(otherAmount, traded.isNegative() ? got : given);
      return this.#moveCash(entry.currency, amount.minus(traded), day);
    }
    this.#moveCash(entry.currency, amount, day);
    if (other !== undefined) this.#moveCash(other, otherAmount, day);
  }

  /**
   * Value of a currency exchange in base: that of the leg in base, or without one, of the given leg at the day's rate.
   */
  #dealtWorth(entry: Entry, traded: Decimal, other: Currency, otherAmount: Decimal): Known {
    if (entry.currency === this.#baseCurrency) return traded.abs();
    if (other === this.#baseCurrency) return otherAmount.abs();
    const legs = [
      { currency: entry.currency, amount: traded },
      { currency: other, amount: otherAmount },
    ].toSorted((a, b) => a.amount.comparedTo(b.amount));
    for (const { currency, amount } of legs) {
      if (this.#conversion.find(currency, entry.day).rate === null) continue;
      return times(amount.abs(), this.#conversion.rate(currency, entry.day, this.balance(currency)));
    }
    for (const { currency } of legs) this.balance(currency).noteMissing(currency, entry.day);
    return null;
  }

  #moveCash(currency: Currency, amount: Decimal, day: Day): void {
    if (amount.isZero()) return;
    const balance = this.balance(currency);
    balance.moveCash(amount, times(amount, this.#conversion.rate(currency, day, balance)));
  }
}
