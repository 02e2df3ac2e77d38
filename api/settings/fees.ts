/** The one table of fees, and where the clients' money lies: what pages, contracts and reports say about both. */
import { z } from "zod";
import { knownCountry as country } from "../known-country.ts";
import {
  feeKinds,
  feeNameLength,
  feeNoteLength,
  feeUnits,
  isFeeAmount,
  isPercent,
  isRate,
  mostBanks,
  mostFees,
  percentUnits,
} from "../rules/fees.ts";
import { day, knownCurrency } from "../shapes.ts";

const inEach = <Shape extends z.ZodType>(shape: Shape) => z.strictObject({ bg: shape, en: shape, pl: shape });
const wrong = { params: { field: "badFormat" } } as const;
const note = inEach(z.string().trim().max(feeNoteLength));

export const feeRow = z
  .strictObject({
    /** Stays the same when the name changes: contracts and reports refer to it. */
    id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
    name: inEach(z.string().trim().min(1).max(feeNameLength)),
    kind: z.enum(feeKinds),
    /** Percent, or an amount of `currency`; a decimal in plain notation. */
    value: z.string().max(20),
    /** Of the amount and the minimum; null for a percentage without a minimum. */
    currency: knownCurrency.nullable(),
    minimum: z.string().max(20).refine(isFeeAmount, wrong).nullable(),
    unit: z.enum(feeUnits),
    /** VAT is charged on top. */
    vatAdded: z.boolean(),
    /** Empty for none. */
    note,
  })
  .superRefine(({ kind, value, currency, minimum, unit, vatAdded }, context) => {
    const fault = (path: string, field: string) =>
      context.addIssue({ code: "custom", path: [path], params: { field } });
    if (!(kind === "percent" ? isPercent : isFeeAmount)(value)) fault("value", "badFormat");
    if (currency === null && (kind === "amount" || minimum !== null)) fault("currency", "required");
    if (kind === "amount" && minimum !== null) fault("minimum", "notAllowed");
    if (kind === "amount" && unit === "profit") fault("unit", "notAllowed");
    // What a withdrawal reserves is told to the cent before it is confirmed.
    if (unit === "withdrawal" && vatAdded) fault("vatAdded", "notAllowed");
  });
export type FeeRow = z.infer<typeof feeRow>;

/** Marks each entry whose key an earlier one has. */
const eachOnce =
  <Key extends string>(key: Key) =>
  (entries: readonly Record<Key, unknown>[], context: z.RefinementCtx): void => {
    const seen = new Set<unknown>();
    for (const [place, entry] of entries.entries())
      if (seen.has(entry[key])) context.addIssue({ code: "custom", path: [place, key], params: { field: "twice" } });
      else seen.add(entry[key]);
  };

/** Marks a second fee of withdrawals in the same currency: which of the two applies could not be told. */
function oneWithdrawalFee(fees: readonly FeeRow[], context: z.RefinementCtx): void {
  const seen = new Set<string | null>();
  for (const [place, { unit, currency }] of fees.entries()) {
    if (unit !== "withdrawal") continue;
    if (seen.has(currency)) context.addIssue({ code: "custom", path: [place, "currency"], params: { field: "twice" } });
    seen.add(currency);
  }
}

/** What the firm charges, in the order of the table. */
export const feeTable = z.strictObject({
  fees: z.array(feeRow).max(mostFees).superRefine(eachOnce("id")).superRefine(oneWithdrawalFee),
});
export type FeeTable = z.infer<typeof feeTable>;

/** The banks that hold the clients' money, and the interest paid on it. */
export const treasury = z
  .strictObject({
    /** The day on which the facts below were true; null before any were entered. */
    asOf: day.nullable(),
    banks: z
      .array(
        z.strictObject({
          name: z.string().trim().min(1).max(feeNameLength),
          country,
          /** Percent of the clients' money; null if the firm does not say. */
          share: z.string().max(20).refine(isPercent, wrong).nullable(),
        }),
      )
      .max(mostBanks)
      .superRefine(eachOnce("name")),
    interest: z
      .array(
        z.strictObject({
          currency: knownCurrency,
          /** Percent a year, gross. */
          rate: z.string().max(20).refine(isRate, wrong),
          note,
        }),
      )
      .max(40)
      .superRefine(eachOnce("currency")),
  })
  .superRefine(({ asOf, banks, interest }, context) => {
    const fault = (path: (string | number)[], field: string) =>
      context.addIssue({ code: "custom", path, params: { field } });
    if (asOf === null && banks.length + interest.length > 0) fault(["asOf"], "required");
    // A day that has begun nowhere yet.
    if (asOf !== null && Date.parse(asOf) > Date.now() + 14 * 3_600_000) fault(["asOf"], "inFuture");
    const shares = banks.map(({ share }) => share);
    if (shares.every((share) => share === null)) return;
    const missing = shares.indexOf(null);
    if (missing >= 0) return fault(["banks", missing, "share"], "required");
    const sum = shares.reduce((total, share) => total + (share && isPercent(share) ? percentUnits(share) : 0), 0);
    if (sum > 1_000_000) fault(["banks", banks.length - 1, "share"], "overHundred");
    else if (sum < 1_000_000) fault(["banks", banks.length - 1, "share"], "underHundred");
  });
export type Treasury = z.infer<typeof treasury>;
