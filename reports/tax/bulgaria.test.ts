/** Annexes 5 and 8: the worked example, results of a public calculator (revolut-stocks), the euro, venues, gaps, and laws. */
import { Decimal } from "@portico/ledger/decimal.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { taxBulgaria } from "./bulgaria.ts";
import type {
  BulgarianDividend,
  BulgarianEvent,
  BulgarianFacts,
  BulgarianHolding,
  BulgarianSale,
} from "./bulgaria-shapes.ts";
import type { TaxPurchase } from "./events.ts";
import type { QuoteOf } from "./quotes.ts";

const ratesOf =
  (rates: Record<string, string>, inverse = false): QuoteOf =>
  (currency, day) => {
    const rate = rates[day];
    return currency === "USD" && rate !== undefined
      ? { rate, day, source: inverse ? "ECB" : "BNB", inverse }
      : undefined;
  };

let nextEntry = 1;
const bought = (
  traded: string,
  quantity: string,
  cost: string | null,
  rest: Partial<TaxPurchase> = {},
): TaxPurchase => ({
  kind: "purchase",
  entryId: nextEntry++,
  account: "",
  instrumentId: 1,
  traded,
  settled: null,
  venue: "XNYS",
  quantity,
  cost,
  commission: "0",
  currency: "USD",
  ...rest,
});
const sold = (
  traded: string,
  quantity: string,
  proceeds: string,
  rest: Partial<BulgarianSale> = {},
): BulgarianSale => ({
  kind: "sale",
  entryId: nextEntry++,
  account: "",
  foreignTax: "0",
  instrumentId: 1,
  name: "Acme",
  isin: "US0000000001",
  country: null,
  traded,
  settled: null,
  venue: "XNYS",
  quantity,
  proceeds,
  commission: "0",
  currency: "USD",
  isExemptible: true,
  ...rest,
});
const paid = (
  day: string,
  gross: string,
  foreignTax: string,
  rest: Partial<BulgarianDividend> = {},
): BulgarianDividend => ({
  entryId: nextEntry++,
  instrumentId: 1,
  name: "Acme",
  isin: "US0000000001",
  country: null,
  day,
  gross,
  foreignTax,
  currency: "USD",
  ...rest,
});
const held = (
  acquired: string | null,
  quantity: string,
  cost: string,
  rest: Partial<BulgarianHolding> = {},
): BulgarianHolding => ({
  instrumentId: 1,
  name: "Acme",
  isin: "US0000000001",
  country: null,
  acquired,
  quantity,
  cost,
  currency: "USD",
  legalForm: "company",
  ...rest,
});
const pack = (year: number, events: BulgarianEvent[], quoteOf: QuoteOf, rest: Partial<BulgarianFacts> = {}) =>
  taxBulgaria({
    year,
    taxpayer: "person",
    events,
    dividends: [],
    holdings: [],
    quoteOf,
    hasLocalIntermediary: true,
    ...rest,
  });

const levs = ratesOf({ "2025-02-03": "1.90", "2025-04-01": "1.72", "2025-09-10": "1.66", "2025-09-12": "1.67" });
const example = [
  bought("2025-02-03", "10", "1000"),
  bought("2025-04-01", "30", "3600"),
  sold("2025-09-10", "25", "3250"),
];

describe("worked example of 2025", () => {
  test("sale 5,395.00, cost 5,057.50, profit 337.50, tax 33.75", () => {
    const { annex5, currency, gaps, provisional } = pack(2025, example, levs);
    expect({ currency, gaps, provisional }).toEqual({ currency: "BGN", gaps: [], provisional: false });
    expect(annex5).toMatchObject({
      code: "508",
      salePrice: "5395.00",
      acquisitionPrice: "5057.50",
      profit: "337.50",
      loss: "0.00",
      taxable: "337.50",
      tax: "33.75",
    });
    expect(annex5?.rows).toMatchObject([
      {
        day: "2025-09-10",
        quote: { rate: "1.66", day: "2025-09-10", source: "BNB" },
        treatment: "taxable",
        country: "US",
      },
    ]);
  });

  test("the rest in 2026: older cost ÷ 1.95583, the sale at the ECB's rate", () => {
    const events = [...example, sold("2026-03-10", "15", "2000")];
    const { annex5, currency, provisional } = pack(2026, events, (currency, day) =>
      day < "2026" ? levs(currency, day) : ratesOf({ "2026-03-10": "1.25" }, true)(currency, day),
    );
    // 8,092 − 5,057.50 = 3,034.50 levs; 2,000 ÷ 1.25.
    expect(annex5).toMatchObject({ salePrice: "1600.00", acquisitionPrice: "1551.52", profit: "48.48", tax: "4.85" });
    expect({ currency, provisional }).toEqual({ currency: "EUR", provisional: true });
    expect(annex5?.rows[0]?.quote).toEqual({ rate: "1.25", inverse: true, day: "2026-03-10", source: "ECB" });
  });
});

describe("results of a public calculator, 2020 rates of the central bank", () => {
  // Its days are of 2020: here are business days of 2025 with the rates of those days.
  const rates = ratesOf({
    "2025-03-31": "1.77255",
    "2025-04-07": "1.81246",
    "2025-05-13": "1.79846",
    "2025-06-17": "1.7413",
    "2025-06-23": "1.72807",
    "2025-06-24": "1.73389",
    "2025-07-14": "1.72639",
    "2025-07-21": "1.70845",
    "2025-07-22": "1.68926",
  });
  const row = (events: BulgarianEvent[]) => {
    const line = pack(2025, events, rates).annex5?.rows[0];
    return [line?.salePrice, line?.acquisitionPrice, line?.profit, line?.loss];
  };
  test.each([
    [
      "a fraction",
      [bought("2025-03-31", "0.07386615", "10.0000")],
      sold("2025-04-07", "0.07386615", "10.29"),
      ["18.65", "17.73", "0.92", "0.00"],
    ],
    [
      "six of several purchases at their average",
      [
        bought("2025-05-13", "0.0286838", new Decimal("0.0286838").times("355.95").toFixed()),
        bought("2025-06-17", "4", "1651.96"),
        bought("2025-06-17", "0.84273226", new Decimal("0.84273226").times("412.99").toFixed()),
        bought("2025-06-23", "1", "443.59"),
        bought("2025-06-23", "0.80346716", new Decimal("0.80346716").times("443.59").toFixed()),
      ],
      sold("2025-06-24", "6", "2575.49"),
      ["4465.62", "4389.67", "75.95", "0.00"],
    ],
    [
      "all that was given for one price",
      [bought("2025-06-17", "0.37859857", "1000.0000")],
      sold("2025-06-24", "0.37859857", "1031.29"),
      ["1788.14", "1741.30", "46.84", "0.00"],
    ],
    [
      "a loss",
      [bought("2025-06-17", "0.68917987", "1000.0000")],
      sold("2025-06-24", "0.68917987", "989.79"),
      ["1716.19", "1741.30", "0.00", "25.11"],
    ],
    [
      "two of three parts, at a loss",
      [
        bought("2025-07-14", "1", "1694.9899"),
        bought("2025-07-14", "0.17994796", new Decimal("0.17994796").times("1694.99").toFixed()),
        bought("2025-07-21", "0.91206479", new Decimal("0.91206479").times("1644.62").toFixed()),
      ],
      sold("2025-07-22", "2", "3199.29"),
      ["5404.43", "5750.88", "0.00", "346.45"],
    ],
  ] as const)("%s", (_name, purchases, sale, expected) => {
    expect(row([...purchases, sale])).toEqual(expected);
  });

  test("dividends without foreign tax: 5 % of 11.31 and of 175.32 levs", () => {
    const of = (gross: string) =>
      pack(2025, [], rates, { dividends: [paid("2025-12-29", gross, "0", { currency: "BGN" })] }).dividendTax;
    expect([of("11.31"), of("175.32")]).toEqual(["0.57", "8.77"]);
  });
});

describe("venues", () => {
  const treatment = (rest: Partial<BulgarianSale>, taxpayer: "person" | "company" = "person") => {
    const { annex5, exempt, company, undecided, gaps } = pack(
      2025,
      [bought("2025-02-03", "10", "1000"), sold("2025-09-10", "10", "1100", rest)],
      levs,
      { taxpayer },
    );
    const line = [...(annex5?.rows ?? []), ...exempt, ...undecided, ...(company?.rows ?? [])][0];
    return { treatment: line?.treatment, annex5: annex5?.tax, gaps: gaps.map(({ code }) => code) };
  };
  test("regulated markets of the EU and EEA are exempt, others taxable", () => {
    for (const venue of ["XETR", "XBUL", "XPAR", "XOSL", "XWAR"])
      expect(treatment({ venue })).toEqual({ treatment: "exempt", annex5: "0.00", gaps: [] });
    for (const venue of ["XNYS", "XNAS", "XHKG", "XASX", "XLON", "XETB"])
      expect(treatment({ venue }).treatment).toBe("taxable");
  });
  test("for a company New York, Hong Kong and Australia count as equivalent, London does not", () => {
    for (const venue of ["XETR", "XNYS", "XHKG", "XASX"])
      expect(treatment({ venue }, "company").treatment).toBe("excluded");
    expect(treatment({ venue: "XLON" }, "company").treatment).toBe("inResult");
    const { company, annex5, annex8, dividendTax } = pack(2025, example, levs, { taxpayer: "company" });
    expect({ annex5, annex8, dividendTax }).toEqual({ annex5: null, annex8: null, dividendTax: null });
    expect(company).toMatchObject({ excludedProfit: "337.50", unrecognisedLoss: "0.00" });
  });
  test("an unknown market, or a kind of instrument, leaves the annex unknown", () => {
    for (const venue of ["XFRA", "ABCD", null])
      expect(treatment({ venue })).toEqual({ treatment: null, annex5: undefined, gaps: ["marketMissing"] });
    expect(treatment({ venue: "XFRA", market: "regulated" }).treatment).toBe("exempt");
    expect(treatment({ venue: "XETR", isExemptible: null }).gaps).toEqual(["instrumentKindMissing"]);
    expect(treatment({ venue: "XETR", isExemptible: false }).treatment).toBe("taxable");
    // Whatever it is, it was not on a regulated market.
    expect(treatment({ venue: "XNYS", isExemptible: null }).treatment).toBe("taxable");
  });
});

describe("rules", () => {
  test("losses of the year reduce its profits, not below nothing", () => {
    const events = [
      bought("2025-02-03", "10", "1000"),
      bought("2025-02-03", "1", "100", { instrumentId: 2 }),
      sold("2025-09-10", "5", "600"),
      sold("2025-09-10", "1", "50", { instrumentId: 2 }),
    ];
    expect(pack(2025, events, levs).annex5).toMatchObject({
      profit: "46.00",
      loss: "107.00",
      taxable: "0.00",
      tax: "0.00",
    });
  });
  test("a weekend has the rate of Friday, a holiday that of the day before", () => {
    const rates = ratesOf({ "2025-09-05": "1.7", "2025-09-19": "1.8" });
    // 6 September 2025 was a Saturday, so Monday the 8th was off.
    const events = [bought("2025-09-08", "1", "100"), sold("2025-09-22", "1", "200")];
    const { annex5 } = pack(2025, events, rates);
    expect(annex5).toMatchObject({ salePrice: "360.00", acquisitionPrice: "170.00" });
  });
  test("euro and lev have their fixed rate in both years", () => {
    const events = (currency: string) => [
      bought("2025-02-03", "2", "100", { currency }),
      sold("2025-09-10", "1", "60", { currency }),
      sold("2026-03-10", "1", "70", { currency: "EUR" }),
    ];
    const none: QuoteOf = () => undefined;
    expect(pack(2025, events("EUR"), none).annex5).toMatchObject({ salePrice: "117.35", acquisitionPrice: "97.79" });
    expect(pack(2026, events("EUR"), none).annex5).toMatchObject({
      salePrice: "70.00",
      acquisitionPrice: "50.00",
      tax: "2.00",
    });
    expect(pack(2026, events("BGN"), none).annex5).toMatchObject({ salePrice: "70.00", acquisitionPrice: "25.56" });
  });
  test("splits and deliveries keep the average", () => {
    const events: BulgarianEvent[] = [
      bought("2025-02-03", "10", "1000"),
      { kind: "split", entryId: 90, traded: "2025-03-03", instrumentId: 1, from: "1", into: "4" },
      { kind: "delivery", entryId: 91, account: "", traded: "2025-03-04", instrumentId: 1, quantity: "20" },
      sold("2025-09-10", "10", "400"),
    ];
    expect(pack(2025, events, levs).annex5).toMatchObject({ acquisitionPrice: "475.00" });
  });
  test("the settlement day by that switch: year and rate", () => {
    const events = [bought("2025-02-03", "1", "100"), sold("2025-12-31", "1", "200")];
    const quoteOf: QuoteOf = (currency, day) => ({
      rate: day < "2026" ? "1.6" : "1.25",
      day,
      source: "x",
      inverse: day >= "2026",
    });
    const of = (year: number, day: "trade" | "settlement") =>
      pack(year, events, quoteOf, { switches: { day } }).annex5?.rows.length;
    expect([of(2025, "trade"), of(2026, "trade"), of(2025, "settlement"), of(2026, "settlement")]).toEqual([
      1, 0, 0, 1,
    ]);
  });
  test("commissions", () => {
    const events = [
      bought("2025-02-03", "1", "100", { commission: "1" }),
      sold("2025-09-10", "1", "200", { commission: "2" }),
    ];
    expect(pack(2025, events, levs).annex5).toMatchObject({ salePrice: "328.68", acquisitionPrice: "191.90" });
    expect(pack(2025, events, levs, { switches: { commissionInCost: false } }).annex5).toMatchObject({
      salePrice: "332.00",
      acquisitionPrice: "190.00",
    });
  });
});

describe("Annex 8", () => {
  test("part III: the credit is the smaller of 5 % and the foreign tax, by payer", () => {
    const dividends = [
      paid("2025-02-03", "100", "10"),
      paid("2025-04-01", "100", "10"),
      paid("2025-09-10", "100", "2", { instrumentId: 2, name: "Other", isin: "GB0000000001" }),
      paid("2025-09-10", "100", "5", { instrumentId: 3, isin: "BG1100000001" }),
      paid("2024-09-10", "100", "5"),
    ];
    const { annex8, dividendTax } = pack(2025, [], levs, { dividends });
    expect(annex8?.partIII).toMatchObject([
      {
        name: "Acme",
        country: "US",
        code: "8141",
        methodCode: "1",
        gross: "362.00",
        foreignTax: "36.20",
        permittedCredit: "18.10",
        recognisedCredit: "18.10",
        due: "0.00",
      },
      {
        name: "Other",
        country: "GB",
        gross: "166.00",
        foreignTax: "3.32",
        permittedCredit: "8.30",
        recognisedCredit: "3.32",
        due: "4.98",
      },
    ]);
    expect(annex8?.partIII?.[0]?.payments).toMatchObject([
      { grossInTax: "190.00", quote: { day: "2025-02-03" } },
      { grossInTax: "172.00", quote: { day: "2025-04-01" } },
    ]);
    expect(dividendTax).toBe("4.98");
  });
  test("part I: shares of foreign companies, not funds in contractual form, not Bulgarian ones", () => {
    const holdings = [
      held("2025-02-03", "10", "1000"),
      held("2025-04-01", "5", "50", { instrumentId: 2, isin: "LU0000000001", legalForm: "contractual" }),
      held("2025-04-01", "5", "50", { instrumentId: 3, isin: "BG1100000001" }),
    ];
    expect(pack(2025, [], levs, { holdings }).annex8?.partI).toMatchObject([
      { country: "US", acquired: "2025-02-03", quantity: "10", cost: "1000", costInTax: "1900.00" },
    ]);
    const unknown = pack(2025, [], levs, { holdings: [held("2025-02-03", "10", "1000", { legalForm: null })] });
    expect(unknown).toMatchObject({ annex8: { partI: null }, gaps: [{ code: "legalFormMissing" }] });
  });
  test("SPB-8 is for what is held without a local intermediary", () => {
    const of = (hasLocalIntermediary: boolean | null) => pack(2025, [], levs, { hasLocalIntermediary }).spb8;
    expect([of(true), of(false), of(null)]).toEqual([false, true, null]);
  });
});

describe("what is missing leaves its figures unknown, and only those", () => {
  test("a rate of the sale", () => {
    const { annex5, gaps } = pack(2025, [...example.slice(0, 2), sold("2025-09-11", "1", "10")], levs);
    expect(annex5).toMatchObject({ salePrice: null, profit: null, taxable: null, tax: null });
    expect(annex5?.acquisitionPrice).toBe("202.30");
    expect(gaps).toMatchObject([{ code: "rateMissing", day: "2025-09-11" }]);
  });
  test("a rate of a purchase counts only if a sale of the year takes from it", () => {
    const later = bought("2025-09-11", "1", "10", { instrumentId: 2 });
    expect(pack(2025, [...example, later], levs).gaps).toEqual([]);
    const { annex5, gaps } = pack(2025, [...example, later, sold("2025-09-12", "1", "20", { instrumentId: 2 })], levs);
    expect(gaps).toMatchObject([{ code: "rateMissing", entryId: later.entryId }]);
    expect(annex5).toMatchObject({ salePrice: "5428.40", acquisitionPrice: null, tax: null });
  });
  test("units without cost, until all are gone; units that were never bought", () => {
    const events = [
      bought("2025-02-03", "1", null),
      sold("2025-04-01", "1", "100"),
      bought("2025-04-01", "1", "50"),
      sold("2025-09-10", "2", "200"),
    ];
    const { annex5, gaps } = pack(2025, events, levs);
    expect(annex5?.rows.map(({ acquisitionPrice }) => acquisitionPrice)).toEqual([null, null]);
    expect(gaps).toMatchObject([{ code: "costMissing" }, { code: "lotsMissing", quantity: "1" }]);
  });
  test("the country of a dividend", () => {
    const { annex8, dividendTax, gaps } = pack(2025, [], levs, {
      dividends: [paid("2025-02-03", "1", "0", { isin: "XS1" })],
    });
    expect({ partIII: annex8?.partIII, dividendTax }).toEqual({ partIII: null, dividendTax: null });
    expect(gaps).toMatchObject([{ code: "countryMissing" }]);
  });
  test("a year without a template", () => {
    expect(pack(2019, example, levs)).toMatchObject({
      currency: null,
      annex5: null,
      gaps: [{ code: "templateMissing" }],
    });
  });
});

test("what is sold in the end cost what was paid, whatever the steps", () => {
  const amount = fc.integer({ min: 1, max: 1_000_000 }).map((cents) => new Decimal(cents).div(100).toFixed());
  const step = fc.record({ isSale: fc.boolean(), quantity: amount, amount });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const events: BulgarianEvent[] = [];
      let left = new Decimal(0);
      let spent = new Decimal(0);
      for (const { isSale, quantity, amount: of } of steps) {
        if (!isSale) {
          events.push(bought("2025-02-03", quantity, of, { currency: "BGN" }));
          left = left.plus(quantity);
          spent = spent.plus(of);
        } else if (left.gt(quantity)) {
          events.push(sold("2025-02-04", quantity, of, { currency: "BGN" }));
          left = left.minus(quantity);
        }
      }
      if (left.isZero()) return;
      events.push(sold("2025-02-05", left.toFixed(), "1", { currency: "BGN" }));
      const { annex5, gaps } = pack(2025, events, () => undefined);
      expect(gaps).toEqual([]);
      // Each row is rounded by itself.
      const most = new Decimal("0.005").times(annex5?.rows.length ?? 0);
      expect(new Decimal(annex5?.acquisitionPrice ?? 0).minus(spent).abs().lte(most)).toBe(true);
    }),
  );
});

test("before 2017 only weekends are known to be off: the rate is that of the day, and the sale says so", () => {
  const events = [
    bought("2015-03-03", "1", "10"),
    bought("2014-03-08", "1", "10", { instrumentId: 2 }),
    sold("2025-09-16", "1", "20"),
  ];
  const facts = {
    year: 2025,
    taxpayer: "person",
    events,
    dividends: [],
    holdings: [],
    hasLocalIntermediary: true,
  } as const;
  const { annex5, gaps } = taxBulgaria({ ...facts, quoteOf: (_currency, day) => ({ rate: "2", day, source: "BNB" }) });
  expect(annex5).toMatchObject({ salePrice: "40.00", acquisitionPrice: "20.00" });
  expect(gaps).toEqual([{ code: "dayOffUnknown", currency: "USD", day: "2015-03-03" }]);
});
