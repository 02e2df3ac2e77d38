/** Sales of the Bulgarian declaration: what each brought and cost, and where it is declared (Annex 5, Annex 13, the result of a company). */
import { Decimal, type Known, minus, plus, zero } from "@portico/ledger/decimal.ts";
import type { Day, DecimalString } from "@portico/ledger/entry.ts";
import { settlementDay } from "../calendars/settlement.ts";
import { written } from "../rounding.ts";
import { findVenue, type Venue } from "../venues.ts";
import { AverageCosts } from "./average-cost.ts";
import type { Conversion } from "./bulgaria-conversion.ts";
import { known, named, percentOf, positive, rounded, sumOf } from "./bulgaria-figures.ts";
import type {
  Annex5,
  BulgarianFacts,
  BulgarianGap,
  BulgarianSale,
  BulgarianSaleLine,
  BulgarianSwitches,
  TaxBulgaria,
  Treatment,
} from "./bulgaria-shapes.ts";
import type { TaxPurchase } from "./events.ts";

/** ZDDFL, Article 48(1). */
const saleRate = new Decimal("10");

type Dated = Pick<TaxPurchase, "entryId" | "traded" | "settled" | "venue">;

/** ZDDFL, § 1 item 11 for persons; ZKPO, § 1 item 21 for companies, which adds markets that the Commission declared equivalent. */
function treatmentOf(
  taxpayer: BulgarianFacts["taxpayer"],
  market: Venue["market"],
  isExemptible: boolean | null,
): Treatment | null {
  const [yes, no] = taxpayer === "person" ? (["exempt", "taxable"] as const) : (["excluded", "inResult"] as const);
  if (isExemptible === false) return no;
  const counts = market === "regulated" || (taxpayer === "company" && market === "equivalent");
  if (market !== null && !counts) return no;
  return market === null || isExemptible === null ? null : yes;
}

export interface WorkedSale {
  line: BulgarianSaleLine;
  sale: Known;
  cost: Known;
}

/** Works through the events of a holder from the first one on. */
class Sales {
  readonly #facts: BulgarianFacts;
  readonly #switches: BulgarianSwitches;
  readonly #conversion: Conversion;
  readonly #pools = new AverageCosts<BulgarianGap>();

  constructor(facts: BulgarianFacts, switches: BulgarianSwitches, conversion: Conversion) {
    this.#facts = facts;
    this.#switches = switches;
    this.#conversion = conversion;
  }

  /** The day that counts; null if it is the settlement's and neither stated nor known by the venue. */
  #dayOf({ traded, settled, venue }: Dated): Day | null {
    if (this.#switches.day === "trade") return traded;
    return settled ?? (venue === null ? undefined : settlementDay(venue, traded)?.day) ?? null;
  }

  #purchase(event: TaxPurchase): void {
    const { entryId, instrumentId, currency } = event;
    const paid = known(event.cost);
    const cost = this.#switches.commissionInCost ? plus(paid, new Decimal(event.commission)) : paid;
    const day = this.#dayOf(event);
    const { values, missing } = this.#conversion.attempt(entryId, currency, day, [cost]);
    const [inTax = null] = values;
    const reasons: BulgarianGap[] = [
      ...missing,
      ...(cost === null ? [{ code: "costMissing" as const, entryId }] : []),
      ...(day === null && inTax === null ? [{ code: "settlementMissing" as const, entryId }] : []),
    ];
    // What is missing or doubtful is noted only if a sale of the year takes from it.
    this.#pools.add(instrumentId, new Decimal(event.quantity), inTax, reasons);
  }

  #treatment(event: BulgarianSale): Treatment | null {
    const { entryId, venue, isExemptible } = event;
    const market = event.market ?? (venue === null ? null : (findVenue(venue)?.market ?? null));
    const treatment = treatmentOf(this.#facts.taxpayer, market, isExemptible);
    if (treatment === null && market === null) this.#conversion.note({ code: "marketMissing", entryId, venue });
    if (treatment === null && isExemptible === null) this.#conversion.note({ code: "instrumentKindMissing", entryId });
    return treatment;
  }

  #sale(event: BulgarianSale): WorkedSale | undefined {
    const { entryId, currency, instrumentId } = event;
    const taken = this.#pools.take(instrumentId, new Decimal(event.quantity));
    const day = this.#dayOf(event);
    if (!(day ?? event.traded).startsWith(String(this.#facts.year))) return;
    if (day === null) this.#conversion.note({ code: "settlementMissing", entryId });
    if (taken.lacking.gt(0)) this.#conversion.note({ code: "lotsMissing", entryId, quantity: taken.lacking.toFixed() });
    for (const gap of taken.reasons) this.#conversion.note(gap);
    const proceeds = known(event.proceeds);
    if (proceeds === null) this.#conversion.note({ code: "proceedsMissing", entryId });
    const commission = this.#switches.commissionInCost ? new Decimal(event.commission) : zero;
    // A commission of the sale makes it bring less.
    const [quote, [inTax = null]] = this.#conversion.convert(entryId, currency, day, [minus(proceeds, commission)]);
    const [sale, cost] = [rounded(inTax), rounded(taken.cost)];
    const result = minus(sale, cost);
    return {
      sale,
      cost,
      line: {
        entryId,
        ...named(event),
        traded: event.traded,
        day,
        venue: event.venue,
        quantity: event.quantity,
        currency,
        proceeds: event.proceeds,
        quote,
        treatment: this.#treatment(event),
        salePrice: written(sale),
        acquisitionPrice: written(cost),
        profit: written(positive(result)),
        loss: written(positive(result?.negated() ?? null)),
      },
    };
  }

  /** The sales of the year, after everything before them; what comes later changes nothing. */
  sales(): WorkedSale[] {
    const last = `${this.#facts.year}-12-31`;
    return this.#facts.events.flatMap((event) => {
      if (event.traded > last) return [];
      switch (event.kind) {
        case "purchase":
          this.#purchase(event);
          return [];
        case "split":
          this.#pools.scale(event.instrumentId, new Decimal(event.from), new Decimal(event.into));
          return [];
        case "costUnknown":
          this.#pools.forget(event.instrumentId, { code: "costMissing", entryId: event.entryId });
          return [];
        case "delivery":
          this.#pools.take(event.instrumentId, new Decimal(event.quantity));
          return [];
        case "sale":
          return this.#sale(event) ?? [];
      }
    });
  }
}

/** The sales of the year; what comes later than it changes nothing. */
export const workSales = (
  facts: BulgarianFacts,
  switches: BulgarianSwitches,
  conversion: Conversion,
): readonly WorkedSale[] => new Sales(facts, switches, conversion).sales();

export function annex5Of(sales: readonly WorkedSale[]): Annex5 {
  const results = sales.map(({ sale, cost }) => minus(sale, cost));
  const profit = sumOf(results.map(positive));
  const loss = sumOf(results.map((result) => positive(result?.negated() ?? null)));
  const taxable = positive(minus(profit, loss));
  return {
    code: "508",
    rows: sales.map(({ line }) => line),
    salePrice: written(sumOf(sales.map(({ sale }) => sale))),
    acquisitionPrice: written(sumOf(sales.map(({ cost }) => cost))),
    profit: written(profit),
    loss: written(loss),
    taxable: written(taxable),
    tax: written(percentOf(taxable, saleRate)),
  };
}

export function companyOf(sales: readonly WorkedSale[]): TaxBulgaria["company"] {
  const isUndecided = sales.some(({ line }) => line.treatment === null);
  const results = sales.filter(({ line }) => line.treatment === "excluded").map(({ sale, cost }) => minus(sale, cost));
  const figure = (of: Known[]): DecimalString | null => (isUndecided ? null : written(sumOf(of)));
  return {
    excludedProfit: figure(results.map(positive)),
    unrecognisedLoss: figure(results.map((result) => positive(result?.negated() ?? null))),
    rows: sales.map(({ line }) => line),
  };
}
