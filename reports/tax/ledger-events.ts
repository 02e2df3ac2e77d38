/**
 * A holder's ledger as tax laws count it: entries become purchases, sales and what else changes a holding; income becomes dividends and
 * interest with the tax that was withheld from them. What no rule here covers makes cost unknown, never a guess.
 */
import { Decimal, zero } from "@portico/ledger/decimal.ts";
import type { Day, DeliveredLot, Entry } from "@portico/ledger/entry.ts";
import { partsOf } from "@portico/ledger/entry-parts.ts";
import type { IncomeLine } from "@portico/ledger/income.ts";
import type { BulgarianDividend } from "./bulgaria-shapes.ts";
import type { TaxEvent, TaxPurchase } from "./events.ts";
import type { PolishIncome } from "./poland-shapes.ts";

/** What is known of an instrument, as known at the report's knowledge time. */
export interface TaxInstrument {
  instrumentId: number;
  name: string;
  isin: string | null;
  /** The issuer's as stated, ISO 3166-1 alpha-2. */
  country: string | null;
  /** Where it is usually traded (ISO 10383). */
  venue: string | null;
  assetClass: string;
  sector: string | null;
}
/** What is known of a trade besides its entry. */
export interface TaxSettlement {
  settledOn?: Day | undefined;
  venue?: string | undefined;
}
export interface LedgerFacts {
  /** Active entries in the order of booking, from the first one on. */
  entries: readonly Entry[];
  settlementOf: (entryId: number) => TaxSettlement | undefined;
  instrumentOf: (instrumentId: number) => TaxInstrument;
  /** The securities account of an entry; one for all if the ledger does not say it. */
  accountOf?: (entryId: number) => string | undefined;
}

/** Bulgarian law (ZDDFL, § 1 item 11) lets shares, rights, units of funds and government bonds be exempt. */
function isExemptible({ assetClass, sector }: TaxInstrument): boolean | null {
  if (assetClass === "equity" || assetClass === "fund") return true;
  if (assetClass !== "bond") return null;
  return sector === null ? null : sector === "government";
}

/** Reads entries one by one; keeps the units held, by which a split is a ratio. */
class Reader {
  readonly #facts: LedgerFacts;
  readonly #held = new Map<number, Decimal>();

  constructor(facts: LedgerFacts) {
    this.#facts = facts;
  }

  #move(instrumentId: number, quantity: Decimal): Decimal {
    const before = this.#held.get(instrumentId) ?? zero;
    this.#held.set(instrumentId, before.plus(quantity));
    return before;
  }

  #account(entry: Entry): string {
    return this.#facts.accountOf?.(entry.id) ?? "";
  }

  /** Venue and settlement of a trade; without its own the instrument's usual venue. */
  #dated(entry: Entry, instrumentId: number) {
    const { settledOn, venue } = this.#facts.settlementOf(entry.id) ?? {};
    return {
      entryId: entry.id,
      traded: entry.day,
      settled: settledOn ?? null,
      venue: venue ?? this.#facts.instrumentOf(instrumentId).venue,
    };
  }

  #came(
    entry: Entry,
    instrumentId: number,
    rest: Pick<TaxPurchase, "quantity" | "cost"> & Partial<TaxPurchase>,
  ): TaxPurchase {
    return {
      kind: "purchase",
      account: this.#account(entry),
      instrumentId,
      ...this.#dated(entry, instrumentId),
      commission: "0",
      currency: entry.currency,
      ...rest,
    };
  }

  /** A lot without its day has no rate, so its cost counts as unknown. */
  #delivered(entry: Entry, instrumentId: number, { quantity, cost, acquired }: DeliveredLot): TaxPurchase {
    const known = acquired === null ? { cost: null } : { cost, traded: acquired, settled: null };
    return this.#came(entry, instrumentId, { quantity, ...known });
  }

  #left(entry: Entry, instrumentId: number, quantity: Decimal): TaxEvent {
    const account = this.#account(entry);
    return {
      kind: "delivery",
      entryId: entry.id,
      account,
      traded: entry.day,
      instrumentId,
      quantity: quantity.toFixed(),
    };
  }

  #sold(entry: Entry, instrumentId: number, quantity: Decimal, isKnown = true): TaxEvent {
    const { traded, fees, tax } = partsOf(entry);
    const instrument = this.#facts.instrumentOf(instrumentId);
    const { name, isin, country } = instrument;
    return {
      kind: "sale",
      account: this.#account(entry),
      instrumentId,
      name,
      isin,
      country,
      ...this.#dated(entry, instrumentId),
      quantity: quantity.toFixed(),
      proceeds: isKnown ? traded.toFixed() : null,
      commission: fees.plus(tax).toFixed(),
      currency: entry.currency,
      // Transaction taxes are charges; an income tax of a sale is no part of an entry.
      foreignTax: "0",
      isExemptible: isExemptible(instrument),
    };
  }

  read(entry: Entry): TaxEvent[] {
    const { kind, instrumentId } = entry;
    if (instrumentId === undefined) return [];
    const quantity = new Decimal(entry.quantity ?? 0);
    const units = { quantity: quantity.toFixed() };
    switch (kind) {
      case "buy": {
        const { traded, fees, tax } = partsOf(entry);
        this.#move(instrumentId, quantity);
        const paid = { cost: traded.negated().toFixed(), commission: fees.plus(tax).toFixed() };
        return [this.#came(entry, instrumentId, { ...units, ...paid })];
      }
      case "sell":
        this.#move(instrumentId, quantity);
        return [this.#sold(entry, instrumentId, quantity.negated())];
      case "openingBalance":
        this.#move(instrumentId, quantity);
        // Its cost is of a day that is not known, and so is its rate.
        return [this.#came(entry, instrumentId, { ...units, cost: null })];
      case "transferIn": {
        this.#move(instrumentId, quantity);
        const { acquiredOn, cost, lots = [] } = entry;
        if (lots.length > 0) return lots.map((lot) => this.#delivered(entry, instrumentId, lot));
        const known =
          acquiredOn === undefined ? { cost: null } : { cost: cost ?? null, traded: acquiredOn, settled: null };
        return [this.#came(entry, instrumentId, { ...units, ...known })];
      }
      case "transferOut":
        this.#move(instrumentId, quantity);
        return [this.#left(entry, instrumentId, quantity.negated())];
      case "split":
        return this.#split(entry, instrumentId, quantity);
      case "exchange":
        return this.#exchange(entry, instrumentId, quantity);
      case "returnOfCapital":
        return [{ kind: "costUnknown", entryId: entry.id, traded: entry.day, instrumentId }];
      default:
        return [];
    }
  }

  #split(entry: Entry, instrumentId: number, quantity: Decimal): TaxEvent[] {
    const before = this.#move(instrumentId, quantity);
    const after = before.plus(quantity);
    if (before.lte(0)) return [];
    if (after.lte(0)) return [this.#left(entry, instrumentId, before)];
    const { id: entryId, day: traded } = entry;
    return [{ kind: "split", entryId, traded, instrumentId, from: before.toFixed(), into: after.toFixed() }];
  }

  /**
   * Units given up for cash alone are sold. What comes for them, or is spun off, has a cost by rules that differ between countries and actions:
   * unknown. Cash beside units is a sale of an unknown price.
   */
  #exchange(entry: Entry, instrumentId: number, quantity: Decimal): TaxEvent[] {
    const { counter, id: entryId, day: traded } = entry;
    const comes = counter?.instrumentId;
    const gone = quantity.negated();
    this.#move(instrumentId, quantity);
    const hasCash = !new Decimal(entry.amount).isZero();
    const events: TaxEvent[] = [];
    if (gone.gt(0))
      events.push(
        hasCash ? this.#sold(entry, instrumentId, gone, comes === undefined) : this.#left(entry, instrumentId, gone),
      );
    else events.push({ kind: "costUnknown", entryId, traded, instrumentId });
    if (comes !== undefined) {
      const units = new Decimal(counter?.quantity ?? 0);
      this.#move(comes, units);
      if (units.gt(0)) events.push(this.#came(entry, comes, { quantity: units.toFixed(), cost: null }));
      else events.push({ kind: "costUnknown", entryId, traded, instrumentId: comes });
    }
    return events;
  }
}

/** The events of a ledger, in the order of booking. */
export function taxEvents(facts: LedgerFacts): TaxEvent[] {
  const reader = new Reader(facts);
  return facts.entries.flatMap((entry) => reader.read(entry));
}

/** Tax of another day whose payment is not among the lines: of an earlier year, or not known. */
export interface TaxCorrection {
  entryId: number;
  day: Day;
  /** The payment that it was withheld from, and its day. */
  of: number | null;
  paidOn: Day | null;
  currency: string;
  tax: string;
}
export interface TaxIncomes {
  incomes: (PolishIncome & BulgarianDividend)[];
  corrections: TaxCorrection[];
}

/** Who pays interest on cash. */
export interface CashPayer {
  name: string;
  /** ISO 3166-1 alpha-2; null if not known. */
  country: string | null;
}

/**
 * Dividends and interest with the tax withheld from each, also if it was corrected on another day in the same currency. `lines` are those of
 * `incomeOf`. Interest on cash has no issuer: `cashPayerOf` says who pays what an entry books. Accrued interest of bond trades is not income of its own here.
 */
export function taxIncomes(
  lines: readonly IncomeLine[],
  instrumentOf: LedgerFacts["instrumentOf"],
  cashPayerOf: (entryId: number) => CashPayer,
): TaxIncomes {
  const incomes = new Map<number, PolishIncome & BulgarianDividend>();
  for (const { id, kind, day, instrumentId, currency, gross, tax } of lines) {
    if (kind !== "dividend" && kind !== "interest") continue;
    const { name, isin, country } =
      instrumentId === undefined ? { ...cashPayerOf(id), isin: null } : instrumentOf(instrumentId);
    const payer = { entryId: id, kind, name, isin, country, instrumentId: instrumentId ?? 0 };
    incomes.set(id, { ...payer, day, gross, foreignTax: tax, currency });
  }
  const corrections: TaxCorrection[] = [];
  for (const { id, kind, day, currency, tax, of } of lines) {
    if (kind !== "tax") continue;
    const income = of && incomes.get(of.id);
    if (income?.currency === currency) income.foreignTax = new Decimal(income.foreignTax).plus(tax).toFixed();
    else corrections.push({ entryId: id, day, of: of?.id ?? null, paidOn: of?.day ?? null, currency, tax });
  }
  return { incomes: [...incomes.values()], corrections };
}
