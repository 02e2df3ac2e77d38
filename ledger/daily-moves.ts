/**
 * Where the value of an entry goes among the holdings. Income, fees and taxes belong to the instrument that the entry names,
 * otherwise to the cash. What an instrument is bought or sold for, what it pays and what is charged for it, is paid between
 * it and the cash. For value that moves without cash:
 *
 * - exchange, merger, spin-off: what comes in is worth its closing price of the day; that much, and the cash beside it,
 *   leaves the holding that is given up or split off from, whose price effect contains the difference;
 * - exchange of currencies: both amounts at the day's rates; the result, and the fee, belong to the currency other than base,
 *   or of two others to the one received;
 * - a payment in a currency without a rate is worth what it was paid for.
 *
 * If nothing tells what something was worth, the results of the holdings concerned are unknown.
 */
import type { DailyOptions, DayMarket } from "./daily-market.ts";
import type { HoldingKey, HoldingResults } from "./daily-results.ts";
import { Decimal, type Known, times, zero } from "./decimal.ts";
import type { Currency, Entry } from "./entry.ts";
import type { EntryParts } from "./entry-parts.ts";

interface Concerned {
  key: HoldingKey;
  currency: Currency;
}

interface Day {
  market: DayMarket;
  options: DailyOptions;
  results: HoldingResults;
  /** Worth of the units that came from outside or went there. */
  delivered: { worth: Known; isKnown: boolean } | undefined;
}

/** Kinds that pay out of an instrument, or charge for it, at the end of the day: what is charged is not invested. */
const payments: readonly Entry["kind"][] = ["dividend", "interest", "fee", "tax"];

function ownerOf(entry: Entry, { baseCurrency, instrumentCurrency }: DailyOptions): Concerned {
  const { kind, instrumentId, currency, counter, amount } = entry;
  // An excluded instrument is no holding.
  if (instrumentId !== undefined && kind !== "excluded")
    return { key: instrumentId, currency: instrumentCurrency(instrumentId) };
  const other = counter?.currency;
  const isOther =
    kind === "fx" &&
    other !== undefined &&
    (currency === baseCurrency || (other !== baseCurrency && amount.startsWith("-")));
  const key = isOther ? other : currency;
  return { key, currency: key };
}

/** What the entry pays into each holding and out of it: few, so a list is searched faster than a map. */
class Payments {
  readonly #paid: (Concerned & { amount: Decimal })[] = [];

  add({ key, currency }: Concerned, amount: Decimal): void {
    const paid = this.#paid.find((one) => one.key === key);
    if (!paid) this.#paid.push({ key, currency, amount });
    else if (!amount.isZero()) paid.amount = paid.amount.isZero() ? amount : paid.amount.plus(amount);
  }

  into(results: HoldingResults, isInvested: (key: HoldingKey) => boolean): void {
    for (const { key, currency, amount } of this.#paid) results.pay(key, currency, amount, isInvested(key));
  }
}

/** Adds an entry's payments and parts to the results of the day, after all entries of the day are booked and valued. */
export function moveBetween(entry: Entry, parts: EntryParts, day: Day): void {
  const { results, options, market, delivered } = day;
  const owner = ownerOf(entry, options);
  const cash = { key: entry.currency, currency: entry.currency };
  const paid = new Payments();
  // Also of entries without cash, such as splits.
  paid.add(owner, zero);
  const rate = market.rateAside(entry.currency);
  if (rate !== null) payCash(paid, { entry, parts, owner, rate });
  else payWithoutRate(paid, entry, { owner, cash, parts, day });
  if (rate !== null) {
    const { income, fees, tax } = parts;
    if (!income.isZero() || !fees.isZero() || !tax.isZero())
      results.earn(owner.key, owner.currency, {
        income: times(income, rate) ?? zero,
        fees: times(fees, rate) ?? zero,
        tax: times(tax, rate) ?? zero,
      });
  }
  if (!parts.deposit.isZero() && !market.hasRate(entry.currency)) results.lose(cash.key, cash.currency);
  if (delivered) {
    paid.add(owner, delivered.worth ?? zero);
    if (!delivered.isKnown) results.lose(owner.key, owner.currency);
  }
  if (entry.counter)
    payCounter(paid, entry, { owner: rate === null && entry.kind === "fx" ? cash : owner, parts, rate, day });
  // Nothing that the ledger accepts: its amount is a change of the cash's price.
  if (owner.key === cash.key && entry.kind !== "fx" && !parts.traded.isZero())
    results.residual(cash.key, cash.currency);
  const isPayment = payments.includes(entry.kind);
  paid.into(results, (key) => !(isPayment && key === owner.key && typeof key === "number"));
}

/** Between the entry's cash and its owner; a deposit comes from outside. */
function payCash(
  paid: Payments,
  { entry, parts, owner, rate }: { entry: Entry; parts: EntryParts; owner: Concerned; rate: Decimal },
): void {
  const amount = new Decimal(entry.amount);
  if (amount.isZero() && parts.deposit.isZero()) return;
  const worth = times(amount, rate) ?? zero;
  paid.add({ key: entry.currency, currency: entry.currency }, worth);
  if (parts.deposit.isZero()) paid.add(owner, worth.neg());
  else if (!parts.deposit.eq(amount)) paid.add(owner, parts.deposit.minus(amount).times(rate));
}

function payWithoutRate(
  paid: Payments,
  entry: Entry,
  { owner, cash, parts, day }: { owner: Concerned; cash: Concerned; parts: EntryParts; day: Day },
): void {
  if (new Decimal(entry.amount).isZero() && parts.deposit.isZero()) return;
  paid.add(cash, zero);
  const { kind, instrumentId, quantity } = entry;
  if (kind === "fx") return;
  const isTrade = (kind === "buy" || kind === "sell") && instrumentId !== undefined;
  const worth = isTrade ? day.market.worthAside(new Decimal(quantity ?? 0), instrumentId) : null;
  if (worth === null) {
    day.results.lose(owner.key, owner.currency);
    day.results.lose(cash.key, cash.currency);
    return;
  }
  paid.add(owner, worth);
  paid.add(cash, worth.neg());
}

/** The other side of an exchange of instruments or currencies. */
function payCounter(
  paid: Payments,
  { kind, counter }: Entry,
  { owner, parts, rate, day }: { owner: Concerned; parts: EntryParts; rate: Known; day: Day },
): void {
  const { market, options, results } = day;
  if (counter?.instrumentId !== undefined && counter.quantity !== undefined) {
    const other = { key: counter.instrumentId, currency: options.instrumentCurrency(counter.instrumentId) };
    const worth = market.worthAside(new Decimal(counter.quantity), counter.instrumentId);
    paid.add(other, worth ?? zero);
    paid.add(owner, worth?.neg() ?? zero);
    if (worth === null) for (const { key, currency } of [owner, other]) results.lose(key, currency);
  }
  if (counter?.currency === undefined) return;
  const other = { key: counter.currency, currency: counter.currency };
  const received = times(new Decimal(counter.amount ?? 0), market.rateAside(counter.currency));
  const traded = times(parts.traded, rate);
  // A currency without a rate is worth what was given for it.
  const worth = received ?? (kind === "fx" ? (traded?.neg() ?? null) : null);
  if (worth === null) {
    for (const { key, currency } of [owner, other]) results.lose(key, currency);
    return;
  }
  paid.add(other, worth);
  paid.add(owner, worth.neg());
  if (kind === "fx" && received !== null && traded !== null)
    results.spread(owner.key, owner.currency, traded.plus(received));
}
