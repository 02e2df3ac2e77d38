/** The order of entries at the same time does not depend on the order of rows in a file. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { ownWork } from "../../../testing/own-work.ts";
import { inBookingOrder } from "./entry-order.ts";
import type { FileEntry } from "./parsed-file.ts";

let made = 0;
const entry = (kind: FileEntry["kind"], more: Partial<FileEntry> = {}): FileEntry => ({
  line: ++made,
  account: "U1",
  externalId: `id ${made}`,
  fingerprint: String(made),
  kind,
  day: "2024-01-10",
  currency: "EUR",
  amount: "0",
  ...more,
});

test("what comes in counts before what goes out, whichever way the file runs", () => {
  const rows = [
    entry("withdrawal"),
    entry("sell"),
    entry("fee"),
    entry("buy"),
    entry("deposit"),
    entry("split"),
    entry("openingBalance"),
    entry("buy", { day: "2024-01-09" }),
    entry("sell", { time: "2024-01-10T09:00:00.000Z" }),
  ];
  const order = (all: FileEntry[]) => inBookingOrder(all).map(({ kind }) => kind);
  const expected = ["buy", "openingBalance", "split", "deposit", "buy", "fee", "sell", "withdrawal", "sell"];
  expect(order(rows)).toEqual(expected);
  expect(order(rows.toReversed())).toEqual(expected);
});

test("exchanges of one day form a chain: what one brings, the next can take", () => {
  const chain = [1, 2, 3, 4].map((from) =>
    entry("exchange", { instrument: from, quantity: "-1", counter: { instrument: from + 1, quantity: "1" } }),
  );
  fc.assert(
    fc.property(fc.shuffledSubarray(chain, { minLength: 4 }), (rows) => {
      expect(inBookingOrder(rows).map(({ instrument }) => instrument)).toEqual([1, 2, 3, 4]);
    }),
  );
});

test("exchanges in a circle are each booked once, and a hundred thousand of one moment are little work", async () => {
  const exchange = (from: number, to: number) =>
    entry("exchange", { instrument: from, quantity: "-1", counter: { instrument: to, quantity: "1" } });
  const circle = [exchange(1, 2), exchange(2, 3), exchange(3, 1), exchange(9, 1)];
  expect(new Set(inBookingOrder(circle))).toEqual(new Set(circle));
  expect(inBookingOrder(circle)[0]?.instrument).toBe(9);
  const many = Array.from({ length: 100_000 }, (_, index) => exchange(index, index + 1)).toReversed();
  let ordered: unknown[] = [];
  const work = await ownWork(() => (ordered = inBookingOrder(many).map(({ instrument }) => instrument)));
  expect(ordered).toEqual(many.map((_, index) => index));
  expect(work).toBeLessThan(10_000);
});
