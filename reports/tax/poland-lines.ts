/** The lines of PIT-38: each sale and each income of a year in złoty, with the day and the rate of each amount. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { Decimal, type Known, minus, plus, zero } from "@portico/ledger/decimal.ts";
import type { Currency, Day, DecimalString } from "@portico/ledger/entry.ts";
import { businessDayBefore } from "../calendars/business-days.ts";
import { nbpDays } from "../calendars/calendars.ts";
import { settlementDay } from "../calendars/settlement.ts";
import { halfUp, total, written } from "../rounding.ts";
import { findVenue } from "../venues.ts";
import { issuerCountry, type KnownCountry, unknownCountry } from "./countries.ts";
import type { ConsumedLot } from "./fifo.ts";
import type {
  ArisingDay,
  PolishCostLine,
  PolishFacts,
  PolishGap,
  PolishIncome,
  PolishIncomeLine,
  PolishSale,
  PolishSaleLine,
  PolishSwitches,
} from "./poland-shapes.ts";
import { polishTreatyRate } from "./poland-treaties.ts";
import { atRate, type Found, findQuote } from "./quotes.ts";

const zloty: Currency = "PLN";
/** No more of foreign tax is credited than the Polish one, in percent (Article 30a(1)). */
const percent = new Decimal("19");
const hundred = new Decimal(100);

const known = (text: DecimalString | null): Known => (text === null ? null : new Decimal(text));

/** The settlement day as stated, otherwise by the venue's calendar; null if neither is known. */
function settledOn({ settled, venue, traded }: Pick<PolishSale, "settled" | "venue" | "traded">): ArisingDay | null {
  if (settled) return { day: settled, basis: "stated" };
  const computed = venue === null ? undefined : settlementDay(venue, traded);
  return computed ? { day: computed.day, basis: "calendar" } : null;
}
const dayBy = (
  basis: "settlement" | "trade",
  of: Pick<PolishSale, "settled" | "venue" | "traded">,
): ArisingDay | null => (basis === "trade" ? { day: of.traded, basis: "trade" } : settledOn(of));

/** No cycle is longer: a sale without a settlement day may still belong to a year that begins so many days after it. */
const longestSettlement = 15;
const mayAriseIn = (year: number, traded: Day): boolean =>
  traded <= `${year}-12-31` && traded >= addDays(`${year}-01-01`, -longestSettlement);

/** Earlier days may follow one of which the calendar does not say whether it worked. */
const firstKnownDay = addDays(nbpDays.from, 3);
/** Long packs ask for the same days thousands of times. */
const daysBefore = new Map<Day, Day>();
/** Of days before the calendar's first it is not known which of them worked: no rate is of the day itself, so it is missing. */
function workingDayBefore(day: Day): Day {
  const kept = daysBefore.get(day);
  if (kept !== undefined) return kept;
  const found = day < firstKnownDay ? addDays(day, -1) : businessDayBefore(nbpDays, day);
  daysBefore.set(day, found);
  return found;
}

/** Figures of a sale in złoty, before they are rounded if sums alone are. */
export interface WorkedSale {
  line: PolishSaleLine;
  income: Known;
  cost: Known;
  foreignTax: Known;
}

/** What is missing is noted once in `gaps`. */
export class PolishLines {
  readonly gaps: PolishGap[] = [];
  readonly #noted = new Set<string>();
  readonly #facts: PolishFacts;
  readonly #switches: PolishSwitches;

  constructor(facts: PolishFacts, switches: PolishSwitches) {
    this.#facts = facts;
    this.#switches = switches;
  }

  #note(gap: PolishGap): void {
    const text = JSON.stringify(gap);
    if (this.#noted.has(text)) return;
    this.#noted.add(text);
    this.gaps.push(gap);
  }

  /** The rate of the last working day before; noted as missing only for an amount that needs it. */
  #quote(entryId: number, currency: Currency, day: Day, isNeeded: boolean): Found {
    const found = findQuote(this.#facts.quoteOf, zloty, currency, workingDayBefore(day));
    if (found.missing && isNeeded) this.#note({ code: "rateMissing", entryId, currency, day: found.missing });
    return found;
  }

  #line(value: Known): Known {
    return value === null || this.#switches.rounding === "sums" ? value : halfUp(value, 2);
  }

  #cost(sale: PolishSale, lot: ConsumedLot): { line: PolishCostLine; cost: Known } {
    const incurred = dayBy(this.#switches.costDay, lot);
    const paid = known(lot.cost);
    const cost = this.#switches.commissionInCost ? plus(paid, new Decimal(lot.commission)) : paid;
    if (cost === null) this.#note({ code: "costMissing", entryId: sale.entryId, acquiredBy: lot.entryId });
    if (incurred === null && !cost?.isZero()) this.#note({ code: "settlementMissing", entryId: lot.entryId });
    const found: Found =
      incurred === null
        ? { rate: null, quote: null }
        : this.#quote(sale.entryId, lot.currency, incurred.day, cost !== null && !cost.isZero());
    const pln = this.#line(atRate(cost, found));
    return {
      cost: pln,
      line: {
        acquiredBy: lot.entryId,
        acquired: lot.traded,
        incurred,
        quantity: lot.quantity,
        currency: lot.currency,
        cost: cost?.toFixed() ?? null,
        quote: found.quote,
        costPln: written(pln),
      },
    };
  }

  #country(sale: PolishSale): KnownCountry {
    const venue = sale.venue === null ? undefined : findVenue(sale.venue);
    const ofVenue: KnownCountry = venue ? { country: venue.country, basis: "venue" } : unknownCountry;
    const found = this.#switches.country === "issuer" ? issuerCountry(sale) : ofVenue;
    if (found.country === null) this.#note({ code: "countryMissing", entryId: sale.entryId });
    return found;
  }

  /** Undefined for a sale of another year. */
  sale(sale: PolishSale): WorkedSale | undefined {
    const { entryId, currency } = sale;
    const arises = dayBy(this.#switches.incomeDay, sale);
    if (arises ? !arises.day.startsWith(String(this.#facts.year)) : !mayAriseIn(this.#facts.year, sale.traded)) return;
    if (arises === null) this.#note({ code: "settlementMissing", entryId });
    const proceeds = known(sale.proceeds);
    if (proceeds === null) this.#note({ code: "proceedsMissing", entryId });
    const commission = new Decimal(sale.commission);
    const foreignTax = new Decimal(sale.foreignTax);
    const isNeeded = [proceeds, commission, foreignTax].some((amount) => amount !== null && !amount.isZero());
    const found: Found =
      arises === null ? { rate: null, quote: null } : this.#quote(entryId, currency, arises.day, isNeeded);
    const inZloty = (amount: Known): Known => this.#line(atRate(amount, found));
    const costs = sale.lots.map((lot) => this.#cost(sale, lot));
    const lacking = new Decimal(sale.quantity).minus(
      total(sale.lots.map(({ quantity }) => new Decimal(quantity))) ?? 0,
    );
    if (lacking.gt(0)) this.#note({ code: "lotsMissing", entryId, quantity: lacking.toFixed() });
    const commissionPln = this.#switches.commissionInCost ? inZloty(commission) : zero;
    const cost = lacking.gt(0) ? null : total([...costs.map((one) => one.cost), commissionPln]);
    const income = inZloty(proceeds);
    const taxPln = inZloty(foreignTax);
    const { country, basis } = this.#country(sale);
    return {
      income,
      cost,
      foreignTax: taxPln,
      line: {
        entryId,
        name: sale.name,
        isin: sale.isin,
        country,
        countryBasis: basis,
        venue: sale.venue,
        traded: sale.traded,
        arises,
        quantity: sale.quantity,
        currency,
        proceeds: sale.proceeds,
        quote: found.quote,
        incomePln: written(income),
        costs: costs.map(({ line }) => line),
        commission: commission.toFixed(),
        commissionPln: written(commissionPln),
        costPln: written(cost),
        gainPln: written(minus(income, cost)),
        foreignTaxPln: written(taxPln),
      },
    };
  }

  /** What of a foreign tax is credited, in its currency: tax at the treaty's rate is rounded half up to cents, as payers do. */
  #credit(income: PolishIncome, country: string | null, tax: Decimal): { rate: Known; credited: Known } {
    if (tax.isZero()) return { rate: null, credited: zero };
    if (country === null) return { rate: null, credited: null };
    const text = this.#facts.treatyRates?.[country]?.[income.kind] ?? polishTreatyRate(country, income.kind);
    if (text === undefined) {
      this.#note({ code: "treatyRateMissing", entryId: income.entryId, country });
      return { rate: null, credited: null };
    }
    const rate = Decimal.min(text, percent);
    const most = halfUp(new Decimal(income.gross).times(rate).div(hundred), 2);
    // What is taken back takes back as much as the payment was credited with.
    return { rate, credited: tax.isNegative() ? Decimal.max(tax, most) : Decimal.min(tax, most) };
  }

  income(income: PolishIncome): { line: PolishIncomeLine; gross: Known; credited: Known } | undefined {
    const { entryId, kind, name, isin, day, currency } = income;
    if (!day.startsWith(String(this.#facts.year))) return;
    const { country, basis } = issuerCountry(income);
    if (country === null) this.#note({ code: "countryMissing", entryId });
    const isDomestic = country === "PL";
    const tax = new Decimal(income.foreignTax);
    const found: Found = this.#quote(entryId, currency, day, !isDomestic);
    const { rate, credited } = isDomestic ? { rate: null, credited: zero } : this.#credit(income, country, tax);
    const grossPln = this.#line(atRate(new Decimal(income.gross), found));
    const creditedPln = this.#line(atRate(credited, found));
    return {
      // One that may be Polish is in no known sum.
      gross: isDomestic ? zero : country === null ? null : grossPln,
      credited: creditedPln,
      line: {
        entryId,
        kind,
        name,
        isin,
        country,
        countryBasis: basis,
        day,
        currency,
        gross: income.gross,
        foreignTax: income.foreignTax,
        quote: found.quote,
        grossPln: written(grossPln),
        treatyRate: rate?.toFixed() ?? null,
        credited: credited?.toFixed() ?? null,
        creditedPln: written(creditedPln),
        isDomestic,
      },
    };
  }
}
