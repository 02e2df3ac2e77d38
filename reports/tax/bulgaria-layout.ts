/** What the Bulgarian tax pack shows. */
import { type ColumnOf, type Facts, type Label, type Layout, type Sentence, type Table, tableOf } from "../layout.ts";
import type { OtherIncome, TaxBGData } from "./bulgaria-data.ts";
import type { Annex8Dividend, Annex8Holding, BulgarianSaleLine } from "./bulgaria-shapes.ts";
import { taxGapNotes } from "./pack-gaps.ts";
import { amount, converted, correctionTables, helpNotes, issuer, switchNotes } from "./pack-layout.ts";

const empty = "reports.tax.nothing";

const saleColumns = (currency: string): readonly ColumnOf<BulgarianSaleLine>[] => [
  issuer<BulgarianSaleLine>(),
  {
    fields: [
      { label: "reports.tax.sold", as: "day", value: ({ traded }) => traded },
      { label: "reports.confirmation.venue", as: "text", place: "below", value: ({ venue }) => venue },
      {
        label: "reports.tax.treatment",
        as: "label",
        place: "below",
        value: ({ treatment }) => `reports.tax.treatment.${treatment ?? "unknown"}`,
      },
    ],
  },
  { fields: [{ label: "reports.assets.quantity", as: "quantity", value: ({ quantity }) => quantity }] },
  converted("reports.tax.proceeds", {
    value: ({ proceeds }) => proceeds,
    currency: (row) => row.currency,
    quote: ({ quote }) => quote,
  }),
  {
    label: "reports.tax.bg.prices",
    fields: [
      { label: "reports.tax.bg.salePrice", as: "amount", currency, value: ({ salePrice }) => salePrice },
      {
        label: "reports.tax.bg.acquisitionPrice",
        as: "amount",
        currency,
        place: "below",
        value: ({ acquisitionPrice }) => acquisitionPrice,
      },
    ],
  },
  {
    label: "reports.tax.bg.result",
    fields: [
      { label: "reports.tax.bg.profit", as: "amount", currency, value: ({ profit }) => profit },
      { label: "reports.tax.bg.loss", as: "amount", currency, place: "below", value: ({ loss }) => loss },
    ],
  },
];

const salesTable = (
  title: Label,
  currency: string,
  rows: readonly BulgarianSaleLine[],
  totals: Parameters<typeof tableOf>[3]["totals"] = [],
): Table => tableOf(title, saleColumns(currency), rows, { empty, totals });

const holdingColumns = (currency: string): readonly ColumnOf<Annex8Holding>[] => [
  issuer<Annex8Holding>(),
  { fields: [{ label: "reports.tax.acquired", as: "day", value: ({ acquired }) => acquired }] },
  { fields: [{ label: "reports.assets.quantity", as: "quantity", value: ({ quantity }) => quantity }] },
  converted("reports.tax.bg.costInCurrency", {
    value: ({ cost }) => cost,
    currency: (row) => row.currency,
    quote: ({ quote }) => quote,
  }),
  amount("reports.tax.bg.acquisitionPrice", currency, ({ costInTax }) => costInTax),
];

const dividendColumns = (currency: string): readonly ColumnOf<Annex8Dividend>[] => [
  issuer<Annex8Dividend>(),
  {
    fields: [
      { label: "reports.tax.bg.code", as: "text", value: ({ code }) => code },
      { label: "reports.tax.bg.method", as: "text", place: "below", value: ({ methodCode }) => methodCode },
    ],
  },
  amount("reports.tax.gross", currency, ({ gross }) => gross),
  amount("reports.tax.foreignTax", currency, ({ foreignTax }) => foreignTax),
  {
    label: "reports.tax.bg.credit",
    fields: [
      { label: "reports.tax.bg.permitted", as: "amount", currency, value: ({ permittedCredit }) => permittedCredit },
      {
        label: "reports.tax.bg.recognised",
        as: "amount",
        currency,
        place: "below",
        value: ({ recognisedCredit }) => recognisedCredit,
      },
    ],
  },
  amount("reports.tax.bg.due", currency, ({ due }) => due),
];

type PaymentRow = Annex8Dividend["payments"][number] & Pick<Annex8Dividend, "name" | "isin" | "country">;
const paymentColumns = (currency: string): readonly ColumnOf<PaymentRow>[] => [
  issuer<PaymentRow>(),
  { fields: [{ label: "reports.management.day", as: "day", value: ({ day }) => day }] },
  converted("reports.tax.gross", {
    value: ({ gross }) => gross,
    currency: (row) => row.currency,
    quote: ({ quote }) => quote,
  }),
  { fields: [{ label: "reports.tax.foreignTax", as: "price", value: ({ foreignTax }) => foreignTax }] },
  amount("reports.tax.bg.grossInTax", currency, ({ grossInTax }) => grossInTax),
  amount("reports.tax.bg.foreignTaxInTax", currency, ({ foreignTaxInTax }) => foreignTaxInTax),
];

const otherColumns: readonly ColumnOf<OtherIncome>[] = [
  {
    fields: [
      { label: "reports.tax.payer", as: "text", value: ({ name }) => name },
      { label: "reports.tax.country", as: "text", place: "below", value: ({ country }) => country },
    ],
  },
  { fields: [{ label: "reports.management.day", as: "day", value: ({ day }) => day }] },
  {
    fields: [
      { label: "reports.tax.gross", as: "price", value: ({ gross }) => gross },
      { label: "reports.assets.amountCurrency", as: "text", place: "after", value: ({ currency }) => currency },
      { label: "reports.tax.foreignTax", as: "price", place: "below", value: ({ foreignTax }) => foreignTax },
    ],
  },
];

/** A figure that may not be known. */
const figure = (label: Label, value: string | null, currency: string): Facts["rows"][number] =>
  value === null ? { label, as: "label", value: "reports.unknown" } : { label, as: "amount", value, currency };

function personTables({ annex5, annex8, annex13, undecided }: TaxBGData, currency: string): Table[] {
  const sold = annex5?.partII;
  const dividends = annex8?.partIII;
  const payments = (dividends ?? []).flatMap(({ name, isin, country, payments: own }) =>
    own.map((payment) => ({ ...payment, name, isin, country })),
  );
  return [
    ...(sold
      ? [
          salesTable(
            "reports.tax.bg.annex5",
            currency,
            sold.rows,
            sold.rows.length === 0
              ? []
              : [
                  {
                    "reports.assets.instrument": "reports.tax.sum",
                    "reports.tax.bg.salePrice": sold.salePrice,
                    "reports.tax.bg.acquisitionPrice": sold.acquisitionPrice,
                    "reports.tax.bg.profit": sold.profit,
                    "reports.tax.bg.loss": sold.loss,
                  },
                ],
          ),
        ]
      : []),
    ...(undecided.length > 0 ? [salesTable("reports.tax.bg.undecided", currency, undecided)] : []),
    ...(annex8?.partI ? [tableOf("reports.tax.bg.annex8I", holdingColumns(currency), annex8.partI, { empty })] : []),
    ...(dividends ? [tableOf("reports.tax.bg.annex8III", dividendColumns(currency), dividends, { empty })] : []),
    ...(payments.length > 0 ? [tableOf("reports.tax.bg.payments", paymentColumns(currency), payments, { empty })] : []),
    ...(annex13.rows.length > 0 ? [salesTable("reports.tax.bg.annex13", currency, annex13.rows)] : []),
  ];
}

/** What is declared and to be paid, above the tables. */
function personFacts({ annex5, dividendTax }: TaxBGData, currency: string): Facts["rows"] {
  return [
    figure("reports.tax.bg.taxable", annex5?.partII.taxable ?? null, currency),
    figure("reports.tax.bg.saleTax", annex5?.partII.tax ?? null, currency),
    figure("reports.tax.bg.dividendTax", dividendTax, currency),
  ];
}

const companyFacts = ({ company }: TaxBGData, currency: string): Facts["rows"] => [
  figure("reports.tax.bg.excludedProfit", company?.excludedProfit ?? null, currency),
  figure("reports.tax.bg.unrecognisedLoss", company?.unrecognisedLoss ?? null, currency),
];

const spb8Key = (spb8: boolean | null): Label =>
  spb8 === null ? "reports.tax.bg.spb8Unknown" : spb8 ? "reports.tax.bg.spb8" : "reports.tax.bg.spb8Not";

export function taxBGLayout(data: TaxBGData): Layout {
  const { given, year, currency, taxpayer, provisional, company, corrections, otherIncome, switches, gaps } = data;
  const provisionalNote: Sentence[] = provisional
    ? [{ key: "reports.tax.provisional", params: { year: { as: "text", value: String(year) } } }]
    : [];
  const figures =
    currency === null ? [] : taxpayer === "company" ? companyFacts(data, currency) : personFacts(data, currency);
  const tables =
    currency === null
      ? []
      : taxpayer === "company"
        ? [salesTable("reports.tax.bg.companySales", currency, company?.rows ?? [])]
        : personTables(data, currency);
  return {
    title: "reports.kind.taxBG",
    facts: {
      kind: "facts",
      rows: [
        { label: "reports.fact.holder", as: "text", value: given.holder.name },
        { label: "reports.fact.account", as: "text", value: given.holder.account },
        { label: "reports.tax.year", as: "text", value: String(year) },
        { label: "reports.tax.taxpayer", as: "label", value: `reports.tax.taxpayer.${taxpayer}` },
        ...(currency === null ? [] : [{ label: "reports.tax.currency", as: "text", value: currency } as const]),
        { label: "reports.tax.residences", as: "text", value: data.residences.join(", ") || "–" },
        ...figures,
      ],
    },
    parts: [
      helpNotes(...provisionalNote),
      ...taxGapNotes(gaps),
      ...tables,
      ...(otherIncome.length > 0 ? [tableOf("reports.tax.bg.otherIncome", otherColumns, otherIncome, { empty })] : []),
      ...correctionTables(corrections),
      switchNotes("bg", switches),
      {
        kind: "notes",
        title: "reports.notes.title",
        sentences: [
          { key: "reports.tax.bg.average" },
          { key: year < 2026 ? "reports.tax.bg.ratesLev" : "reports.tax.bg.ratesEuro" },
          { key: taxpayer === "company" ? "reports.tax.bg.companyNote" : "reports.tax.bg.exemptNote" },
          { key: spb8Key(data.spb8) },
          ...(otherIncome.length > 0 ? [{ key: "reports.tax.bg.otherIncomeNote" } as const] : []),
          ...(corrections.length > 0 ? [{ key: "reports.tax.correctionsNote" } as const] : []),
        ],
      },
    ],
  };
}
