/** The numbers of the fields of PIT-38 by year. */

/** What a field says; the article is of the Polish PIT Act unless another is named. */
export const pit38Fields = [
  /** Income of sales abroad and of others without PIT-8C (Article 30b). */
  "income",
  /** Their cost (Article 22(1), Article 23(1)(38)). */
  "cost",
  "incomeSum",
  "costSum",
  /** Article 30b(2): income less cost. */
  "gain",
  "loss",
  /** Losses of five earlier years that the taxpayer deducts (Article 9(3)). */
  "earlierLosses",
  /** Full złoty: Tax Ordinance, Article 63 § 1. */
  "base",
  /** Percent: Article 30b(1). */
  "rate",
  "tax",
  /** Foreign tax of sales, up to the tax on the income of its country (Article 30b(5a)). */
  "foreignTax",
  /** Full złoty. */
  "due",
  /** Section G: 19 % of foreign dividends and interest (Article 30a(1)). */
  "flatTax",
  /** Foreign tax of them, up to the treaty's rate (Article 30a(9)). */
  "flatForeignTax",
  "flatDifference",
  "toPay",
  "overpaid",
] as const;
export type Pit38Field = (typeof pit38Fields)[number];

export interface Pit38Form {
  /** The version of the form, "18". */
  version: string;
  /** True for a year whose form is not published: the numbers are those of the year before. */
  provisional: boolean;
  numbers: Readonly<Record<Pit38Field, string>>;
}

/**
 * Version 18, for 2025. The numbers are those that public generators of the form write; a tax adviser looks at them before a firm relies
 * on them.
 */
const version18: Pit38Form["numbers"] = {
  income: "22",
  cost: "23",
  incomeSum: "26",
  costSum: "27",
  gain: "28",
  loss: "29",
  earlierLosses: "30",
  base: "31",
  rate: "32",
  tax: "33",
  foreignTax: "34",
  due: "35",
  flatTax: "47",
  flatForeignTax: "48",
  flatDifference: "49",
  toPay: "51",
  overpaid: "52",
};
/** Version 17, for 2024, lacks the row of two fields before the sums: what follows is lower by two. */
const version17: Pit38Form["numbers"] = {
  income: "22",
  cost: "23",
  incomeSum: "24",
  costSum: "25",
  gain: "26",
  loss: "27",
  earlierLosses: "28",
  base: "29",
  rate: "30",
  tax: "31",
  foreignTax: "32",
  due: "33",
  flatTax: "45",
  flatForeignTax: "46",
  flatDifference: "47",
  toPay: "49",
  overpaid: "50",
};

const forms: ReadonlyMap<number, Pit38Form> = new Map([
  [2024, { version: "17", provisional: false, numbers: version17 }],
  [2025, { version: "18", provisional: false, numbers: version18 }],
  [2026, { version: "18", provisional: true, numbers: version18 }],
]);

/** The form of a year; undefined for a year without a template. */
export const pit38Form = (year: number): Pit38Form | undefined => forms.get(year);
