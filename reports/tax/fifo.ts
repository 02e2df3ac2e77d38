/** Which purchases a sale consumed: the first acquired first, in each account by itself. */
import { Decimal, plain } from "@portico/ledger/decimal.ts";
import type { TaxEvent, TaxPurchase, TaxSale } from "./events.ts";

/** Units of one purchase that a sale consumed, with their share of its cost. */
export type ConsumedLot = Omit<TaxPurchase, "kind" | "account" | "instrumentId">;
export type MatchedSale = TaxSale & { lots: ConsumedLot[] };

interface OpenLot {
  lot: TaxPurchase;
  quantity: Decimal;
  cost: Decimal | null;
  commission: Decimal;
}

/** The share of an amount that falls to some units, to the digits that are stored, so that what is left is exact. */
const shareOf = (amount: Decimal, units: Decimal, of: Decimal): Decimal =>
  units.eq(of) ? amount : new Decimal(plain(amount.times(units).div(of)));

/** Takes units from a lot; its last unit takes all that is left of the cost. */
function takeFrom(open: OpenLot, quantity: Decimal): ConsumedLot {
  const { kind: _kind, account: _account, instrumentId: _instrumentId, ...lot } = open.lot;
  const cost = open.cost === null ? null : shareOf(open.cost, quantity, open.quantity);
  const commission = shareOf(open.commission, quantity, open.quantity);
  open.quantity = open.quantity.minus(quantity);
  open.cost = open.cost === null || cost === null ? null : open.cost.minus(cost);
  open.commission = open.commission.minus(commission);
  return { ...lot, quantity: quantity.toFixed(), cost: cost?.toFixed() ?? null, commission: commission.toFixed() };
}

/** The open lots of one instrument in one account, the first acquired first. */
class OpenLots {
  /** Those before `#first` are gone. */
  readonly #lots: OpenLot[] = [];
  #first = 0;

  /** After those acquired on or before the same day: delivered units may be older than those that were here before. */
  add(lot: TaxPurchase): void {
    const open = {
      lot,
      quantity: new Decimal(lot.quantity),
      cost: lot.cost === null ? null : new Decimal(lot.cost),
      commission: new Decimal(lot.commission),
    };
    let place = this.#lots.length;
    while (place > this.#first && (this.#lots[place - 1] as OpenLot).lot.traded > lot.traded) place -= 1;
    if (place === this.#lots.length) this.#lots.push(open);
    else this.#lots.splice(place, 0, open);
  }

  scale(from: Decimal, into: Decimal): void {
    for (const open of this.#lots.slice(this.#first)) open.quantity = open.quantity.times(into).div(from);
  }

  forgetCost(): void {
    for (const open of this.#lots.slice(this.#first)) open.cost = null;
  }

  left(): TaxPurchase[] {
    return this.#lots.slice(this.#first).map(({ lot, quantity, cost, commission }) => ({
      ...lot,
      quantity: quantity.toFixed(),
      cost: cost?.toFixed() ?? null,
      commission: commission.toFixed(),
    }));
  }

  take(quantity: Decimal): ConsumedLot[] {
    const consumed: ConsumedLot[] = [];
    let wanted = quantity;
    for (let next = this.#lots[this.#first]; next && wanted.gt(0); next = this.#lots[this.#first]) {
      const units = Decimal.min(wanted, next.quantity);
      if (units.gt(0)) consumed.push(takeFrom(next, units));
      wanted = wanted.minus(units);
      if (next.quantity.isZero()) this.#first += 1;
    }
    return consumed;
  }
}

interface Matched {
  sales: MatchedSale[];
  /** What is left of each purchase, by instrument and account, the first acquired first. */
  left: TaxPurchase[];
}

/**
 * Each sale, in the order of the events, with the lots that it consumed; fewer units than it sold where too little was held. What
 * was acquired on one day goes in the order of the events.
 */
export function matchLots(events: readonly TaxEvent[]): Matched {
  /** By instrument, then by account. */
  const lots = new Map<number, Map<string, OpenLots>>();
  const of = (instrumentId: number, account: string): OpenLots => {
    const accounts = lots.get(instrumentId) ?? new Map<string, OpenLots>();
    lots.set(instrumentId, accounts);
    const known = accounts.get(account) ?? new OpenLots();
    accounts.set(account, known);
    return known;
  };
  const sales = events.flatMap((event): MatchedSale[] => {
    switch (event.kind) {
      case "purchase":
        of(event.instrumentId, event.account).add(event);
        return [];
      case "split":
        for (const open of lots.get(event.instrumentId)?.values() ?? [])
          open.scale(new Decimal(event.from), new Decimal(event.into));
        return [];
      case "costUnknown":
        for (const open of lots.get(event.instrumentId)?.values() ?? []) open.forgetCost();
        return [];
      case "delivery":
        of(event.instrumentId, event.account).take(new Decimal(event.quantity));
        return [];
      case "sale":
        return [{ ...event, lots: of(event.instrumentId, event.account).take(new Decimal(event.quantity)) }];
    }
  });
  const left = [...lots.values()].flatMap((accounts) => [...accounts.values()].flatMap((open) => open.left()));
  return { sales, left };
}

export const firstInFirstOut = (events: readonly TaxEvent[]): MatchedSale[] => matchLots(events).sales;
