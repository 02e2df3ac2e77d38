/**
 * What a person or company that is taxed in Bulgaria declares of sales, foreign shares and foreign dividends. Help, not advice: what the law
 * disputes is a switch, which the answer repeats.
 *
 * Rules: Act on income taxes of natural persons (ZDDFL), Act on corporate income tax (ZKPO). Amounts are converted at the rate of the
 * Bulgarian National Bank that holds on the day of the transaction; from 2026 at the ECB's. 2025 is declared in levs, 2026 in euro, to which
 * older cost is brought by 1.95583 levs. Decision 0331.
 */
import { Decimal, type Known, minus, plus, zero } from "@portico/ledger/decimal.ts";
import type { Currency, Day, DecimalString } from "@portico/ledger/entry.ts";
import { euro, lev, levsPerEuro } from "@portico/ledger/fixed-rates.ts";
import { businessDayBefore, isBusinessDay } from "../calendars/business-days.ts";
import { bulgarianDays, targetDays } from "../calendars/calendars.ts";
import { settlementDay } from "../calendars/settlement.ts";
import { halfUp, total, written } from "../rounding.ts";
import { findVenue, type Venue } from "../venues.ts";
import { AverageCosts } from "./average-cost.ts";
import { type CountryBasis, issuerCountry } from "./countries.ts";
import type { TaxEvent, TaxPurchase, TaxSale } from "./events.ts";
import { atRate, type Found, findQuote, type QuoteOf, type UsedQuote } from "./quotes.ts";

/** ZDDFL, Article 48(1). */
const saleRate = new Decimal("10");
/** ZDDFL, Article 46(3): dividends. */
const dividendRate = new Decimal("5");
const hundred = new Decimal(100);
/** The first day in euro. */
const euroFrom: Day = "2026-01-01";

interface Instrument {
  instrumentId: number;
  name: string;
  isin: string | null;
  /** The issuer's, ISO 3166-1 alpha-2; null if not stated. */
  country: string | null;
}
type Dated = Pick<TaxPurchase, "entryId" | "traded" | "settled" | "venue">;
export interface BulgarianSale extends TaxSale {
  /** Whether the trade was made on the venue's regulated market, where the identifier alone does not say it. */
  market?: "regulated" | "other" | null;
}
export type BulgarianEvent = Exclude<TaxEvent, TaxSale> | BulgarianSale;

export interface BulgarianDividend extends Instrument {
  entryId: number;
  day: Day;
  gross: DecimalString;
  /** Tax that the other state took, positive. */
  foreignTax: DecimalString;
  currency: Currency;
}
/** Units of one purchase that are held at the end of the year. */
export interface BulgarianHolding extends Instrument {
  /** Null if unknown. */
  acquired: Day | null;
  quantity: DecimalString;
  cost: DecimalString | null;
  currency: Currency;
  /** `contractual`: a fund without legal personality, which is no share. Null if unknown. */
  legalForm: "company" | "contractual" | null;
}

export interface BulgarianSwitches {
  commissionInCost: boolean;
  /** The day whose rate counts and whose year it is (ZDDFL, Article 11(1): the day of transfer). */
  day: "trade" | "settlement";
  /** How double taxation is avoided, as Annex 8 names it: 1 is the ordinary credit. */
  methodCode: "1" | "3";
}
export const bulgarianSwitches: BulgarianSwitches = { commissionInCost: true, day: "trade", methodCode: "1" };

export interface BulgarianFacts {
  year: number;
  taxpayer: "person" | "company";
  /** All of the holder's, from the first one on, in the order of booking. */
  events: readonly BulgarianEvent[];
  dividends: readonly BulgarianDividend[];
  holdings: readonly BulgarianHolding[];
  /** Units of lev per unit until 2025 (BNB), units per euro from 2026 (ECB, `inverse`). Rates to the euro and lev themselves are fixed. */
  quoteOf: QuoteOf;
  /** False for what a foreign custodian or broker keeps without an intermediary in Bulgaria; null if unknown. */
  hasLocalIntermediary: boolean | null;
  switches?: Partial<BulgarianSwitches>;
}

export type BulgarianGap =
  | { code: "templateMissing"; year: number }
  | { code: "settlementMissing"; entryId: number }
  | { code: "rateMissing"; entryId: number | null; currency: Currency; day: Day }
  | { code: "lotsMissing"; entryId: number; quantity: DecimalString }
  /** The entry brought units without their cost, or made the cost of those that were held unknown. */
  | { code: "costMissing"; entryId: number }
  | { code: "proceedsMissing"; entryId: number }
  /** Whether the venue is a regulated market is not known. */
  | { code: "marketMissing"; entryId: number; venue: string | null }
  /** Whether the kind of instrument can be exempt is not known. */
  | { code: "instrumentKindMissing"; entryId: number }
  | { code: "countryMissing"; entryId: number | null; instrumentId: number }
  | { code: "legalFormMissing"; instrumentId: number }
  | { code: "acquisitionDayMissing"; instrumentId: number };

export type Treatment =
  /** Annex 5, code 508. */
  | "taxable"
  /** On a regulated market of the EU or EEA: not declared; Annex 13 is voluntary (ZDDFL, Article 13(1)(3)). */
  | "exempt"
  /** Of a company: the profit leaves the tax result, a loss is not recognised (ZKPO, Article 44). */
  | "excluded"
  /** Of a company: part of its result. */
  | "inResult";

/** An instrument as a table names it. */
interface Named extends Instrument {
  countryBasis: CountryBasis | null;
}
export interface BulgarianSaleLine extends Named {
  entryId: number;
  traded: Day;
  /** Whose rate was taken; null if unknown. */
  day: Day | null;
  venue: string | null;
  quantity: DecimalString;
  currency: Currency;
  proceeds: DecimalString | null;
  quote: UsedQuote;
  /** Null if unknown. */
  treatment: Treatment | null;
  /** In the tax's currency. */
  salePrice: DecimalString | null;
  acquisitionPrice: DecimalString | null;
  profit: DecimalString | null;
  loss: DecimalString | null;
}
export interface Annex5 {
  /** Part II, code 508: one row for each sale. */
  code: "508";
  rows: BulgarianSaleLine[];
  salePrice: DecimalString | null;
  acquisitionPrice: DecimalString | null;
  profit: DecimalString | null;
  loss: DecimalString | null;
  /** Profits less losses of the year, at least 0 (ZDDFL, Article 33(3)). */
  taxable: DecimalString | null;
  tax: DecimalString | null;
}
/** Part I of Annex 8: shares in foreign companies held on 31 December. */
export interface Annex8Holding extends Named {
  acquired: Day | null;
  quantity: DecimalString;
  currency: Currency;
  cost: DecimalString | null;
  quote: UsedQuote;
  /** In the tax's currency. */
  costInTax: DecimalString | null;
}
/** Part III of Annex 8: one row for each payer. */
export interface Annex8Dividend extends Named {
  code: "8141";
  methodCode: string;
  gross: DecimalString | null;
  foreignTax: DecimalString | null;
  /** 5 % of the gross amount. */
  permittedCredit: DecimalString | null;
  /** The smaller of the two. */
  recognisedCredit: DecimalString | null;
  /** 5 % less the recognised credit. */
  due: DecimalString | null;
  payments: {
    entryId: number;
    day: Day;
    currency: Currency;
    gross: DecimalString;
    foreignTax: DecimalString;
    quote: UsedQuote;
    grossInTax: DecimalString | null;
    foreignTaxInTax: DecimalString | null;
  }[];
}
export interface TaxBulgaria {
  year: number;
  /** Of the figures that are declared; null for a year without a template. */
  currency: Currency | null;
  provisional: boolean;
  taxpayer: BulgarianFacts["taxpayer"];
  switches: BulgarianSwitches;
  /** Null for a company, and if a sale's treatment is unknown. */
  annex5: Annex5 | null;
  /** Annex 13, voluntary: what is exempt. */
  exempt: BulgarianSaleLine[];
  /** Sales whose treatment is unknown. */
  undecided: BulgarianSaleLine[];
  annex8: { partI: Annex8Holding[] | null; partIII: Annex8Dividend[] | null } | null;
  dividendTax: DecimalString | null;
  /** Sales of a company; null for a person. */
  company: {
    excludedProfit: DecimalString | null;
    unrecognisedLoss: DecimalString | null;
    rows: BulgarianSaleLine[];
  } | null;
  /**
   * Whether the central bank's form SPB-8 can be needed: for securities and money held abroad without a local intermediary (Ordinance 27 of the
   * BNB). Null if it is not known who keeps them.
   */
  spb8: boolean | null;
  gaps: BulgarianGap[];
}

const known = (text: DecimalString | null): Known => (text === null ? null : new Decimal(text));
const named = ({ instrumentId, name, isin, country: stated }: Instrument): Named => {
  const { country, basis } = issuerCountry({ country: stated, isin });
  return { instrumentId, name, isin, country, countryBasis: basis };
};
const positive = (value: Known): Known => (value === null ? null : Decimal.max(value, zero));
const sumOf = (figures: Iterable<Known>): Known => {
  const sum = total(figures);
  return sum === null ? null : halfUp(sum, 2);
};
const rounded = (value: Known): Known => (value === null ? null : halfUp(value, 2));
const percentOf = (value: Known, percent: Decimal): Known =>
  value === null ? null : halfUp(value.times(percent).div(hundred), 2);

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

/** 2025 has its forms; 2024 is as 2025; 2026 is the first year in euro, whose forms are not published. */
const years: ReadonlyMap<number, { provisional: boolean }> = new Map([
  [2024, { provisional: false }],
  [2025, { provisional: false }],
  [2026, { provisional: true }],
]);

interface WorkedSale {
  line: BulgarianSaleLine;
  sale: Known;
  cost: Known;
}

class Pack {
  readonly gaps: BulgarianGap[] = [];
  readonly #noted = new Set<string>();
  readonly currency: Currency;
  readonly #facts: BulgarianFacts;
  readonly #switches: BulgarianSwitches;
  readonly #pools = new AverageCosts<BulgarianGap>();

  constructor(facts: BulgarianFacts, switches: BulgarianSwitches) {
    this.#facts = facts;
    this.#switches = switches;
    this.currency = facts.year < 2026 ? lev : euro;
  }

  note(gap: BulgarianGap): void {
    const text = JSON.stringify(gap);
    if (this.#noted.has(text)) return;
    this.#noted.add(text);
    this.gaps.push(gap);
  }

  /** The day that counts; null if it is the settlement's and neither stated nor known by the venue. */
  #dayOf({ traded, settled, venue }: Dated): Day | null {
    if (this.#switches.day === "trade") return traded;
    return settled ?? (venue === null ? undefined : settlementDay(venue, traded)?.day) ?? null;
  }

  /** Of the lev until 2025, of the euro from 2026; the rate that holds on a day is the last one published, so a weekend has Friday's. */
  #find(currency: Currency, day: Day): Found {
    const isLev = day < euroFrom;
    const own = isLev ? lev : euro;
    if (currency === (isLev ? euro : lev)) {
      const quote = { rate: levsPerEuro.toFixed(), day, source: "fixed", inverse: !isLev };
      return { rate: levsPerEuro, inverse: !isLev, quote };
    }
    const calendar = isLev ? bulgarianDays : targetDays;
    const published = currency === own || isBusinessDay(calendar, day) ? day : businessDayBefore(calendar, day);
    return findQuote(this.#facts.quoteOf, own, currency, published);
  }

  /** Amounts in the currency of the year, and what is missing if one of them is unknown for want of a rate. */
  #convert(
    entryId: number | null,
    currency: Currency,
    day: Day | null,
    amounts: readonly Known[],
  ): { quote: UsedQuote; values: Known[]; missing: BulgarianGap[] } {
    const needsRate = amounts.some((amount) => amount !== null && !amount.isZero());
    if (day === null) {
      const values = amounts.map((amount) => (amount?.isZero() ? zero : null));
      return { quote: null, values, missing: [] };
    }
    const found = this.#find(currency, day);
    const old = day < euroFrom && this.currency === euro;
    const values = amounts.map((amount) => {
      const value = atRate(amount, found);
      return value !== null && old ? value.div(levsPerEuro) : value;
    });
    const gap: BulgarianGap | false | undefined = needsRate &&
      found.missing !== undefined && { code: "rateMissing", entryId, currency, day: found.missing };
    return { quote: found.quote, values, missing: gap ? [gap] : [] };
  }

  /** As `#convert`, and notes what is missing. */
  convert(
    entryId: number | null,
    currency: Currency,
    day: Day | null,
    amounts: readonly Known[],
  ): [UsedQuote, Known[]] {
    const { quote, values, missing } = this.#convert(entryId, currency, day, amounts);
    for (const gap of missing) this.note(gap);
    return [quote, values];
  }

  #purchase(event: TaxPurchase): void {
    const { entryId, instrumentId, currency } = event;
    const paid = known(event.cost);
    const cost = this.#switches.commissionInCost ? plus(paid, new Decimal(event.commission)) : paid;
    const day = this.#dayOf(event);
    const { values, missing } = this.#convert(entryId, currency, day, [cost]);
    const [inTax = null] = values;
    const reasons: BulgarianGap[] = [
      ...missing,
      ...(cost === null ? [{ code: "costMissing" as const, entryId }] : []),
      ...(day === null && inTax === null ? [{ code: "settlementMissing" as const, entryId }] : []),
    ];
    // Noted only if a sale of the year takes from it.
    this.#pools.add(instrumentId, new Decimal(event.quantity), inTax, inTax === null ? reasons : []);
  }

  #treatment(event: BulgarianSale): Treatment | null {
    const { entryId, venue, isExemptible } = event;
    const market = event.market ?? (venue === null ? null : (findVenue(venue)?.market ?? null));
    const treatment = treatmentOf(this.#facts.taxpayer, market, isExemptible);
    if (treatment === null && market === null) this.note({ code: "marketMissing", entryId, venue });
    if (treatment === null && isExemptible === null) this.note({ code: "instrumentKindMissing", entryId });
    return treatment;
  }

  #sale(event: BulgarianSale): WorkedSale | undefined {
    const { entryId, currency, instrumentId } = event;
    const taken = this.#pools.take(instrumentId, new Decimal(event.quantity));
    const day = this.#dayOf(event);
    if (!(day ?? event.traded).startsWith(String(this.#facts.year))) return;
    if (day === null) this.note({ code: "settlementMissing", entryId });
    if (taken.lacking.gt(0)) this.note({ code: "lotsMissing", entryId, quantity: taken.lacking.toFixed() });
    for (const gap of taken.reasons) this.note(gap);
    const proceeds = known(event.proceeds);
    if (proceeds === null) this.note({ code: "proceedsMissing", entryId });
    const commission = this.#switches.commissionInCost ? new Decimal(event.commission) : zero;
    // A commission of the sale makes it bring less.
    const [quote, [inTax = null]] = this.convert(entryId, currency, day, [minus(proceeds, commission)]);
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

  /** Null if a country or legal form is unknown: a table that lacks a row is none. */
  holdings(): Annex8Holding[] | null {
    let isComplete = true;
    const rows = this.#facts.holdings.flatMap((holding): Annex8Holding[] => {
      const { instrumentId, legalForm, acquired, currency } = holding;
      const { country } = issuerCountry(holding);
      if (country === "BG" || legalForm === "contractual") return [];
      if (country === null) this.note({ code: "countryMissing", entryId: null, instrumentId });
      if (legalForm === null) this.note({ code: "legalFormMissing", instrumentId });
      if (acquired === null) this.note({ code: "acquisitionDayMissing", instrumentId });
      if (country === null || legalForm === null) isComplete = false;
      const [quote, [cost = null]] = this.convert(null, currency, acquired, [known(holding.cost)]);
      return [
        {
          ...named(holding),
          acquired,
          quantity: holding.quantity,
          currency,
          cost: holding.cost,
          quote,
          costInTax: written(cost),
        },
      ];
    });
    return isComplete ? rows : null;
  }

  /** Null if a country is unknown: the dividend may be Bulgarian, and then is in no annex. */
  dividends(): { row: Annex8Dividend; due: Known }[] | null {
    const ofYear = this.#facts.dividends.filter(({ day }) => day.startsWith(String(this.#facts.year)));
    const unknown = ofYear.filter((dividend) => issuerCountry(dividend).country === null);
    for (const { entryId, instrumentId } of unknown) this.note({ code: "countryMissing", entryId, instrumentId });
    const foreign = ofYear.filter((dividend) => issuerCountry(dividend).country !== "BG");
    const rows = [...Map.groupBy(foreign, ({ instrumentId }) => instrumentId).values()].map((group) =>
      this.#payer(group),
    );
    return unknown.length > 0 ? null : rows;
  }

  #payer(group: readonly BulgarianDividend[]): { row: Annex8Dividend; due: Known } {
    const payments = group.map((dividend) => {
      const amounts = [new Decimal(dividend.gross), new Decimal(dividend.foreignTax)];
      const [quote, converted] = this.convert(dividend.entryId, dividend.currency, dividend.day, amounts);
      return { dividend, quote, gross: rounded(converted[0] ?? null), tax: rounded(converted[1] ?? null) };
    });
    const gross = sumOf(payments.map((payment) => payment.gross));
    const tax = sumOf(payments.map((payment) => payment.tax));
    const permitted = percentOf(gross, dividendRate);
    const recognised = permitted === null || tax === null ? null : Decimal.min(permitted, tax);
    const due = minus(permitted, recognised);
    const [first] = group as [BulgarianDividend];
    return {
      due,
      row: {
        ...named(first),
        code: "8141",
        methodCode: this.#switches.methodCode,
        gross: written(gross),
        foreignTax: written(tax),
        permittedCredit: written(permitted),
        recognisedCredit: written(recognised),
        due: written(due),
        payments: payments.map(({ dividend, quote, ...payment }) => ({
          entryId: dividend.entryId,
          day: dividend.day,
          currency: dividend.currency,
          gross: dividend.gross,
          foreignTax: dividend.foreignTax,
          quote,
          grossInTax: written(payment.gross),
          foreignTaxInTax: written(payment.tax),
        })),
      },
    };
  }
}

function annex5Of(sales: readonly WorkedSale[]): Annex5 {
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

function companyOf(sales: readonly WorkedSale[]): TaxBulgaria["company"] {
  const isUndecided = sales.some(({ line }) => line.treatment === null);
  const results = sales.filter(({ line }) => line.treatment === "excluded").map(({ sale, cost }) => minus(sale, cost));
  const figure = (of: Known[]): DecimalString | null => (isUndecided ? null : written(sumOf(of)));
  return {
    excludedProfit: figure(results.map(positive)),
    unrecognisedLoss: figure(results.map((result) => positive(result?.negated() ?? null))),
    rows: sales.map(({ line }) => line),
  };
}

/**
 * The tables of a year by annex and part. Amounts are rounded half up to stotinki or cents, each line once. A figure that lacks a rate, a
 * cost, a market or a country is null, never a part of a sum, and `gaps` has the reason. A year without a template has no tables.
 *
 * A company declares no annexes: dividends of its are not here (ZKPO, Article 27), of its sales what leaves its tax result.
 */
export function taxBulgaria(facts: BulgarianFacts): TaxBulgaria {
  const switches = { ...bulgarianSwitches, ...facts.switches };
  const template = years.get(facts.year);
  const pack = new Pack(facts, switches);
  const base = {
    year: facts.year,
    taxpayer: facts.taxpayer,
    switches,
    spb8: facts.hasLocalIntermediary === null ? null : !facts.hasLocalIntermediary,
    gaps: pack.gaps,
  };
  if (!template) {
    pack.note({ code: "templateMissing", year: facts.year });
    const none = { annex5: null, exempt: [], undecided: [], annex8: null, dividendTax: null, company: null };
    return { ...base, currency: null, provisional: false, ...none };
  }
  const sales = pack.sales();
  const of = (treatment: Treatment | null): WorkedSale[] => sales.filter(({ line }) => line.treatment === treatment);
  const linesOf = (treatment: Treatment | null): BulgarianSaleLine[] => of(treatment).map(({ line }) => line);
  const shared = { ...base, currency: pack.currency, provisional: template.provisional, undecided: linesOf(null) };
  if (facts.taxpayer === "company")
    return { ...shared, annex5: null, exempt: [], annex8: null, dividendTax: null, company: companyOf(sales) };
  const dividends = pack.dividends();
  return {
    ...shared,
    annex5: of(null).length > 0 ? null : annex5Of(of("taxable")),
    exempt: linesOf("exempt"),
    annex8: { partI: pack.holdings(), partIII: dividends?.map(({ row }) => row) ?? null },
    dividendTax: dividends === null ? null : written(sumOf(dividends.map(({ due }) => due))),
    company: null,
  };
}
