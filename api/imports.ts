/** Files uploaded by staff: custodians' statements, prices, FX rates. Previewed, then confirmed as a whole or not at all. */
import { entryKinds } from "@portico/ledger/entry.ts";
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { fileText } from "./file-text.ts";
import { importKinds } from "./rules/import-kinds.ts";
import { visibleText } from "./rules/visible-text.ts";
import {
  bodyOrdinal,
  currencyCode,
  day,
  decimal,
  holderType,
  id,
  instant,
  ofHolder,
  page,
  pageQuery,
} from "./shapes.ts";

export const importFormats = ["ibFlex", "csv"] as const;
export const importStates = ["previewed", "refused", "confirmed", "discarded"] as const;

/** Largest accepted file, in bytes. */
const importMaxBytes = 96 * 1024 * 1024;

/** Why a row, or the file, is refused. Wording: `imports.refusal.<code>`. */
const refusalCodes = [
  "malformedFile",
  "unknownFormat",
  "otherFile",
  "emptyFile",
  "missingColumn",
  "unknownColumn",
  "missingValue",
  "badNumber",
  "badDate",
  "futureDate",
  "unknownCurrency",
  "unknownKind",
  "unknownAccount",
  "unknownInstrument",
  "ambiguousInstrument",
  "derivative",
  "shortPosition",
  "quantityBelowZero",
  "costAboveHeld",
  "splitDiffers",
  "openingBalanceNotFirst",
  "knownWithOtherContent",
  "repeatedInFile",
  "unknownReversal",
  "directionDisagrees",
  "amountsDisagree",
  "currencyMismatch",
  "quotationMissing",
  "unsupportedAction",
  "actionIncomplete",
  "nothingToSplit",
  "notPositive",
  "belowZero",
  "tooLong",
  "tooManyRows",
  "outOfRange",
] as const;
export const refusal = z.object({
  /** 1-based line in the file; null if the whole file is meant. */
  line: z.number().int().nullable(),
  code: z.enum(refusalCodes),
  /** The value or name that the wording quotes. `otherFile`: its kind, and after a space the message of its standard. */
  detail: z.string().nullable(),
  account: z.string().nullable(),
});
export type ImportRefusal = z.infer<typeof refusal>;

/** Warnings about a file that can still be booked. Wording: `admin.imports.remark.<code>`. */
const remarkCodes = ["cashBreak", "commissionKept", "capitalWithoutShares", "costOpen", "cancelsNothing"] as const;
const remark = z.object({
  code: z.enum(remarkCodes),
  line: z.number().int().nullable(),
  account: z.string(),
  currency: currencyCode,
  /**
   * `cashBreak`: closing cash − opening cash − rows, as in the file. `commissionKept`: the fee that remains charged.
   * `capitalWithoutShares`: capital paid, or taken back if negative, of an instrument of which nothing was held that day.
   * `cancelsNothing`: the cash of a row that cancels another one, which is neither in the file nor in the ledger.
   */
  amount: decimal,
  /**
   * `costOpen`: the day, and the securities among which the cost of the first is to be divided. `capitalWithoutShares`:
   * the instrument. `cancelsNothing`: units and name.
   */
  detail: z.string().nullable().default(null),
});
export type ImportRemark = z.infer<typeof remark>;

/** An instrument that cannot be booked and that staff may exclude from the portfolio by its key. */
const excludableInstrument = z.object({
  key: z.string(),
  name: z.string(),
  /** The custodian's category, such as OPT; null if the file has none. */
  category: z.string().nullable(),
  rows: z.number().int(),
});
/** An instrument excluded from one account: its open position, and its effect on cash. */
const excludedInstrument = excludableInstrument.extend({
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
const undecidedRow = z.object({
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
  /** What was decided about the same row in the last confirmed file that had it. */
  before: z
    .object({ kind: z.enum(entryKinds).nullable(), reason: z.string() })
    .nullable()
    .default(null),
});
export type UndecidedRow = z.infer<typeof undecidedRow>;

/** A row that a colleague gave a kind, or left out (`kind` is null). */
const decidedRow = undecidedRow
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
const mostDecisions = 2000;

/** Maximum number of refusals in a preview; `refusedRows` counts all. */
export const refusalsShown = 200;

/** One parsed row in the preview. */
const previewEntry = z.object({
  /** 0 for an opening balance entered by staff. */
  line: z.number().int(),
  account: z.string(),
  kind: z.enum(entryKinds),
  day,
  name: z.string().nullable(),
  ticker: z.string().nullable(),
  quantity: decimal.nullable(),
  price: decimal.nullable(),
  currency: currencyCode,
  amount: decimal,
  fee: decimal.nullable(),
  /** Already booked with identical fields: skipped. */
  known: z.boolean(),
  /** `reversal`: what it reverses; null in older previews, or if it is not known. */
  reverses: z
    .object({
      kind: z.enum(entryKinds),
      day,
      name: z.string().nullable(),
      quantity: decimal.nullable(),
      currency: currencyCode,
      amount: decimal,
    })
    .nullable()
    .default(null),
});

/** A position or cash balance before and after the import, and as stated in the file. */
const previewPosition = z.object({
  name: z.string(),
  ticker: z.string().nullable(),
  currency: currencyCode,
  instrumentId: id.nullable(),
  cash: z.boolean(),
  before: decimal,
  after: decimal,
  /** The file's open position or closing cash. */
  stated: decimal.nullable(),
  /** stated − after where they differ: a break. */
  difference: decimal.nullable(),
});

/** A name without invisible characters. */
const writtenName = (longest: number) => z.string().min(1).max(longest).regex(visibleText);

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
export const transferCost = z.strictObject({
  account: writtenName(40),
  /** The entry's id, as in the preview. */
  entry: z.string().min(1).max(220),
  /** In the transfer's currency, of all units. */
  cost: decimal,
  /** The day on which they were acquired: the cost in the contract currency is of that day. */
  acquired: day.nullable(),
});
export type TransferCost = z.infer<typeof transferCost>;

/** A new transfer of a security whose row does not state the cost. */
const importTransfer = z.object({
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
  /** What is known: the custodian's cost of the open position in the file, or the ledger of the holder who sent it. */
  offers: z.array(
    z.object({
      source: z.enum(["position", "sender"]),
      cost: decimal,
      acquired: day.nullable(),
      /** Name of the holder who sent it. */
      sender: z.string().nullable(),
    }),
  ),
});
export type ImportTransfer = z.infer<typeof importTransfer>;

const importHolder = z.object({ holder_type: holderType, holder_id: id, name: z.string() });

/** What a person says to a question: that a split is the known one or another, or that it was settled in cash. */
export const questionAnswers = ["same", "another", "cash"] as const;

/**
 * A question about a split. `sameSplit`: others booked a split of this ratio weeks before or after; a confirmation waits
 * for its answer. `splitUnbooked`: the holder has not booked a split that others booked; it may have been settled in cash.
 */
const question = z.object({
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

export const accountPreview = z.object({
  account: z.string(),
  holder: importHolder.nullable(),
  from: day.nullable(),
  to: day.nullable(),
  entries: z.number().int(),
  newEntries: z.number().int(),
  knownEntries: z.number().int(),
  cashBelowZero: z.array(currencyCode),
  positions: z.array(previewPosition),
  /** The balances missing to keep holdings from falling below zero. */
  suggestedOpeningBalances: z.array(openingBalance),
});

export type AccountPreview = z.infer<typeof accountPreview>;

/**
 * Marks of a suspicious price or rate: `zero`, a price of nothing after another or no price; `digits`, about 10, 100 or
 * 1,000 times the previous quote or that fraction of it; `jump`, otherwise more than 20 % away; `weekend`, a Saturday or
 * Sunday; `noRate`, a price in another currency than the instrument's for which there is no rate on the day, so that the
 * last convertible price stays in use.
 */
export const quoteMarks = ["zero", "digits", "jump", "weekend", "noRate"] as const;

/** A price, or a rate in units per euro, that the file would store. */
const quote = z.object({
  /** Its position among the file's new rows. */
  place: z.number().int(),
  line: z.number().int(),
  /** Of the priced instrument; null for a rate. */
  name: z.string().nullable(),
  ticker: z.string().nullable(),
  isin: z.string().nullable(),
  currency: currencyCode,
  day,
  value: decimal,
  source: z.string(),
  /** The quote that applies to that day so far, from the portal or earlier in the file; the next later one if there is none. */
  before: z.object({ value: decimal, day }).nullable(),
  marks: z.array(z.enum(quoteMarks)),
  accepted_by: z.string().nullable(),
});
export type ImportQuote = z.infer<typeof quote>;

const quoteCounts = {
  marked: z.number().int(),
  /** Marked and not accepted yet: blocks confirmation. */
  open: z.number().int(),
  /** Of those, marked only `weekend`. */
  openWeekend: z.number().int(),
};

const importPreview = z.object({
  id,
  kind: z.enum(importKinds),
  format: z.enum(importFormats).nullable(),
  fileName: z.string(),
  state: z.enum(importStates),
  created_at: instant,
  created_by: z.string(),
  confirmed_at: instant.nullable(),
  confirmed_by: z.string().nullable(),
  /** Rows of the file that book something. */
  rows: z.number().int(),
  /** Resulting entries, prices or rates: the rows of one corporate action make one entry, a commission its own. */
  newRows: z.number().int(),
  knownRows: z.number().int(),
  refusedRows: z.number().int(),
  /** First 200; `refusedRows` counts all. */
  refusals: z.array(refusal),
  remarks: z.array(remark),
  /** The first 200 rows that are not understood, and what was decided about others. */
  undecided: z.array(undecidedRow),
  decided: z.array(decidedRow),
  /** Securities transferred in without their cost: the first 200. */
  transfers: z.array(importTransfer),
  /** Instruments that staff could exclude so that the file can be booked. */
  excludable: z.array(excludableInstrument),
  /** Instruments excluded from the portfolios, by name. */
  excluded: z.array(excludedInstrument),
  accounts: z.array(accountPreview),
  questions: z.array(question),
  /** First 200 parsed rows of a statement. */
  sample: z.array(previewEntry),
  /** Rows of a statement that the portal ignores deliberately (summaries, accruals), by name. */
  leftOut: z.array(z.object({ name: z.string(), rows: z.number().int() })),
  /** What the reader may do: read a file (again), write or drop this one, accept its marked quotes, answer questions. */
  can: z.object({
    preview: z.boolean(),
    confirm: z.boolean(),
    discard: z.boolean(),
    acceptQuotes: z.boolean(),
    answer: z.boolean(),
  }),
});
export type ImportPreview = z.infer<typeof importPreview>;

const listedImport = importPreview
  .pick({
    id: true,
    kind: true,
    format: true,
    fileName: true,
    state: true,
    created_at: true,
    created_by: true,
    confirmed_at: true,
    rows: true,
    newRows: true,
    refusedRows: true,
  })
  .extend({
    /** Holders named in the file, in its order: the first three; `holderCount` counts all. */
    holders: z.array(importHolder),
    holderCount: z.number().int(),
  });
export type ListedImport = z.infer<typeof listedImport>;

export const imports = defineEndpoints({
  preview: {
    method: "POST",
    path: "/import/preview",
    summary: "Reads a file and says what it would do; nothing is written but the preview itself.",
    access: staff("office"),
    body: z.strictObject({
      kind: z.enum(importKinds),
      fileName: writtenName(200),
      /** An empty file is not a bad request: it is refused as an empty file. */
      content: fileText(),
      openingBalances: z.array(openingBalance).max(500).default([]),
      /** Keys of instruments to exclude. */
      exclude: z.array(z.string().min(1).max(200)).max(500).default([]),
      decisions: z.array(rowDecision).max(mostDecisions).default([]),
      transferCosts: z.array(transferCost).max(500).default([]),
    }),
    answer: importPreview,
    bodyLimit: importMaxBytes,
  },
  confirm: {
    method: "POST",
    path: "/import/:id/confirm",
    summary: "Writes a previewed file whole, in one transaction; a second confirmation answers as the first.",
    access: staff("office"),
    params: z.object({ id }),
    body: z.strictObject({}),
    answer: importPreview,
    errors: ["stateConflict", "fileRefused", "quotesNotAccepted", "questionsOpen"],
  },
  answer: {
    method: "POST",
    path: "/import/:id/answer",
    summary: "Answers a question of a previewed file, or withdraws the answer; returns the preview that follows.",
    access: staff("office"),
    params: z.object({ id }),
    body: z.strictObject({ key: z.string().min(1).max(400), answer: z.enum(questionAnswers).nullable() }),
    answer: importPreview,
    errors: ["stateConflict"],
  },
  listQuotes: {
    method: "GET",
    path: "/import/:id/quotes",
    summary:
      "The new prices or rates of a file, each beside what it follows; those alone that need a look where asked for.",
    access: staff("internal"),
    params: z.object({ id }),
    query: z.object({ show: z.enum(["all", "marked"]).default("all"), ...pageQuery }),
    answer: page({ quotes: z.array(quote), ...quoteCounts }),
  },
  acceptQuotes: {
    method: "POST",
    path: "/import/:id/quotes/accept",
    summary:
      "Accepts marked prices or rates after a look: the rows named, or all that the weekend alone marks. With four eyes on, a colleague of who uploaded them does.",
    access: staff("office"),
    params: z.object({ id }),
    body: z
      .strictObject({
        places: z.array(bodyOrdinal).min(1).max(500).optional(),
        all: z.literal("weekend").optional(),
      })
      .refine(({ places, all }) => (places === undefined) !== (all === undefined), { path: ["places"] }),
    answer: z.object(quoteCounts),
    errors: ["stateConflict", "fourEyes"],
  },
  discard: {
    method: "POST",
    path: "/import/:id/discard",
    summary: "Drops a previewed file.",
    access: staff("office"),
    params: z.object({ id }),
    body: z.strictObject({}),
    answer: importPreview,
    errors: ["stateConflict"],
  },
  get: {
    method: "GET",
    path: "/import/:id",
    summary: "One import with its preview.",
    access: staff("internal"),
    params: z.object({ id }),
    answer: importPreview,
  },
  list: {
    method: "GET",
    path: "/import",
    summary:
      "Imports, newest first; where the query names a holder, those that told of it, with the counts of its own rows.",
    access: staff("internal"),
    query: z.object({ ...ofHolder, ...pageQuery }),
    answer: page({
      imports: z.array(listedImport),
      can: z.object({ preview: z.boolean() }),
    }),
  },
});
