/**
 * Seeds announced income. By custodians: one to come, one whose ex-day is over, one that was cancelled, one that did not come. By
 * the firm: one to come, one that did not come, and one that a custodian announces too.
 */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "decimal.js";
import { recordAnnouncements } from "../domains/announcements/external.ts";
import { recordAnnounced } from "../domains/portfolios/income/announcements.ts";
import type { Trx } from "../kernel/transaction.ts";
import type { DemoEntry } from "./histories.ts";

interface Announced {
  ticker: string;
  currency: string;
  /** Days from today. */
  ex: number;
  pay: number;
  perUnit: string;
  taxRate: string;
}
const toCome: Announced[] = [
  { ticker: "AAPL", currency: "USD", ex: 9, pay: 24, perUnit: "0.26", taxRate: "0.15" },
  { ticker: "ASML", currency: "EUR", ex: -4, pay: 6, perUnit: "1.6", taxRate: "0.15" },
];
const late: Announced = { ticker: "MSFT", currency: "USD", ex: -70, pay: -45, perUnit: "0.91", taxRate: "0.15" };
const cancelled: Announced = { ticker: "IBM", currency: "USD", ex: 15, pay: 40, perUnit: "1.68", taxRate: "0.15" };

export async function seedAnnouncements(
  trx: Trx,
  holder: Holder,
  given: { account: string; entries: readonly DemoEntry[]; instrumentIds: ReadonlyMap<string, number>; today: string },
): Promise<void> {
  const { account, entries, instrumentIds, today } = given;
  const rowsOf = (list: readonly Announced[]) =>
    list.flatMap(({ ticker, currency, ex, pay, perUnit, taxRate }) => {
      const own = entries.filter((entry) => entry.ticker === ticker);
      const units = own.reduce((sum, { quantity }) => sum.plus(quantity ?? 0), new Decimal(0));
      const instrumentId = instrumentIds.get(ticker);
      if (instrumentId === undefined || !units.isPositive() || units.isZero()) return [];
      const gross = units.times(perUnit);
      return [
        {
          instrumentId,
          exDay: addDays(today, ex),
          payDay: addDays(today, pay),
          currency,
          quantity: units.toFixed(),
          grossPerUnit: perUnit,
          gross: gross.toFixed(2),
          tax: gross.times(taxRate).toFixed(2),
          isTakenBack: false,
        },
      ];
    });
  const file = { account, source: "ibFlex", importId: null, isList: true, isWhole: true };
  await recordAnnounced(trx, holder, { ...file, asOf: addDays(today, -60), rows: rowsOf([late]) });
  await recordAnnounced(trx, holder, { ...file, asOf: addDays(today, -12), rows: rowsOf([...toCome, cancelled]) });
  await recordAnnounced(trx, holder, { ...file, asOf: addDays(today, -2), rows: rowsOf(toCome) });
}

const byFirm = [
  { ticker: "PKO", currency: "PLN", ex: 12, pay: 33, amount: "2.59" },
  { ticker: "7203", currency: "JPY", ex: -75, pay: -50, amount: "45" },
  { ticker: "AAPL", currency: "USD", ex: 9, pay: 24, amount: "0.26" },
] as const;

/** What the firm announces for all who hold the instruments. */
export const seedFirmAnnouncements = (
  trx: Trx,
  { instrumentIds, today }: { instrumentIds: ReadonlyMap<string, number>; today: string },
): Promise<void> =>
  recordAnnouncements(
    trx,
    byFirm.map(({ ticker, currency, ex, pay, amount }) => ({
      instrumentId: instrumentIds.get(ticker) ?? 0,
      kind: "dividend",
      exDay: addDays(today, ex),
      recordDay: addDays(today, ex + 1),
      payDay: addDays(today, pay),
      currency,
      amount,
    })),
  );
