/** Days held of the lots of a sale. */
import { expect, test } from "vitest";
import { daysHeld } from "./days-held.ts";

const lot = (acquired: string | null, since: string | null = acquired) => ({
  acquired,
  since,
  quantity: "1",
  cost: "1",
  ownCost: "1",
});

test("from the lot acquired last to the one acquired first", () => {
  expect(daysHeld({ day: "2024-03-01", lots: [lot("2024-02-01"), lot("2024-02-28")] })).toEqual({
    least: 2,
    most: 29,
    isAtLeast: false,
  });
});

test("units of unknown day were held at least as long as they have been in the ledger", () => {
  expect(daysHeld({ day: "2024-03-01", lots: [lot(null, "2024-02-01")] })).toEqual({
    least: 29,
    most: 29,
    isAtLeast: true,
  });
});

test("on average cost, or without units, no day is known", () => {
  expect(daysHeld({ day: "2024-03-01", lots: [lot(null)] })).toBeNull();
  expect(daysHeld({ day: "2024-03-01", lots: [] })).toBeNull();
});
