/** Which of a holder's units belong to what they joined. */
import type { Entry } from "@portico/ledger/entry.ts";
import { Decimal } from "decimal.js";
import { expect, test } from "vitest";
import { unitsOfPlans } from "./units.ts";

let lastId = 0;
const entry = (kind: Entry["kind"], day: string, quantity: string, more: Partial<Entry> = {}): Entry => ({
  id: ++lastId,
  kind,
  day,
  instrumentId: 1,
  currency: "EUR",
  amount: "0",
  quantity,
  ...more,
});
const plan = (id: number, since: string, shares: Record<number, number>) => ({
  id,
  since,
  shares: new Map(Object.entries(shares).map(([instrument, share]) => [Number(instrument), new Decimal(share)])),
});
const units = (entries: Entry[], ...plans: ReturnType<typeof plan>[]) =>
  [...unitsOfPlans(entries, plans)].map(([, held]) =>
    Object.fromEntries([...held].map(([id, quantity]) => [id, quantity.toDecimalPlaces(12).toFixed()])),
  );
const mine = plan(7, "2024-02-01", { 1: 60 });

test("what was owned before, delivered or given is not the plan's; what was bought since is", () => {
  const entries = [
    entry("buy", "2024-01-31", "100"),
    entry("buy", "2024-02-01", "10"),
    entry("transferIn", "2024-02-02", "50"),
    entry("buy", "2024-02-03", "5"),
  ];
  expect(units(entries, mine)).toEqual([{ 1: "15" }]);
});

test("a sale takes the others first, then the plan's", () => {
  const entries = [entry("buy", "2024-01-31", "100"), entry("buy", "2024-02-01", "10")];
  expect(units([...entries, entry("sell", "2024-03-01", "-40")], mine)).toEqual([{ 1: "10" }]);
  expect(units([...entries, entry("sell", "2024-03-01", "-104")], mine)).toEqual([{ 1: "6" }]);
  expect(units([...entries, entry("transferOut", "2024-03-01", "-110")], mine)).toEqual([{ 1: "0" }]);
});

test("a split, a merger and a spin-off change the plan's units as they change all", () => {
  const entries = [
    entry("buy", "2024-01-31", "90"),
    entry("buy", "2024-02-01", "10"),
    entry("split", "2024-02-05", "100"),
  ];
  expect(units(entries, mine)).toEqual([{ 1: "20" }]);
  const merger = entry("exchange", "2024-02-06", "-200", { counter: { instrumentId: 2, quantity: "50" } });
  expect(units([...entries, merger], mine)).toEqual([{ 1: "0", 2: "5" }]);
  const spinOff = entry("exchange", "2024-02-06", "0", { counter: { instrumentId: 2, quantity: "40" } });
  expect(units([...entries, spinOff], mine)).toEqual([{ 1: "20", 2: "4" }]);
});

test("what several plans hold is shared in the proportion of what is to be put into each, from the day of each", () => {
  const entries = [entry("buy", "2024-02-01", "10"), entry("buy", "2024-03-01", "12")];
  expect(units(entries, mine, plan(8, "2024-02-15", { 1: 20 }))).toEqual([{ 1: "19" }, { 1: "3" }]);
});
