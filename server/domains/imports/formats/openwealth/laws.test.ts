/** Laws of OpenWealth's transactions: what is booked is what was posted, in any order, in any number of files. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Exact, sum } from "../../reading/values.ts";
import { createFirm } from "../../testing/firm.ts";
import { apple, asFile, cashMoved, posted, transaction, unitsMoved } from "../../testing/openwealth-fixtures.ts";
import { readStatement, reasons } from "../../testing/reading.ts";
import { imported, ledgerOf } from "../../testing/uploads.ts";

const cents = fc.integer({ min: 1, max: 9_999_999 }).map((value) => new Exact(value).div(100).toNumber());
const currency = fc.constantFrom("CHF", "EUR");
const isFlipped = fc.boolean();
/** Signs of movements are not reliable: any of them may be turned. */
const either = (value: number, flips: boolean): number => (flips ? -value : value);
const rounded = (value: number): number => new Exact(value).toDecimalPlaces(2).toNumber();

const made = fc
  .record({
    kind: fc.constantFrom("buy", "inflowCash", "dividendCash"),
    gross: cents,
    fee: cents,
    tax: cents,
    units: fc.integer({ min: 1, max: 500 }),
    currency,
    flip: fc.tuple(isFlipped, isFlipped, isFlipped),
  })
  .map(({ kind, gross, fee, tax, units, currency: of, flip }) => {
    const sign = kind === "buy" ? -1 : 1;
    const charges = [
      cashMoved("brokerageFee", either(fee, flip[0]), of),
      cashMoved("stampDuty", either(tax, flip[1]), of),
    ];
    const total = rounded(sign * gross - fee - tax);
    return (id: string, customerId: string) =>
      transaction(
        id,
        kind,
        [
          ...(kind === "buy" ? [unitsMoved(apple, units, { positionCurrency: of })] : []),
          cashMoved("cash", either(gross, flip[2]), of),
          ...charges,
        ],
        [posted(total, of)],
        { customerId, ...(kind === "dividendCash" && { triggeringFinancialInstrument: apple }) },
      );
  });
/** Deductions that are more than what is paid are no dividend and no deposit. */
const isSound = (record: ReturnType<typeof transaction>): boolean => {
  const [posting] = record["postingAmountList"] as { amount: number }[];
  return record["type"] === "buy" ? (posting?.amount ?? 0) < 0 : (posting?.amount ?? 0) !== 0;
};

test("the entries of a file make its postings, whatever signs its movements have", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(made, { minLength: 1, maxLength: 10 }), async (list) => {
      const records = list.map((make, place) => make(`t${place}`, "C")).filter(isSound);
      fc.pre(records.length > 0);
      const file = await readStatement(asFile(...records));
      expect(reasons(file)).toEqual([]);
      const totals = (rows: { amount: string | number; currency: string }[]) =>
        Object.fromEntries(
          [...Map.groupBy(rows, (row) => row.currency)].map(([of, own]) => [
            of,
            sum(...own.map(({ amount }) => String(amount))),
          ]),
        );
      const postings = records.flatMap(
        (record) => record["postingAmountList"] as { amount: number; currency: string }[],
      );
      expect(totals(file.entries)).toEqual(
        totals(postings.map((one) => ({ ...one, amount: new Exact(one.amount).toFixed() }))),
      );
    }),
  );
});

const firm = createFirm("OWL");

test("the same transactions twice, overlapping, and in any order, make the same ledger", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(made, { minLength: 2, maxLength: 6 }),
      fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 2, maxLength: 4 }),
      async (list, cuts) => {
        const ledgers: string[][] = [];
        for (const isWhole of [true, false]) {
          const { account, id } = await firm.client();
          const records = list.map((make, place) => make(`t${place}`, account)).filter(isSound);
          if (records.length === 0) return;
          const parts = isWhole
            ? [records]
            : [...cuts.map((cut) => records.toReversed().slice(cut)), records.slice(1), records];
          for (const part of parts) if (part.length > 0) await imported(firm.staff, asFile(...part));
          const lines = await ledgerOf(firm.portal.services.db, id);
          ledgers.push(lines.map((line) => line.replaceAll(account, "ACCOUNT").replace(/ [0-9a-f]{64} /, " ")));
        }
        expect(ledgers[1]).toEqual(ledgers[0]);
      },
    ),
    { numRuns: 8 },
  );
});
