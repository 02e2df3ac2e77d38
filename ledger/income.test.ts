/** Income with its tax: which payment a tax belongs to, and sums that are those of the daily values. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type DailyOptions, dailyValues, nothingHeld } from "./daily.ts";
import { Decimal } from "./decimal.ts";
import { type IncomeEntry, incomeOf, roundedTo, roundTogether } from "./income.ts";

const year = { from: "2024-01-01", to: "2024-12-31" };
let ids = 0;
const made = (entry: Partial<IncomeEntry> & Pick<IncomeEntry, "kind" | "day" | "amount">): IncomeEntry => ({
  id: (ids += 1),
  currency: "USD",
  ...entry,
});
const dividend = (day: string, amount: string, more: Partial<IncomeEntry> = {}) =>
  made({ kind: "dividend", day, amount, instrumentId: 1, ...more });
const tax = (day: string, amount: string, more: Partial<IncomeEntry> = {}) =>
  made({ kind: "tax", day, amount, instrumentId: 1, ...more });
const buy = (day: string, more: Partial<IncomeEntry> = {}) =>
  made({ kind: "buy", day, amount: "-100", quantity: "1", instrumentId: 1, ...more });

test("tax of the payment's day and currency is part of it, gross less tax is net", () => {
  const paid = dividend("2024-03-05", "20");
  const { lines, other } = incomeOf([paid, tax("2024-03-05", "-3")], year);
  expect(lines).toEqual([
    {
      id: paid.id,
      kind: "dividend",
      day: "2024-03-05",
      instrumentId: 1,
      currency: "USD",
      gross: "20",
      tax: "3",
      of: undefined,
    },
  ]);
  expect(other).toEqual([]);
});

test("tax that is stated inside a dividend is not part of the gross a second time", () => {
  expect(incomeOf([dividend("2024-03-05", "17", { tax: "3" })], year).lines).toMatchObject([{ gross: "20", tax: "3" }]);
});

test("tax booked later has its own line and day, and names its payment, also one before the range", () => {
  const paid = dividend("2023-12-29", "20");
  const late = tax("2024-01-03", "-3");
  expect(incomeOf([paid, late], year).lines).toEqual([
    {
      id: late.id,
      kind: "tax",
      day: "2024-01-03",
      instrumentId: 1,
      currency: "USD",
      gross: "0",
      tax: "3",
      of: { id: paid.id, day: "2023-12-29" },
    },
  ]);
});

test("tax booked some days before its payment is found too", () => {
  const paid = dividend("2024-03-05", "20");
  expect(incomeOf([tax("2024-03-03", "-3"), paid], year).lines).toMatchObject([
    { kind: "dividend" },
    { kind: "tax", of: { id: paid.id } },
  ]);
});

test("a rate corrected in the next year goes by the words: last year's payment, not the nearest", () => {
  const words = "ACME(US0000000001) CASH DIVIDEND USD";
  const first = dividend("2023-02-10", "24", { description: `${words} 0.24 PER SHARE (Ordinary Dividend)` });
  const second = dividend("2024-02-09", "25", { description: `${words} 0.25 PER SHARE (Ordinary Dividend)` });
  const { lines } = incomeOf(
    [
      first,
      second,
      tax("2024-02-09", "7.2", { description: `${words} 0.24 PER SHARE - US TAX` }),
      tax("2024-02-09", "-3.6", { description: `${words} 0.24 PER SHARE - US TAX` }),
      tax("2024-02-09", "-3.75", { description: `${words} 0.25 PER SHARE - US TAX` }),
    ],
    year,
  );
  expect(lines.map(({ kind, tax: withheld, of }) => [kind, withheld, of?.id])).toEqual([
    ["dividend", "3.75", undefined],
    ["tax", "-7.2", first.id],
    ["tax", "3.6", first.id],
  ]);
});

test("a payment that is taken back with its tax cancels; each tax is with the payment of its sign", () => {
  const { lines } = incomeOf(
    [
      dividend("2024-03-05", "20"),
      tax("2024-03-05", "-3"),
      dividend("2024-03-05", "-20"),
      tax("2024-03-05", "3"),
      dividend("2024-03-05", "19"),
    ],
    year,
  );
  expect(lines.map(({ gross, tax: withheld }) => [gross, withheld])).toEqual([
    ["20", "0"],
    ["-20", "-3"],
    ["19", "3"],
  ]);
});

test("a tax on a purchase is other tax, also if a dividend was paid before", () => {
  const entries = [dividend("2024-03-05", "20"), buy("2024-03-20", { tax: "0.3" }), tax("2024-03-20", "-0.6")];
  const { lines, other } = incomeOf(entries, year);
  expect(lines).toMatchObject([{ gross: "20", tax: "0" }]);
  expect(other.map((row) => row.tax)).toEqual(["0.3", "0.6"]);
});

test("tax of an instrument that paid nothing, or long ago, is other tax", () => {
  expect(incomeOf([tax("2024-03-05", "-3")], year)).toMatchObject({ lines: [], other: [{ tax: "3" }] });
  expect(incomeOf([dividend("2023-12-01", "20"), tax("2024-03-05", "-3")], year).lines).toEqual([]);
  expect(
    incomeOf([dividend("2024-03-05", "20", { instrumentId: 2 }), tax("2024-03-05", "-3")], year).other,
  ).toHaveLength(1);
});

test("tax of cash: of interest of its day, unless it is more than it or a fee may be meant; words decide", () => {
  const cash = { instrumentId: undefined };
  const interest = (day: string, description?: string) =>
    made({ kind: "interest", day, amount: "10", ...(description && { description }) });
  const fee = made({ kind: "fee", day: "2024-03-05", amount: "-5" });
  const tied = (entries: IncomeEntry[]) => incomeOf(entries, year).other.length === 0;
  expect(tied([interest("2024-03-05"), tax("2024-03-05", "-2", cash)])).toBe(true);
  expect(tied([interest("2024-03-05"), tax("2024-03-05", "-11", cash)])).toBe(false);
  expect(tied([interest("2024-03-05"), tax("2024-03-06", "-2", cash)])).toBe(false);
  expect(tied([interest("2024-03-05"), fee, tax("2024-03-05", "-2", cash)])).toBe(false);
  const worded = [
    interest("2024-03-05", "USD CREDIT INT FOR FEB-2024"),
    fee,
    tax("2024-03-06", "-2", { ...cash, description: "WITHHOLDING @ 20% ON CREDIT INT FOR FEB-2024" }),
  ];
  expect(tied(worded)).toBe(true);
});

test("debit interest is a fee; accrued interest is income when the bond is traded; a coupon may be given back", () => {
  const { lines } = incomeOf(
    [
      made({ kind: "interest", day: "2024-01-03", amount: "-4" }),
      buy("2024-02-01", { accruedInterest: "-7" }),
      made({ kind: "interest", day: "2024-05-01", amount: "12", instrumentId: 1 }),
      made({ kind: "interest", day: "2024-05-03", amount: "-12", instrumentId: 1 }),
    ],
    year,
  );
  expect(lines.map(({ kind, gross }) => [kind, gross])).toEqual([
    ["accruedInterest", "-7"],
    ["interest", "12"],
    ["interest", "-12"],
  ]);
});

const dayOf = (index: number): string => new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10);
const market: DailyOptions = {
  baseCurrency: "EUR",
  instrumentCurrency: () => "USD",
  price: (_, day) => ({ value: "100", day }),
  rate: (_, day) => ({ value: `0.9${Number(day.slice(8)) % 7}`, day }),
};
const steps = fc.array(
  fc.record({
    day: fc.nat(40),
    kind: fc.constantFrom("dividend", "interest", "tax", "buy", "fee", "deposit"),
    instrumentId: fc.constantFrom(undefined, 1, 2),
    currency: fc.constantFrom("EUR", "USD"),
    cents: fc.integer({ min: -5000, max: 5000 }),
    own: fc.constantFrom(undefined, "0.31"),
    accrued: fc.constantFrom(undefined, "-0.75"),
  }),
  { maxLength: 40 },
);

test("on every history the lines' gross is the bridge's income, and their tax with other tax is its tax", () => {
  fc.assert(
    fc.property(steps, fc.nat(40), fc.nat(40), (list, one, two) => {
      const entries = list
        .toSorted((a, b) => a.day - b.day)
        .map(({ day, kind, instrumentId, currency, cents, own, accrued }, index): IncomeEntry => {
          const ofTrade = kind === "buy" ? { quantity: "1", ...(accrued && { accruedInterest: accrued }) } : {};
          const about = kind === "buy" ? (instrumentId ?? 1) : kind === "deposit" ? undefined : instrumentId;
          return {
            id: index + 1,
            kind,
            day: dayOf(day),
            currency,
            amount: new Decimal(cents).div(100).toFixed(),
            ...(about !== undefined && { instrumentId: about }),
            ...(own && kind !== "tax" && kind !== "deposit" && { tax: own }),
            ...ofTrade,
          };
        });
      const range = { from: dayOf(Math.min(one, two)), to: dayOf(Math.max(one, two)) };
      const { rows } = dailyValues(market, { state: nothingHeld("2023-12-31"), entries, to: range.to });
      const days = rows.filter(({ day }) => day >= range.from);
      const sum = (values: (string | Decimal)[]) =>
        values.reduce<Decimal>((total, value) => total.plus(value), new Decimal(0)).toFixed();
      const inBase = (amount: string, currency: string, day: string) =>
        currency === "EUR" ? amount : new Decimal(amount).times(market.rate("USD", day)?.value ?? 0);
      const { lines, other } = incomeOf(entries, range);
      expect(sum(lines.map((line) => inBase(line.gross, line.currency, line.day)))).toBe(
        sum(days.map(({ income }) => income)),
      );
      expect(sum([...lines, ...other].map((line) => inBase(line.tax, line.currency, line.day)))).toBe(
        sum(days.map((day) => day.tax)),
      );
    }),
    { numRuns: 300 },
  );
});

test("parts rounded together sum to the rounded sum, and none is moved by a whole unit", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -99_999, max: 99_999 }), { maxLength: 20 }), (list) => {
      const parts = list.map((value) => new Decimal(value).div(1000));
      const rounded = roundTogether(parts, 2);
      const sum = (values: Decimal[]) => values.reduce((total, value) => total.plus(value), new Decimal(0));
      expect(sum(rounded).toFixed(2)).toBe(roundedTo(sum(parts), 2).toFixed(2));
      for (const [index, part] of parts.entries())
        expect(
          part
            .minus(rounded[index] ?? 0)
            .abs()
            .lt("0.01"),
        ).toBe(true);
    }),
  );
});

test("entries beyond those that a range needs change nothing", () => {
  const shift = (day: string, days: number): string =>
    new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
  const one = fc.record({
    kind: fc.constantFrom("dividend", "interest", "tax", "tax", "buy", "sell", "fee"),
    day: fc.nat({ max: 1500 }).map((days) => shift("2022-01-01", days)),
    of: fc.constantFrom(undefined, 1, 2),
    amount: fc.constantFrom("-3", "2", "20"),
    description: fc.constantFrom(undefined, "ACME CASH DIVIDEND", "ACME CASH DIVIDEND - TAX"),
  });
  let joined = 0;
  fc.assert(
    fc.property(fc.array(one, { minLength: 10, maxLength: 60 }), (many) => {
      const entries = many
        .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
        .map(({ of, description, ...entry }) =>
          made({ ...entry, ...(of && { instrumentId: of }), ...(description && { description }) }),
        );
      const within = (day: string, before: number, after: number) =>
        day >= shift(year.from, -before) && day <= shift(year.to, after);
      const needed = entries.filter(({ kind, day }) =>
        kind === "dividend" || kind === "interest"
          ? within(day, 800, 31)
          : kind === "tax"
            ? within(day, 0, 0)
            : within(day, 62, 5),
      );
      const all = incomeOf(entries, year);
      expect(all).toEqual(incomeOf(needed, year));
      joined += all.lines.filter(({ kind, tax: withheld }) => kind === "tax" || withheld !== "0").length;
    }),
    { numRuns: 500 },
  );
  expect(joined).toBeGreaterThan(100);
});
