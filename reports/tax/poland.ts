/**
 * PIT-38 and PIT/ZG of a person who is taxed in Poland, from sales and foreign income. Help, not advice: what the law disputes is a switch,
 * which the answer repeats.
 *
 * Rules: Act of 26 July 1991 on personal income tax. Income of a sale arises on its settlement day (letter
 * 0114-KDIP3-1.4011.1149.2023.1.AK). Amounts are converted at the mean rate of Narodowy Bank Polski of the last working day before
 * (Article 11a). The first units acquired are sold first (Articles 24(10) and 30a(3)). Decision 0330.
 */
import { Decimal, type Known, minus, plus, zero } from "@portico/ledger/decimal.ts";
import type { DecimalString } from "@portico/ledger/entry.ts";
import { halfUp, total, upTo, written } from "../rounding.ts";
import { type Pit38Field, type Pit38Form, pit38Form } from "./poland-forms.ts";
import { PolishLines, type WorkedSale } from "./poland-lines.ts";
import { type Pit38, type PitZg, type PolishFacts, polishSwitches } from "./poland-shapes.ts";

/** Article 30a(1) and Article 30b(1). */
const percent = new Decimal("19");
const hundred = new Decimal(100);

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
  const pack = new PolishLines(facts, switches);
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
