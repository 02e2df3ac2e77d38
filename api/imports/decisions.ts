/** What staff decide about a file before it is booked: its rows, instruments, costs, opening balances and questions. */
import { entryKinds } from "@portico/ledger/entry.ts";
import { z } from "zod";
import { visibleText } from "../rules/visible-text.ts";
import { currencyCode, day, decimal } from "../shapes.ts";
import { refusalCodes } from "./refusals.ts";

/** A name without invisible characters. */
export const writtenName = (longest: number) => z.string().min(1).max(longest).regex(visibleText);

/** An instrument that cannot be booked and that staff may exclude from the portfolio by its key. */
export const excludableInstrument = z.object({
  key: z.string(),
  name: z.string(),
  /** The custodian's category, such as OPT; null if the file has none. */
  category: z.string().nullable(),
  rows: z.number().int(),
});
/** An instrument excluded from one account: its open position, and its effect on cash. */
export const excludedInstrument = excludableInstrument.extend({
  account: z.string(),
  quantity: decimal.nullable(),
  cash: z.array(z.object({ currency: currencyCode, amount: decimal })),
});
export type ExcludedInstrument = z.infer<typeof excludedInstrument>;

/** Kinds that a row which is not understood can be given. */
export const givenKinds = entryKinds.filter(
  (kind) => kind !== "excluded" && kind !== "reversal" && kind !== "openingBalance",
);

/** A row that is not understood, or that is and cannot be booked; or all rows of an account that is nobody's. */
export const undecidedRow = z.object({
  line: z.number().int(),
  /** Identifies the row's content. */
  key: z.string(),
  account: z.string().nullable(),
  /** What the custodian calls such a row, such as `CashTransaction Cash Receipts`; of a row that was read, what it is about. */
  name: z.string(),
  /** The kind as which the row was read; null if it is not understood. */
  readAs: z.enum(entryKinds).nullable().default(null),
  /** All rows of an account: how many entries they make. Null for one row. */
  accountEntries: z.number().int().nullable().default(null),
  /** The row's own description. */
  text: z.string().nullable(),
  /** Cash in its currency, or units of an instrument, that the row moves. */
  moved: z.array(z.object({ amount: decimal, unit: z.string() })),
  code: z.enum(refusalCodes),
  detail: z.string().nullable(),
  /** Kinds that the row can be given; it can always be left out. */
  kinds: z.array(z.enum(entryKinds)),
  /** Of an entry of a bank: the names of its code, the narrowest first, as which the firm can say what it means in all later files. */
  codes: z.array(z.string()).optional(),
  /** What was decided about the same row in the last confirmed file that had it. */
  before: z
    .object({ kind: z.enum(entryKinds).nullable(), reason: z.string() })
    .nullable()
    .default(null),
});
export type UndecidedRow = z.infer<typeof undecidedRow>;

/** A row that a colleague gave a kind, or left out (`kind` is null). */
export const decidedRow = undecidedRow
  .pick({
    line: true,
    key: true,
    account: true,
    name: true,
    readAs: true,
    accountEntries: true,
    text: true,
    moved: true,
  })
  .extend({ kind: z.enum(entryKinds).nullable(), reason: z.string() });
export type DecidedRow = z.infer<typeof decidedRow>;

/** Maximum number of decisions about one file. */
export const mostDecisions = 2000;

/** An opening balance with which a refused file could be booked. */
export const openingBalance = z.strictObject({
  account: writtenName(40),
  day,
  /** The known instrument's ISIN or ticker as in the file; without it, cash. */
  instrument: writtenName(60).optional(),
  quantity: decimal.optional(),
  currency: currencyCode,
  /** Cost of the position, or the amount of cash; null if the cost is unknown. */
  amount: decimal.nullable(),
});
export type OpeningBalance = z.infer<typeof openingBalance>;

/** What a colleague decides about a row: its kind, or null to leave it out. */
export const rowDecision = z.strictObject({
  line: z.number().int().positive(),
  key: z.string().min(1).max(64),
  kind: z.enum(givenKinds).nullable(),
  reason: writtenName(300),
});
export type RowDecision = z.infer<typeof rowDecision>;

/** The cost of a security transferred in, as a colleague confirmed it. */
/** Units of a transfer that were acquired together. */
const deliveredLot = z.strictObject({
  /** Null if unknown. */
  acquired: day.nullable(),
  quantity: decimal,
  /** In the transfer's currency. */
  cost: decimal,
});
export const mostLots = 500;

export const transferCost = z.strictObject({
  account: writtenName(40),
  /** The entry's id, as in the preview. */
  entry: z.string().min(1).max(220),
  /** In the transfer's currency, of all units. */
  cost: decimal,
  /** The day on which they were acquired: the cost in the contract currency is of that day. */
  acquired: day.nullable(),
  /** What the transfer consists of, if that is known: they sum to its units and to the cost, exactly. */
  lots: z.array(deliveredLot).max(mostLots).default([]),
});
export type TransferCost = z.infer<typeof transferCost>;

/** A new transfer of a security whose row does not state the cost. */
export const importTransfer = z.object({
  line: z.number().int(),
  account: z.string(),
  entry: z.string(),
  day,
  name: z.string(),
  ticker: z.string(),
  quantity: decimal,
  currency: currencyCode,
  /** As confirmed; null while it is unknown. */
  cost: decimal.nullable(),
  acquired: day.nullable(),
  lots: z.array(deliveredLot).default([]),
  /** What is known: the custodian's cost of the open position in the file, or the ledger of the holder who sent it. */
  offers: z.array(
    z.object({
      /** `senderLots`: the lots that left the sender, first in, first out, and their cost; `sender`: its average cost. */
      source: z.enum(["position", "sender", "senderLots"]),
      cost: decimal,
      acquired: day.nullable(),
      lots: z.array(deliveredLot).default([]),
      /** Name of the holder who sent it. */
      sender: z.string().nullable(),
    }),
  ),
});
export type ImportTransfer = z.infer<typeof importTransfer>;

/** What a person says to a question: that a split is the known one or another, or that it was settled in cash. */
export const questionAnswers = ["same", "another", "cash"] as const;

/**
 * A question about a split. `sameSplit`: others booked a split of this ratio weeks before or after; a confirmation waits
 * for its answer. `splitUnbooked`: the holder has not booked a split that others booked; it may have been settled in cash.
 */
export const question = z.object({
  key: z.string(),
  code: z.enum(["sameSplit", "splitUnbooked"]),
  account: z.string(),
  name: z.string(),
  ticker: z.string(),
  isin: z.string().nullable(),
  currency: currencyCode,
  /** `sameSplit`: the day of the file's booking; `splitUnbooked`: that of the split. */
  day,
  /** `sameSplit`: the day of the known split. */
  knownDay: day.nullable(),
  /** `from` units became `into`. */
  from: decimal,
  into: decimal,
  /** Units that the holder has before it. */
  quantity: decimal,
  answer: z.enum(questionAnswers).nullable(),
});
export type ImportQuestion = z.infer<typeof question>;
