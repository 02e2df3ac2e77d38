/** Weighted average cost of holdings in a tax's currency (Article 33(4) of the Bulgarian PIT Act): what is left keeps its average. */
import { Decimal, type Known, plus, times, zero } from "@portico/ledger/decimal.ts";

interface Pool<Reason> {
  quantity: Decimal;
  cost: Known;
  /** Why the cost is unknown, or doubtful. */
  reasons: readonly Reason[];
}

export interface Taken<Reason> {
  /** Null if a part of the holding has no known cost, or if more was taken than held. */
  cost: Known;
  /** Why the cost of what was held is unknown, or doubtful. */
  reasons: readonly Reason[];
  /** Units taken that were never held. */
  lacking: Decimal;
}

/** The pools of all instruments; a pool that is empty begins anew. */
export class AverageCosts<Reason> {
  readonly #pools = new Map<number, Pool<Reason>>();

  #of(instrumentId: number): Pool<Reason> {
    let pool = this.#pools.get(instrumentId);
    if (!pool) {
      pool = { quantity: zero, cost: zero, reasons: [] };
      this.#pools.set(instrumentId, pool);
    }
    return pool;
  }

  /** `reasons`: why the cost is null, or doubtful. */
  add(instrumentId: number, quantity: Decimal, cost: Known, reasons: readonly Reason[]): void {
    const pool = this.#of(instrumentId);
    pool.quantity = pool.quantity.plus(quantity);
    pool.cost = plus(pool.cost, cost);
    pool.reasons = [...pool.reasons, ...reasons];
  }

  /** Changes the number of units, not their cost. */
  scale(instrumentId: number, from: Decimal, into: Decimal): void {
    const pool = this.#of(instrumentId);
    pool.quantity = pool.quantity.times(into).div(from);
  }

  /** The cost of what is held is not known any more. */
  forget(instrumentId: number, reason: Reason): void {
    const pool = this.#of(instrumentId);
    if (pool.quantity.isZero()) return;
    pool.cost = null;
    pool.reasons = [...pool.reasons, reason];
  }

  take(instrumentId: number, quantity: Decimal): Taken<Reason> {
    const pool = this.#of(instrumentId);
    const taken = Decimal.min(quantity, pool.quantity);
    const lacking = quantity.minus(taken);
    const cost = taken.eq(pool.quantity) ? pool.cost : times(pool.cost, taken.div(pool.quantity));
    const { reasons } = pool;
    pool.quantity = pool.quantity.minus(taken);
    if (pool.quantity.isZero()) pool.reasons = [];
    pool.cost = pool.quantity.isZero() ? zero : pool.cost === null || cost === null ? null : pool.cost.minus(cost);
    return { cost: lacking.gt(0) ? null : cost, reasons, lacking };
  }
}
