/**
 * PIT-38 and PIT/ZG of a person who is taxed in Poland, from sales and foreign income. Help, not advice: what the law disputes is a switch,
 * which the answer repeats.
 *
 * Rules: Act of 26 July 1991 on personal income tax. Income of a sale arises on its settlement day (letter
 * 0114-KDIP3-1.4011.1149.2023.1.AK). Amounts are converted at the mean rate of Narodowy Bank Polski of the last working day before
 * (Article 11a). The first units acquired are sold first (Articles 24(10) and 30a(3)). Decision 0330.
 */
import { addDays } from "@portico/api/rules/calendar.ts";
import { Decimal, type Known, minus, plus, zero } from "@portico/ledger/decimal.ts";
import type { Currency, Day, DecimalString } from "@portico/ledger/entry.ts";
import { businessDayBefore } from "../calendars/business-days.ts";
import { nbpDays } from "../calendars/calendars.ts";
import { settlementDay } from "../calendars/settlement.ts";
import { halfUp, total, upTo, written } from "../rounding.ts";
import { findVenue } from "../venues.ts";
import { type CountryBasis, issuerCountry, type KnownCountry, unknownCountry } from "./countries.ts";
import type { ConsumedLot, MatchedSale } from "./fifo.ts";
import { type Pit38Field, type Pit38Form, pit38Form } from "./poland-forms.ts";
import { polishTreatyRate, type TreatyIncome } from "./poland-treaties.ts";
import { atRate, type Found, findQuote, type QuoteOf, type UsedQuote } from "./quotes.ts";

const zloty: Currency = "PLN";
/** Article 30a(1) and Article 30b(1). */
const percent = new Decimal("19");
const hundred = new Decimal(100);

/** A sale with the units that it consumed (`firstInFirstOut`). Fewer than sold: the rest was never acquired here. */
export type PolishSale = Omit<MatchedSale, "kind" | "account" | "instrumentId" | "isExemptible">;

/** A dividend, or interest, of an issuer abroad. */
export interface PolishIncome {
  entryId: number;
  kind: TreatyIncome;
  name: string;
  isin: string | null;
  country: string | null;
  /** The day on which it was paid. */
  day: Day;
  /** Before tax. */
  gross: DecimalString;
  /** Tax that the other state took, positive. */
  foreignTax: DecimalString;
  currency: Currency;
}

/** What the law leaves open; a pack names each. */
export interface PolishSwitches {
  /** Commissions of purchase and sale are cost (Article 22(1)); otherwise they count for nothing. */
  commissionInCost: boolean;
  /** The day on which the income of a sale arises. */
  incomeDay: "settlement" | "trade";
  /** The day on which the cost of a purchase was incurred. */
  costDay: "settlement" | "trade";
  /** Whose country a PIT/ZG names: the issuer's or the venue's. */
  country: "issuer" | "venue";
  /** Whether each line is rounded to grosze before they are added, or their sum alone. */
  rounding: "lines" | "sums";
  /** Of fields 47 and 49: up to the next grosz (Tax Ordinance, Article 63 § 1a), or half up. */
  flatTax: "upToGrosz" | "halfUp";
}
export const polishSwitches: PolishSwitches = {
  commissionInCost: true,
  incomeDay: "settlement",
  costDay: "settlement",
  country: "issuer",
  rounding: "lines",
  flatTax: "upToGrosz",
};

export interface PolishFacts {
  year: number;
  /** Sales of the year and of the weeks before it, which may settle in it; others are left out. */
  sales: readonly PolishSale[];
  incomes: readonly PolishIncome[];
  /** NBP's mean rates, in złoty per one unit. */
  quoteOf: QuoteOf;
  /** Losses of earlier years that the person deducts, in złoty; at most the gain is taken. */
  earlierLosses?: DecimalString;
  /** What was paid of the tax during the year, in złoty. */
  paid?: DecimalString;
  /** Rates of treaties that the firm states, in percent by country; before those of the table. */
  treatyRates?: Readonly<Record<string, Partial<Record<TreatyIncome, DecimalString>>>>;
  switches?: Partial<PolishSwitches>;
}

export type PolishGap =
  | { code: "templateMissing"; year: number }
  /** No settlement day is stated, and the venue is unknown. */
  | { code: "settlementMissing"; entryId: number }
  /** NBP's rate of the day is not known. */
  | { code: "rateMissing"; entryId: number; currency: Currency; day: Day }
  /** So many units were sold that were never acquired here. */
  | { code: "lotsMissing"; entryId: number; quantity: DecimalString }
  /** Units came without their cost. */
  | { code: "costMissing"; entryId: number; acquiredBy: number }
  | { code: "proceedsMissing"; entryId: number }
  /** Neither the issuer's country is stated nor does the ISIN name one; or, by that switch, the venue's. */
  | { code: "countryMissing"; entryId: number }
  /** Tax was taken by a country whose treaty is not in the table. */
  | { code: "treatyRateMissing"; entryId: number; country: string };

/** A day with how it is known. */
export interface ArisingDay {
  day: Day;
  basis: "stated" | "calendar" | "trade";
}

export interface PolishCostLine {
  /** The entry that brought the units. */
  acquiredBy: number;
  acquired: Day;
  incurred: ArisingDay | null;
  quantity: DecimalString;
  currency: Currency;
  /** With commission if it counts as cost. */
  cost: DecimalString | null;
  quote: UsedQuote;
  /** Złoty. */
  costPln: DecimalString | null;
}
export interface PolishSaleLine {
  entryId: number;
  name: string;
  isin: string | null;
  /** Of the PIT/ZG. */
  country: string | null;
  countryBasis: CountryBasis | null;
  venue: string | null;
  traded: Day;
  arises: ArisingDay | null;
  quantity: DecimalString;
  currency: Currency;
  proceeds: DecimalString | null;
  quote: UsedQuote;
  /** Złoty. */
  incomePln: DecimalString | null;
  costs: PolishCostLine[];
  /** Commission of the sale, as a cost at the rate of the sale. */
  commission: DecimalString;
  commissionPln: DecimalString | null;
  costPln: DecimalString | null;
  gainPln: DecimalString | null;
  foreignTaxPln: DecimalString | null;
}
export interface PolishIncomeLine {
  entryId: number;
  kind: TreatyIncome;
  name: string;
  isin: string | null;
  country: string | null;
  countryBasis: CountryBasis | null;
  day: Day;
  currency: Currency;
  gross: DecimalString;
  foreignTax: DecimalString;
  quote: UsedQuote;
  grossPln: DecimalString | null;
  /** Percent; null without foreign tax or rate. */
  treatyRate: DecimalString | null;
  /** What of the foreign tax the treaty allows, in the currency and in złoty. */
  credited: DecimalString | null;
  creditedPln: DecimalString | null;
  /** A Polish issuer's: its payer settles the tax, so it is in no field. */
  isDomestic: boolean;
}

/** One PIT/ZG; its fields are keys. */
export interface PitZg {
  country: string;
  /** Field 29, gain under Article 30b(5) and (5b); "0.00" where it is a loss. Field 30, foreign tax of it. */
  fields: { "29": DecimalString | null; "30": DecimalString | null };
  /** The loss in the country, which no field asks for. */
  loss: DecimalString | null;
  entryIds: number[];
}

export interface Pit38 {
  form: "PIT-38";
  /** Null for a year without a template. */
  version: string | null;
  year: number;
  provisional: boolean;
  switches: PolishSwitches;
  /** By number: amounts in złoty, "32" in percent; null if unknown, for which `gaps` has the reason. */
  fields: Record<string, DecimalString | null>;
  /** Null if a sale has no country. */
  pitZg: PitZg[] | null;
  sales: PolishSaleLine[];
  incomes: PolishIncomeLine[];
  gaps: PolishGap[];
}

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

/** Figures of a sale in złoty, before they are rounded if sums alone are. */
interface WorkedSale {
  line: PolishSaleLine;
  income: Known;
  cost: Known;
  foreignTax: Known;
}

class Pack {
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
    const found = findQuote(this.#facts.quoteOf, zloty, currency, businessDayBefore(nbpDays, day));
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
    return { rate, credited: Decimal.min(tax, halfUp(new Decimal(income.gross).times(rate).div(hundred), 2)) };
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

const sumOf = (figures: Known[]): Known => {
  const sum = total(figures);
  return sum === null ? null : halfUp(sum, 2);
};
const positive = (value: Known): Known => (value === null ? null : Decimal.max(value, zero));
const smaller = (one: Known, other: Known): Known => (one === null || other === null ? null : Decimal.min(one, other));
const shareOfTax = (base: Known): Known => (base === null ? null : halfUp(base.times(percent).div(hundred), 2));

interface CountrySum {
  country: string | null;
  gain: Known;
  foreignTax: Known;
  entryIds: number[];
}

function byCountry(sales: readonly WorkedSale[]): CountrySum[] {
  const groups = Map.groupBy(sales, ({ line }) => line.country);
  return [...groups]
    .map(([country, group]) => ({
      country,
      gain: minus(sumOf(group.map(({ income }) => income)), sumOf(group.map(({ cost }) => cost))),
      foreignTax: sumOf(group.map(({ foreignTax }) => foreignTax)),
      entryIds: group.map(({ line }) => line.entryId),
    }))
    .toSorted((a, b) => ((a.country ?? "") < (b.country ?? "") ? -1 : 1));
}

/**
 * Foreign tax of sales: of each country at most the part of the tax that falls to its gain (Article 30b(5a)). A Polish gain is none abroad.
 */
function creditOf(countries: readonly CountrySum[], gain: Known, tax: Known): Known {
  return sumOf(
    countries.map(({ country, gain: own, foreignTax }) => {
      if (foreignTax?.isZero() || country === "PL") return zero;
      if (foreignTax === null || own === null || gain === null || tax === null || country === null) return null;
      if (own.lte(0) || gain.lte(0)) return zero;
      return Decimal.min(foreignTax, halfUp(tax.times(Decimal.min(own.div(gain), 1)), 2));
    }),
  );
}

const fieldsOf = (form: Pit38Form, values: Record<Pit38Field, DecimalString | null>): Pit38["fields"] =>
  Object.fromEntries(Object.entries(form.numbers).map(([name, number]) => [number, values[name as Pit38Field]]));

/**
 * The fields of PIT-38 with the lines behind them. Each line is rounded to grosze half up (unless the switch says otherwise); 31 and 35 to
 * full złoty, 50 grosze up (Tax Ordinance, Article 63 § 1); 47 and 49 up to the next grosz (§ 1a). A field that lacks a rate, a lot, a day or
 * a country is null, never a part of a sum. A year without a template has no fields, and the gap says so.
 */
export function pit38(facts: PolishFacts): Pit38 {
  const switches = { ...polishSwitches, ...facts.switches };
  const form = pit38Form(facts.year);
  if (!form)
    return {
      form: "PIT-38",
      version: null,
      year: facts.year,
      provisional: false,
      switches,
      fields: {},
      pitZg: null,
      sales: [],
      incomes: [],
      gaps: [{ code: "templateMissing", year: facts.year }],
    };
  const pack = new Pack(facts, switches);
  const sales = facts.sales.flatMap((sale) => pack.sale(sale) ?? []);
  const incomes = facts.incomes.flatMap((income) => pack.income(income) ?? []);
  const countries = byCountry(sales);

  const income = sumOf(sales.map((sale) => sale.income));
  const cost = sumOf(sales.map((sale) => sale.cost));
  const result = minus(income, cost);
  const gain = positive(result);
  const loss = positive(result?.negated() ?? null);
  const earlierLosses = smaller(halfUp(new Decimal(facts.earlierLosses ?? 0), 2), gain);
  const left = minus(gain, earlierLosses);
  const base = left === null ? null : halfUp(left, 0);
  const tax = shareOfTax(base);
  const foreignTax = smaller(creditOf(countries, gain, tax), tax);
  const afterCredit = minus(tax, foreignTax);
  const due = afterCredit === null ? null : halfUp(afterCredit, 0);

  const flatRounding = (value: Known): Known =>
    value === null ? null : switches.flatTax === "upToGrosz" ? upTo(value, 2) : halfUp(value, 2);
  const gross = sumOf(incomes.map((one) => one.gross));
  const flatTax = flatRounding(gross?.times(percent).div(hundred) ?? null);
  const flatForeignTax = smaller(sumOf(incomes.map((one) => one.credited)), flatTax);
  const flatDifference = flatRounding(minus(flatTax, flatForeignTax));
  const toPay = minus(plus(due, flatDifference), new Decimal(facts.paid ?? 0));

  return {
    form: "PIT-38",
    version: form.version,
    year: facts.year,
    provisional: form.provisional,
    switches,
    fields: fieldsOf(form, {
      income: written(income),
      cost: written(cost),
      incomeSum: written(income),
      costSum: written(cost),
      gain: written(gain),
      loss: written(loss),
      earlierLosses: written(earlierLosses),
      base: written(base, 0),
      rate: percent.toFixed(),
      tax: written(tax),
      foreignTax: written(foreignTax),
      due: written(due, 0),
      flatTax: written(flatTax),
      flatForeignTax: written(flatForeignTax),
      flatDifference: written(flatDifference),
      toPay: written(positive(toPay)),
      overpaid: written(positive(toPay?.negated() ?? null)),
    }),
    pitZg: countries.some(({ country }) => country === null) ? null : countries.flatMap(pitZgOf),
    sales: sales.map(({ line }) => line),
    incomes: incomes.map(({ line }) => line),
    gaps: pack.gaps,
  };
}

/** Of each country but Poland. */
function pitZgOf({ country, gain, foreignTax, entryIds }: CountrySum): PitZg[] {
  if (country === null || country === "PL") return [];
  return [
    {
      country,
      fields: { "29": written(positive(gain)), "30": written(foreignTax) },
      loss: written(positive(gain?.negated() ?? null)),
      entryIds,
    },
  ];
}
