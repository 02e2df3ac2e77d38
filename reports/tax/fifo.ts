/** Which purchases a sale consumed: the first acquired first, in each account by itself. */
import { Decimal, plain } from "@portico/ledger/decimal.ts";
import type { Currency, Day, DecimalString } from "@portico/ledger/entry.ts";

export interface Acquisition {
  /** The entry that brought the units. */
  entryId: number;
  /** The securities account; FIFO goes by account (Article 24(10) of the Polish PIT Act). Empty for a holder with one. */
  account: string;
  instrumentId: number;
  traded: Day;
  /** As the custodian states it; null if it does not. */
  settled: Day | null;
  /** Market identifier (ISO 10383); null if unknown. */
  venue: string | null;
  quantity: DecimalString;
  /** What was paid without commission, in `currency`; "0" of what was given; null if unknown. */
  cost: DecimalString | null;
  /** Commission and transaction taxes, positive, in `currency`. */
  commission: DecimalString;
  currency: Currency;
}

/** Units of one acquisition that a sale consumed, with their share of its cost. */
export type ConsumedLot = Omit<Acquisition, "account" | "instrumentId">;

interface Disposal {
  account: string;
  instrumentId: number;
  traded: Day;
  quantity: DecimalString;
}

interface OpenLot {
  lot: Acquisition;
  quantity: Decimal;
  cost: Decimal | null;
  commission: Decimal;
}

const keyOf = ({ account, instrumentId }: Pick<Disposal, "account" | "instrumentId">): string =>
  `${instrumentId} ${account}`;

function openLots(acquisitions: readonly Acquisition[]): Map<string, OpenLot[]> {
  const lots = new Map<string, OpenLot[]>();
  for (const lot of acquisitions.toSorted((a, b) => (a.traded < b.traded ? -1 : a.traded > b.traded ? 1 : 0))) {
    const open = {
      lot,
      quantity: new Decimal(lot.quantity),
      cost: lot.cost === null ? null : new Decimal(lot.cost),
      commission: new Decimal(lot.commission),
    };
    const known = lots.get(keyOf(lot));
    if (known) known.push(open);
    else lots.set(keyOf(lot), [open]);
  }
  return lots;
}

/** The share of an amount that falls to some units, to the digits that are stored, so that what is left is exact. */
const shareOf = (amount: Decimal, units: Decimal, of: Decimal): Decimal =>
  units.eq(of) ? amount : new Decimal(plain(amount.times(units).div(of)));

/** Takes units from a lot; its last unit takes all that is left of the cost. */
function take(open: OpenLot, quantity: Decimal): ConsumedLot {
  const { account: _account, instrumentId: _instrumentId, ...lot } = open.lot;
  const cost = open.cost === null ? null : shareOf(open.cost, quantity, open.quantity);
  const commission = shareOf(open.commission, quantity, open.quantity);
  open.quantity = open.quantity.minus(quantity);
  open.cost = open.cost === null || cost === null ? null : open.cost.minus(cost);
  open.commission = open.commission.minus(commission);
  return { ...lot, quantity: quantity.toFixed(), cost: cost?.toFixed() ?? null, commission: commission.toFixed() };
}

/**
 * Each sale with the lots that it consumed. A sale takes no purchase of a later day; where too little was held, its lots are fewer units
 * than it sold. Acquisitions of one day go in the order given, as do sales. Quantities must be comparable: where a split or an exchange
 * lies between, use the lots of the ledger.
 */
export function firstInFirstOut<Sale extends Disposal>(
  acquisitions: readonly Acquisition[],
  sales: readonly Sale[],
): (Sale & { lots: ConsumedLot[] })[] {
  const open = openLots(acquisitions);
  const firsts = new Map<string, number>();
  const taken = new Map<Sale, ConsumedLot[]>();
  for (const sale of sales.toSorted((a, b) => (a.traded < b.traded ? -1 : a.traded > b.traded ? 1 : 0))) {
    const key = keyOf(sale);
    const lots = open.get(key) ?? [];
    const consumed: ConsumedLot[] = [];
    let first = firsts.get(key) ?? 0;
    let wanted = new Decimal(sale.quantity);
    for (let next = lots[first]; next && wanted.gt(0) && next.lot.traded <= sale.traded; next = lots[first]) {
      const quantity = Decimal.min(wanted, next.quantity);
      if (quantity.gt(0)) consumed.push(take(next, quantity));
      wanted = wanted.minus(quantity);
      if (next.quantity.isZero()) first += 1;
    }
    firsts.set(key, first);
    taken.set(sale, consumed);
  }
  return sales.map((sale) => ({ ...sale, lots: taken.get(sale) ?? [] }));
}
