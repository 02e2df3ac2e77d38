/** What became of announcements, and estimates from last year's payments. */
import { expect, test } from "vitest";
import type { Entry } from "./entry.ts";
import { type Announcement, estimateFrom, judgeAnnounced, matchReceived, type PastPayment } from "./expected-income.ts";

let ids = 100;
const entry = (kind: Entry["kind"], day: string, more: Partial<Entry> = {}): Entry => ({
  id: (ids += 1),
  kind,
  day,
  instrumentId: 1,
  currency: "USD",
  amount: "0",
  ...more,
});
const buy = (day: string, quantity: string) => entry("buy", day, { quantity });
const split = (day: string, quantity: string) => entry("split", day, { quantity });
const announcement = (more: Partial<Announcement> = {}): Announcement => ({
  id: 1,
  account: "U1",
  instrumentId: 1,
  exDay: "2024-05-10",
  payDay: "2024-06-01",
  currency: "USD",
  quantity: "10",
  grossPerUnit: "0.5",
  gross: "5",
  tax: "0.75",
  asOf: "2024-05-11",
  withdrawnAsOf: null,
  ...more,
});
const states = (announced: Announcement[], entries: Entry[], today = "2024-05-20") =>
  judgeAnnounced(announced, entries, today).map(({ state }) => state);

test("a second custodian that announces the same for the same units is a duplicate; for units of its own it is not", () => {
  const both = [announcement(), announcement({ id: 2, account: "U2" })];
  expect(states(both, [buy("2024-01-02", "10")])).toEqual(["announced", "duplicate"]);
  expect(states(both, [buy("2024-01-02", "20")])).toEqual(["announced", "announced"]);
});

test("one of the firm counts for the units that no custodian announces; the nearest of equal ones is the same payment", () => {
  const ofFirm = (id: number, more: Partial<Announcement> = {}) =>
    announcement({ id, account: null, quantity: "0", gross: "0", tax: null, asOf: "2024-05-10", ...more });
  const judge = (list: Announcement[], units = "10") =>
    judgeAnnounced(list, [buy("2024-01-02", units)], "2024-05-20").map(
      ({ announcement: { id }, state, gross, unitsElsewhere }) => [id, state, gross, unitsElsewhere],
    );
  expect(judge([ofFirm(-1)])).toEqual([[-1, "announced", "5", null]]);
  expect(judge([announcement(), ofFirm(-1)])).toEqual([
    [1, "announced", "5", null],
    [-1, "duplicate", "5", "10"],
  ]);
  expect(judge([announcement({ quantity: "4", gross: "2" }), ofFirm(-1)])[1]).toEqual([-1, "announced", "3", "4"]);
  // Beyond five days it is another payment; in another currency, or with another amount, it is not.
  expect(judge([announcement(), ofFirm(-1, { exDay: "2024-05-16" })])[1]).toEqual([-1, "announced", "5", null]);
  expect(
    judge([announcement(), ofFirm(-1, { exDay: "2024-05-15", currency: "EUR", grossPerUnit: "0.45" })])[1],
  ).toEqual([-1, "duplicate", "4.5", "10"]);
  // Two payments of one day: the custodian announces the one with the equal amount.
  expect(judge([announcement(), ofFirm(-1, { grossPerUnit: "2" }), ofFirm(-2)]).slice(1)).toEqual([
    [-1, "announced", "20", null],
    [-2, "duplicate", "5", "10"],
  ]);
  // What a custodian took back, or the firm withdrew, hides nothing.
  expect(judge([announcement({ withdrawnAsOf: "2024-05-15" }), ofFirm(-1)])[1]).toEqual([-1, "announced", "5", null]);
  expect(judge([announcement(), ofFirm(-1, { withdrawnAsOf: "2024-05-31" })])).toEqual([
    [1, "announced", "5", null],
    [-1, "cancelled", "5", null],
  ]);
  expect(judge([ofFirm(-1)], "0")).toEqual([]);
});

test("one payment is that of one announcement; the exact amount goes first, then the nearest day", () => {
  const paid = (id: number, day: string, gross: string) => ({ id, day, currency: "USD", gross });
  const ordinary = { id: 1, payDay: "2024-06-01", currency: "USD", gross: "5" };
  const special = { id: 2, payDay: "2024-06-01", currency: "USD", gross: "8" };
  const match = (...payments: ReturnType<typeof paid>[]) =>
    [...matchReceived([ordinary, special], payments)].map(([id, payment]) => [id, payment.gross]);
  expect(match(paid(9, "2024-06-03", "8"))).toEqual([[2, "8"]]);
  expect(match(paid(9, "2024-06-03", "8"), paid(10, "2024-06-04", "4.9"))).toEqual([
    [2, "8"],
    [1, "4.9"],
  ]);
  expect(match(paid(9, "2024-08-01", "5"))).toEqual([]);
  // What is left of the day belongs to the announcement that is left.
  expect(match(paid(8, "2024-06-03", "8"), paid(9, "2024-06-03", "2"), paid(10, "2024-06-03", "2.5"))).toEqual([
    [2, "8"],
    [1, "4.5"],
  ]);
});

test("a payment that was taken back did not come; returned capital did", () => {
  const held = buy("2024-01-02", "10");
  const dividend = (amount: string) => entry("dividend", "2024-06-01", { amount });
  expect(states([announcement()], [held, dividend("5"), dividend("-5")], "2024-06-03")).toEqual(["due"]);
  expect(states([announcement()], [held, entry("returnOfCapital", "2024-06-01", { amount: "5" })])).toEqual(["paid"]);
});

test("one that was withdrawn and announced for another day: the payment is of the one that stands", () => {
  const announced = [
    announcement({ withdrawnAsOf: "2024-05-15" }),
    announcement({ id: 2, exDay: "2024-05-24", payDay: "2024-06-05" }),
  ];
  const entries = [buy("2024-01-02", "10"), entry("dividend", "2024-06-05", { amount: "5" })];
  expect(states(announced, entries, "2024-06-10")).toEqual(["cancelled", "paid"]);
});

const today = "2024-11-29";
const past = (day: string, gross: string, more: Partial<PastPayment> = {}): PastPayment => ({
  id: 1,
  day,
  currency: "USD",
  gross,
  tax: "0",
  instrumentId: 1,
  ...more,
});
const estimates = (payments: PastPayment[], entries: Entry[], announcedDays: string[] = []) =>
  estimateFrom(payments, { entries, announcedDays, today }).map(({ payDay, gross, tax }) => [payDay, gross, tax]);

test("last year's payment for each unit, for the units held now, with its share of tax", () => {
  const entries = [buy("2023-01-02", "10"), buy("2024-06-01", "5")];
  expect(estimates([past("2024-03-01", "20", { tax: "3" })], entries)).toEqual([["2025-03-01", "30", "4.5"]]);
  // The two rows of a day are one payment; what was given back is none.
  expect(estimates([past("2024-03-01", "12"), past("2024-03-01", "8")], entries)).toEqual([["2025-03-01", "30", "0"]]);
  expect(estimates([past("2024-03-01", "12"), past("2024-03-01", "-12")], entries)).toEqual([]);
});

test("a split since is allowed for: twice the units, half for each", () => {
  const entries = [buy("2023-01-02", "10"), split("2024-06-01", "10"), buy("2024-07-01", "20")];
  expect(estimates([past("2024-03-01", "20")], entries)).toEqual([["2025-03-01", "40", "0"]]);
  const [{ basis } = { basis: null }] = estimateFrom([past("2024-03-01", "20")], { entries, announcedDays: [], today });
  expect(basis).toMatchObject({ grossPerUnit: "1" });
});

test("none for what is sold, what is announced, what this year paid already, and of days that do not exist", () => {
  const held = [buy("2023-01-02", "10")];
  expect(estimates([past("2024-03-01", "20")], [...held, entry("sell", "2024-04-01", { quantity: "-10" })])).toEqual(
    [],
  );
  expect(estimates([past("2024-03-01", "20")], held, ["2025-04-10"])).toEqual([]);
  expect(estimates([past("2024-03-01", "20")], held, ["2025-05-10"])).toHaveLength(1);
  // A yearly payer: last December's was paid again this November, and is expected in a year, not next month.
  expect(estimates([past("2023-12-10", "20"), past("2024-11-20", "22", { id: 2 })], held)).toEqual([
    ["2025-11-20", "22", "0"],
  ]);
  expect(estimates([past("2024-02-29", "20")], held)).toEqual([["2025-02-28", "20", "0"]]);
  // Units of then are unknown: they were bought after the ex-day.
  expect(estimates([past("2024-03-01", "20")], [buy("2024-03-02", "10")])).toEqual([]);
});
