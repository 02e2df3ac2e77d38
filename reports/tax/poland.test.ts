/** PIT-38: the worked example, results of a public calculator (fidelity2pit38), switches, gaps, and laws. */
import { Decimal } from "@portico/ledger/decimal.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TaxEvent, TaxPurchase, TaxSale } from "./events.ts";
import { firstInFirstOut } from "./fifo.ts";
import { pit38 } from "./poland.ts";
import type { PolishFacts, PolishIncome } from "./poland-shapes.ts";
import type { QuoteOf } from "./quotes.ts";

/** Mean rates of the dollar, table A. */
const dollar: Record<string, string> = {
  "2024-03-18": "3.9528",
  "2024-03-28": "4.0081",
  "2024-06-14": "4.0760",
  "2024-09-13": "3.8659",
  "2024-12-13": "4.0738",
  "2024-12-16": "4.0571",
  "2024-12-30": "4.0960",
  "2025-02-18": "3.9729",
  "2025-03-28": "3.8817",
  "2025-06-16": "3.7000",
  "2025-09-15": "3.6000",
  "2025-10-13": "3.6763",
  "2025-11-12": "3.6570",
  "2025-12-30": "3.5936",
};
const ratesOf =
  (rates: Record<string, string>): QuoteOf =>
  (currency, day) =>
    currency === "USD" && rates[day] !== undefined ? { rate: rates[day], day, source: "NBP A" } : undefined;
const quoteOf = ratesOf(dollar);

let nextEntry = 1;
type Bought = [traded: string, quantity: string, cost: string | null];
const bought = ([traded, quantity, cost]: Bought, rest: Partial<TaxPurchase> = {}): TaxPurchase => ({
  kind: "purchase",
  entryId: nextEntry++,
  account: "",
  instrumentId: 1,
  traded,
  settled: null,
  venue: "XNAS",
  quantity,
  cost,
  commission: "0",
  currency: "USD",
  ...rest,
});
const sold = (traded: string, quantity: string, proceeds: string, rest: Partial<TaxSale> = {}): TaxSale => ({
  kind: "sale",
  entryId: nextEntry++,
  account: "",
  instrumentId: 1,
  name: "Acme",
  isin: "US0000000001",
  country: null,
  venue: "XNAS",
  traded,
  settled: null,
  quantity,
  proceeds,
  commission: "0",
  currency: "USD",
  foreignTax: "0",
  isExemptible: true,
  ...rest,
});
const paid = (day: string, gross: string, foreignTax: string, rest: Partial<PolishIncome> = {}): PolishIncome => ({
  entryId: nextEntry++,
  kind: "dividend",
  name: "Acme",
  isin: "US0000000001",
  country: null,
  day,
  gross,
  foreignTax,
  currency: "USD",
  ...rest,
});
/** By day; of one day as given. */
const inOrder = (events: TaxEvent[]): TaxEvent[] =>
  events.toSorted((a, b) => (a.traded < b.traded ? -1 : a.traded > b.traded ? 1 : 0));
const facts = (
  year: number,
  acquisitions: TaxPurchase[],
  sales: TaxSale[],
  rest: Partial<PolishFacts> = {},
): PolishFacts => ({
  year,
  sales: firstInFirstOut(inOrder([...acquisitions, ...sales])),
  incomes: [],
  quoteOf,
  ...rest,
});

const acquisitions2025 = [bought(["2024-09-13", "80", "4160"]), bought(["2024-12-13", "60", "0"])];
const sales2025 = [
  sold("2025-02-18", "25", "3375"),
  sold("2025-10-10", "65", "7800"),
  sold("2025-11-12", "15", "1725"),
];
const dividends2025 = [paid("2025-03-31", "6.20", "0.93"), paid("2025-12-31", "8.70", "1.31")];

describe("worked example of 2025", () => {
  const pack = pit38(facts(2025, acquisitions2025, sales2025, { incomes: dividends2025 }));

  test("all fields", () => {
    expect(pack.fields).toEqual({
      "22": "48392.01",
      "23": "16082.14",
      "26": "48392.01",
      "27": "16082.14",
      "28": "32309.87",
      "29": "0.00",
      "30": "0.00",
      "31": "32310",
      "32": "19",
      "33": "6138.90",
      "34": "0.00",
      "35": "6139",
      "47": "10.52",
      "48": "8.32",
      "49": "2.20",
      "51": "6141.20",
      "52": "0.00",
    });
    expect(pack).toMatchObject({ version: "18", provisional: false, gaps: [] });
    expect(pack.pitZg).toEqual([
      {
        country: "US",
        fields: { "29": "32309.87", "30": "0.00" },
        loss: "0.00",
        entryIds: sales2025.map(({ entryId }) => entryId),
      },
    ]);
  });

  test("each line has its day, its rate and where they come from", () => {
    expect(pack.sales[1]).toMatchObject({
      traded: "2025-10-10",
      // Columbus Day lies between.
      arises: { day: "2025-10-14", basis: "calendar" },
      quote: { rate: "3.6763", day: "2025-10-13", source: "NBP A" },
      incomePln: "28675.14",
      costPln: "11056.47",
      gainPln: "17618.67",
    });
    expect(pack.sales[1]?.costs).toMatchObject([
      { acquired: "2024-09-13", incurred: { day: "2024-09-16" }, quantity: "55", costPln: "11056.47" },
      { acquired: "2024-12-13", incurred: { day: "2024-12-16" }, quantity: "10", costPln: "0.00" },
    ]);
    expect(pack.incomes[1]).toMatchObject({
      grossPln: "31.26",
      treatyRate: "15",
      credited: "1.31",
      creditedPln: "4.71",
    });
  });
});

describe("results of a public calculator", () => {
  const acquisitions = [
    bought(["2024-03-15", "50", "2250"]),
    bought(["2024-09-13", "80", "4160"]),
    bought(["2024-12-13", "60", "0"]),
  ];
  const sales = [sold("2024-06-14", "20", "3100"), sold("2024-12-16", "30", "5340")];
  const incomes = [paid("2024-03-29", "4.20", "0.63"), paid("2024-12-31", "8.75", "1.31")];

  test("2024: fields of version 17, purchase settled after two days, sales after one", () => {
    const { fields, version } = pit38(facts(2024, acquisitions, sales, { incomes, switches: { rounding: "sums" } }));
    expect(version).toBe("17");
    expect(fields).toMatchObject({
      "22": "34300.51",
      "23": "8893.80",
      "24": "34300.51",
      "25": "8893.80",
      "26": "25406.71",
      "27": "0.00",
      "28": "0.00",
      "29": "25407",
      "30": "19",
      "31": "4827.33",
      "32": "0.00",
      "33": "4827",
      "45": "10.01",
      "46": "7.89",
      "47": "2.12",
      "49": "4829.12",
    });
  });

  test("2025, by sums: field 22 is a grosz less", () => {
    const { fields } = pit38(facts(2025, acquisitions2025, sales2025, { switches: { rounding: "sums" } }));
    expect(fields).toMatchObject({ "22": "48392.00", "23": "16082.14", "28": "32309.86", "31": "32310", "35": "6139" });
  });

  /** Its own made-up rates. */
  const made = ratesOf({
    "2024-03-19": "3.9500",
    "2024-09-13": "3.8950",
    "2024-12-13": "4.0500",
    "2024-12-16": "4.0571",
    "2024-12-17": "4.0600",
    "2024-12-18": "4.0621",
    "2025-02-18": "4.0100",
  });
  const of = (year: number, lots: TaxPurchase[], sold: TaxSale[], incomes: PolishIncome[] = []) =>
    pit38(facts(year, lots, sold, { incomes, quoteOf: made })).fields;

  test("given shares have no cost", () => {
    expect(of(2024, [bought(["2024-12-16", "30", "0"])], [sold("2024-12-17", "30", "4500")])).toMatchObject({
      "22": "18270.00",
      "23": "0.00",
      "26": "18270.00",
      "29": "18270",
      "31": "3471.30",
      "33": "3471",
    });
  });
  test("one sale of two purchases, before and after the shorter settlement", () => {
    const lots = [bought(["2024-03-18", "10", "1000"]), bought(["2024-09-13", "10", "1500"])];
    expect(of(2024, lots, [sold("2024-12-17", "15", "3000")])).toMatchObject({ "22": "12180.00", "23": "6871.25" });
  });
  test("bought in one year, sold in the next", () => {
    const lots = [bought(["2024-12-17", "10", "1000"])];
    expect(of(2025, lots, [sold("2025-02-18", "10", "1500")])).toMatchObject({ "22": "6015.00", "23": "4060.00" });
    expect(of(2024, lots, [sold("2025-02-18", "10", "1500")])).toMatchObject({ "22": "0.00", "23": "0.00" });
  });
  test("two sales of one purchase", () => {
    const lots = [bought(["2024-09-13", "50", "5000"])];
    const fields = of(2024, lots, [sold("2024-12-17", "20", "3000"), sold("2024-12-18", "10", "1600")]);
    expect(fields).toMatchObject({ "22": "18679.36", "23": "11685.00" });
  });
  test("two instruments do not share purchases", () => {
    const lots = [bought(["2024-12-16", "10", "0"]), bought(["2024-09-13", "10", "2000"], { instrumentId: 2 })];
    const sales = [sold("2024-12-17", "10", "1500"), sold("2024-12-18", "10", "2500", { instrumentId: 2 })];
    expect(of(2024, lots, sales)).toMatchObject({ "22": "16245.25", "23": "7790.00" });
  });
  test("a dividend of 100 with 15 of tax", () => {
    expect(of(2024, [], [], [paid("2024-12-17", "100", "15")])).toMatchObject({
      "22": "0.00",
      "33": "0",
      "45": "77.09",
      "46": "60.86",
      "47": "16.23",
    });
  });
  test("foreign tax of sales is credited up to the tax", () => {
    const lots = [bought(["2024-12-16", "10", "0"])];
    const taxed = (foreignTax: string) => of(2024, lots, [sold("2024-12-17", "10", "2000", { foreignTax })]);
    expect(taxed("50")).toMatchObject({ "31": "1542.80", "32": "203.00", "33": "1340" });
    expect(taxed("900")).toMatchObject({ "31": "1542.80", "32": "1542.80", "33": "0" });
  });
});

describe("days and rates", () => {
  const rates = ratesOf({
    "2025-12-22": "3.5",
    "2025-12-23": "3.6",
    "2025-12-29": "3.7",
    "2025-12-31": "3.8",
    "2026-01-05": "3.9",
  });

  test("a sale counts in the year in which it settles", () => {
    const lots = [bought(["2025-12-22", "2", "100"])];
    // The last trades of the year: 30 December settles on the 31st, 31 December on 2 January.
    const sales = [sold("2025-12-30", "1", "200"), sold("2025-12-31", "1", "300")];
    const year = (of: number) =>
      pit38(
        facts(of, lots, sales, {
          quoteOf: ratesOf({ ...dollar, "2025-12-22": "3.5", "2025-12-30": "3.6", "2025-12-31": "3.8" }),
        }),
      ).fields;
    expect(year(2025)).toMatchObject({ "22": "720.00", "23": "175.00" });
    expect(year(2026)).toMatchObject({ "22": "1140.00", "23": "175.00" });
    const byTrade = pit38(
      facts(2025, lots, sales, {
        quoteOf: ratesOf({ "2025-12-19": "3", "2025-12-29": "3.6", "2025-12-30": "3.7" }),
        switches: { incomeDay: "trade", costDay: "trade" },
      }),
    );
    expect(byTrade.fields).toMatchObject({ "22": "1830.00", "23": "300.00" });
    expect(byTrade.sales.map(({ arises }) => arises?.basis)).toEqual(["trade", "trade"]);
  });

  test("over a long weekend the rate is that of the last working day", () => {
    // Settles on Monday 29 December; 24 to 26 December are days off since 2025.
    const [line] = pit38(
      facts(2025, [bought(["2025-12-19", "1", "0"])], [sold("2025-12-26", "1", "100")], { quoteOf: rates }),
    ).sales;
    expect(line).toMatchObject({ arises: { day: "2025-12-29" }, quote: { day: "2025-12-23" }, incomePln: "360.00" });
    // Settles on 7 January 2026; the 6th is Epiphany.
    const [next] = pit38(
      facts(2026, [bought(["2025-12-19", "1", "0"])], [sold("2026-01-06", "1", "100")], { quoteOf: rates }),
    ).sales;
    expect(next).toMatchObject({ arises: { day: "2026-01-07" }, quote: { day: "2026-01-05" }, incomePln: "390.00" });
  });

  test("a stated settlement day goes before the calendar", () => {
    const [line] = pit38(
      facts(2025, [bought(["2025-12-19", "1", "0"])], [sold("2025-12-26", "1", "100", { settled: "2025-12-30" })], {
        quoteOf: rates,
      }),
    ).sales;
    expect(line).toMatchObject({ arises: { day: "2025-12-30", basis: "stated" }, incomePln: "370.00" });
  });

  test("złoty need no rate; a rate of another day is none, unless its table is weekly", () => {
    const lots = [bought(["2025-03-03", "1", "10"], { currency: "PLN" })];
    const { fields } = pit38(
      facts(2025, lots, [sold("2025-03-05", "1", "30", { currency: "PLN" })], { quoteOf: () => undefined }),
    );
    expect(fields).toMatchObject({ "22": "30.00", "23": "10.00", "33": "3.80", "35": "4" });
    const stale =
      (weekly?: boolean): QuoteOf =>
      () => ({ rate: "2", day: "2025-02-26", source: "NBP B", weekly });
    const given = [bought(["2025-03-03", "1", "0"])];
    const sales = [sold("2025-03-03", "1", "30")];
    expect(pit38(facts(2025, given, sales, { quoteOf: stale() })).fields["22"]).toBeNull();
    expect(pit38(facts(2025, given, sales, { quoteOf: stale(true) })).fields["22"]).toBe("60.00");
  });
});

describe("what is missing leaves its fields unknown, and only those", () => {
  const rates = { ...dollar };
  test("a rate", () => {
    const { "2025-10-13": _left, ...others } = rates;
    const pack = pit38(facts(2025, acquisitions2025, sales2025, { incomes: dividends2025, quoteOf: ratesOf(others) }));
    expect(pack.gaps).toEqual([
      { code: "rateMissing", entryId: sales2025[1]?.entryId, currency: "USD", day: "2025-10-13" },
    ]);
    expect(pack.fields).toMatchObject({
      "22": null,
      "23": "16082.14",
      "28": null,
      "31": null,
      "35": null,
      "47": "10.52",
      "49": "2.20",
      "51": null,
      "52": null,
    });
    expect(pack.pitZg?.[0]?.fields).toEqual({ "29": null, "30": "0.00" });
  });
  test("lots: what was sold and never bought here", () => {
    const pack = pit38(facts(2025, acquisitions2025.slice(0, 1), sales2025));
    expect(pack.gaps).toEqual([
      { code: "lotsMissing", entryId: sales2025[1]?.entryId, quantity: "10" },
      { code: "lotsMissing", entryId: sales2025[2]?.entryId, quantity: "15" },
    ]);
    expect(pack.fields).toMatchObject({ "22": "48392.01", "23": null, "28": null, "29": null });
  });
  test("the cost of delivered units", () => {
    const lots = [bought(["2024-09-13", "105", null])];
    const pack = pit38(facts(2025, lots, sales2025));
    expect(pack.gaps).toHaveLength(3);
    expect(pack.gaps[0]).toMatchObject({ code: "costMissing", acquiredBy: lots[0]?.entryId });
    expect(pack.fields).toMatchObject({ "22": "48392.01", "23": null });
  });
  test("a settlement day, of a sale that may belong to the year", () => {
    const unknown = { venue: "XTKS" };
    const lots = [bought(["2024-09-13", "4", "0"])];
    const pack = (traded: string) => pit38(facts(2025, lots, [sold(traded, "1", "10", unknown)]));
    for (const traded of ["2024-12-20", "2025-01-02", "2025-12-31"]) {
      expect(pack(traded).gaps).toMatchObject([{ code: "settlementMissing" }]);
      expect(pack(traded).fields["22"]).toBeNull();
    }
    for (const traded of ["2024-12-10", "2026-01-01"]) expect(pack(traded)).toMatchObject({ gaps: [], sales: [] });
  });
  test("a country: of a sale the PIT/ZG, of a dividend section G", () => {
    const lots = [bought(["2024-09-13", "25", "1300"])];
    const pack = pit38(facts(2025, lots, [sold("2025-02-18", "25", "3375", { isin: "XS0000000001" })]));
    expect(pack).toMatchObject({ pitZg: null, gaps: [{ code: "countryMissing" }] });
    expect(pack.fields).toMatchObject({ "22": "13408.54", "28": "8382.87", "34": "0.00" });
    // A US number marks its country as taken from there.
    expect(pit38(facts(2025, acquisitions2025, sales2025)).sales[0]).toMatchObject({
      country: "US",
      countryBasis: "isin",
    });
    const stated = pit38(
      facts(2025, lots, [sold("2025-02-18", "25", "3375", { isin: "XS0000000001", country: "LU" })]),
    );
    expect(stated.pitZg).toMatchObject([{ country: "LU", fields: { "29": "8382.87" } }]);
    const income = pit38(facts(2025, [], [], { incomes: [paid("2025-03-31", "6.20", "0.93", { isin: null })] }));
    expect(income.fields).toMatchObject({ "35": "0", "47": null, "48": null, "49": null, "51": null });
  });
  test("the rate of a treaty, if tax was taken", () => {
    const of = (foreignTax: string, treatyRates?: PolishFacts["treatyRates"]) =>
      pit38(facts(2025, [], [], { treatyRates, incomes: [paid("2025-03-31", "10", foreignTax, { country: "BM" })] }));
    expect(of("1").fields).toMatchObject({ "47": "7.38", "48": null, "49": null });
    expect(of("1").gaps).toMatchObject([{ code: "treatyRateMissing", country: "BM" }]);
    expect(of("0").fields).toMatchObject({ "47": "7.38", "48": "0.00", "49": "7.38" });
    expect(of("1", { BM: { dividend: "5" } }).fields).toMatchObject({ "48": "1.94", "49": "5.44" });
  });
  test("a year without a template", () => {
    expect(pit38(facts(2019, [], []))).toMatchObject({
      version: null,
      fields: {},
      gaps: [{ code: "templateMissing", year: 2019 }],
    });
    expect(pit38(facts(2026, [], []))).toMatchObject({ version: "18", provisional: true });
  });
});

describe("rules and switches", () => {
  const lots = [bought(["2024-09-13", "25", "1300"], { commission: "10" })];
  const sale = sold("2025-02-18", "25", "3375", { commission: "5" });

  test("commissions are cost, or nothing", () => {
    const withCommission = pit38(facts(2025, lots, [sale]));
    // 1,310 × 3.8659 and 5 × 3.9729.
    expect(withCommission.fields).toMatchObject({ "22": "13408.54", "23": "5084.19" });
    const without = pit38(facts(2025, lots, [sale], { switches: { commissionInCost: false } }));
    expect(without.fields).toMatchObject({ "22": "13408.54", "23": "5025.67" });
    expect(without.switches.commissionInCost).toBe(false);
  });
  test("the treaty limits the credit: 30 % taken in America count as 15 %", () => {
    const { fields } = pit38(facts(2025, [], [], { incomes: [paid("2025-03-31", "100", "30")] }));
    expect(fields).toMatchObject({ "47": "73.76", "48": "58.23", "49": "15.53" });
  });
  test("more than 19 % is never credited: Thailand", () => {
    const { fields, incomes } = pit38(
      facts(2025, [], [], { incomes: [paid("2025-03-31", "100", "20", { country: "TH" })] }),
    );
    expect(incomes[0]?.treatyRate).toBe("19");
    expect(fields).toMatchObject({ "47": "73.76", "48": "73.75", "49": "0.01" });
  });
  test("half up instead of upwards", () => {
    const { fields } = pit38(facts(2025, [], [], { incomes: dividends2025, switches: { flatTax: "halfUp" } }));
    expect(fields).toMatchObject({ "47": "10.51", "48": "8.32", "49": "2.19" });
  });
  test("Polish issuers: no PIT/ZG, and no dividend in section G", () => {
    const pack = pit38(
      facts(2025, lots, [{ ...sale, isin: "PLPKO0000016" }], {
        incomes: [paid("2025-03-31", "100", "19", { isin: "PLPKO0000016" })],
      }),
    );
    expect(pack.pitZg).toEqual([]);
    expect(pack.incomes[0]?.isDomestic).toBe(true);
    expect(pack.fields).toMatchObject({ "22": "13408.54", "47": "0.00", "48": "0.00", "49": "0.00" });
  });
  test("the venue's country instead of the issuer's", () => {
    const irish = { ...sale, isin: "IE00B4L5Y983" };
    const by = (country: "issuer" | "venue") =>
      pit38(facts(2025, lots, [irish], { switches: { country } })).pitZg?.[0]?.country;
    expect([by("issuer"), by("venue")]).toEqual(["IE", "US"]);
  });
  test("a loss in one country, a gain in another; foreign tax of the loss is not credited", () => {
    const two = [bought(["2024-09-13", "25", "1300"]), bought(["2024-09-13", "10", "2000"], { instrumentId: 2 })];
    const pack = pit38(
      facts(2025, two, [
        sold("2025-02-18", "25", "3375"),
        sold("2025-02-18", "10", "100", { instrumentId: 2, isin: "FR0000000001", foreignTax: "5" }),
      ]),
    );
    expect(pack.pitZg).toMatchObject([
      { country: "FR", fields: { "29": "0.00", "30": "19.86" }, loss: "7334.51" },
      { country: "US", fields: { "29": "8382.87" }, loss: "0.00" },
    ]);
    expect(pack.fields).toMatchObject({ "28": "1048.36", "31": "1048", "33": "199.12", "34": "0.00", "35": "199" });
  });
  test("earlier losses reduce the base, down to nothing; what was paid reduces what is to pay", () => {
    const of = (earlierLosses: string, paid = "0") => pit38(facts(2025, lots, [sale], { earlierLosses, paid })).fields;
    expect(of("324.35")).toMatchObject({
      "28": "8324.35",
      "30": "324.35",
      "31": "8000",
      "35": "1520",
      "51": "1520.00",
      "52": "0.00",
    });
    expect(of("9000", "100")).toMatchObject({ "30": "8324.35", "31": "0", "35": "0", "51": "0.00", "52": "100.00" });
  });
  test("fifty grosze make a złoty", () => {
    const at = (proceeds: string) =>
      pit38(facts(2025, [bought(["2025-03-03", "1", "0"])], [sold("2025-03-05", "1", proceeds, { currency: "PLN" })]))
        .fields["31"];
    expect([at("100.49"), at("100.50")]).toEqual(["100", "101"]);
  });
});

describe("first in, first out", () => {
  const anyAmount = fc.integer({ min: 1, max: 500_000 }).map((cents) => new Decimal(cents).div(100).toFixed());
  const anyLot = fc.record({ day: fc.integer({ min: 1, max: 28 }), quantity: anyAmount, cost: anyAmount });

  test("units and cost are never lost or made", () => {
    fc.assert(
      fc.property(fc.array(anyLot, { maxLength: 8 }), fc.array(anyLot, { maxLength: 8 }), (buys, sells) => {
        const day = (number: number) => `2025-03-${String(number).padStart(2, "0")}`;
        const acquisitions = buys.map(({ day: at, quantity, cost }) => bought([day(at), quantity, cost]));
        const sales = firstInFirstOut(
          inOrder([...acquisitions, ...sells.map(({ day: at, quantity, cost }) => sold(day(at), quantity, cost))]),
        );
        const sum = (figures: (string | null)[]) =>
          figures.reduce((whole, one) => whole.plus(one ?? 0), new Decimal(0));
        for (const { entryId, quantity, cost } of acquisitions) {
          const parts = sales.flatMap(({ lots }) => lots.filter((lot) => lot.entryId === entryId));
          const units = sum(parts.map((lot) => lot.quantity));
          expect(units.lte(quantity)).toBe(true);
          // To the last stored digit, and exactly once everything is gone.
          const share = new Decimal(cost ?? 0).times(units).div(quantity);
          const difference = sum(parts.map((lot) => lot.cost))
            .minus(share)
            .abs();
          expect(difference.lt("1e-18")).toBe(true);
          if (units.eq(quantity)) expect(sum(parts.map((lot) => lot.cost)).eq(cost ?? 0)).toBe(true);
        }
        for (const { lots, quantity, traded } of sales) {
          expect(sum(lots.map((lot) => lot.quantity)).lte(quantity)).toBe(true);
          expect(lots.every((lot) => lot.traded <= traded)).toBe(true);
          expect(lots.map((lot) => lot.traded)).toEqual(lots.map((lot) => lot.traded).toSorted());
        }
      }),
    );
  });

  test("each account by itself", () => {
    const acquisitions = [bought(["2025-03-03", "1", "10"]), bought(["2025-03-04", "1", "30"], { account: "second" })];
    const [sale] = firstInFirstOut([...acquisitions, sold("2025-03-05", "1", "40", { account: "second" })]);
    expect(sale?.lots).toMatchObject([{ cost: "30" }]);
  });

  test("a split changes the units of each lot, a delivery takes the first", () => {
    const events: TaxEvent[] = [
      bought(["2025-03-03", "10", "100"]),
      bought(["2025-03-04", "10", "300"]),
      { kind: "split", entryId: 90, traded: "2025-03-05", instrumentId: 1, from: "1", into: "2" },
      { kind: "delivery", entryId: 91, account: "", traded: "2025-03-06", instrumentId: 1, quantity: "15" },
      sold("2025-03-07", "10", "200"),
    ];
    expect(firstInFirstOut(events)[0]?.lots).toMatchObject([
      { quantity: "5", cost: "25" },
      { quantity: "5", cost: "75" },
    ]);
  });

  test("delivered units go by the day on which they were acquired", () => {
    const events = [bought(["2025-03-03", "1", "10"]), bought(["2020-01-02", "1", "5"]), sold("2025-03-05", "1", "40")];
    expect(firstInFirstOut(events)[0]?.lots).toMatchObject([{ traded: "2020-01-02", cost: "5" }]);
  });
});

test("a purchase of a time whose working days are not known has no rate, and the pack still has the rest", () => {
  const events = [
    bought(["2005-03-01", "1", "10"], { settled: "2005-03-04" }),
    sold("2025-09-15", "1", "20", { settled: "2025-09-16" }),
  ];
  const { fields, gaps } = pit38({ year: 2025, sales: firstInFirstOut(events), incomes: [], quoteOf });
  expect(fields).toMatchObject({ "22": "72.00", "23": null });
  expect(gaps).toMatchObject([{ code: "rateMissing", day: "2005-03-03" }]);
});

test("a dividend that is taken back takes its credit back, not all of the tax that was withheld", () => {
  const incomes = [
    paid("2025-03-31", "6.20", "1.86"),
    paid("2025-03-31", "-6.20", "-1.86"),
    paid("2025-03-31", "6.20", "0.93"),
  ];
  const { fields } = pit38({ year: 2025, sales: [], incomes, quoteOf });
  // 6.20 and 0.93 at 3.8817.
  expect(fields).toMatchObject({ "47": "4.58", "48": "3.61" });
});

test.each([
  // Around the turn of the year, Easter of 2020 and a Polish holiday on a Tuesday, over which generators have stumbled.
  ["2020-01-02", "2019-12-31"],
  ["2020-04-14", "2020-04-10"],
  ["2022-11-14", "2022-11-10"],
  ["2025-12-29", "2025-12-23"],
])("income of %s has the rate of %s", (day, rateDay) => {
  const asked: string[] = [];
  pit38({
    year: 2025,
    sales: [],
    incomes: [paid("2025-06-30", "1", "0")],
    quoteOf: (_currency, one) => {
      asked.push(one);
      return undefined;
    },
  });
  expect(asked).toEqual(["2025-06-27"]);
  const events = [
    bought(["2019-01-02", "1", "10"], { settled: day }),
    sold("2025-09-15", "1", "20", { settled: "2025-09-16" }),
  ];
  const { sales } = pit38({
    year: 2025,
    sales: firstInFirstOut(events),
    incomes: [],
    quoteOf: (_currency, one) => ({ rate: "4", day: one, source: "NBP A" }),
  });
  expect(sales[0]?.costs[0]?.quote?.day).toBe(rateDay);
});
