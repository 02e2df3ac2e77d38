/** A file as it was read: what it would change, and why not. */
import { entryKinds } from "@portico/ledger/entry.ts";
import { z } from "zod";
import { usedCode } from "../custodians/bank-codes.ts";
import { importFormats, importKinds } from "../rules/import-kinds.ts";
import { currencyCode, day, decimal, id, instant, namedHolder } from "../shapes.ts";
import {
  decidedRow,
  excludableInstrument,
  excludedInstrument,
  importTransfer,
  openingBalance,
  question,
  undecidedRow,
} from "./decisions.ts";
import { refusal, remark } from "./refusals.ts";

export const importStates = ["previewed", "refused", "confirmed", "discarded"] as const;

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
  /** Of the units that the file states: what cannot be sold, and of it what secures a debt; missing if there is none. */
  notAvailable: decimal.optional(),
  pledged: decimal.optional(),
});

export const accountPreview = z.object({
  account: z.string(),
  holder: namedHolder.nullable(),
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

/** An account of the firm where clients' money lies together, as a file of its bank states it. */
const bankAccount = z.object({
  account: z.string(),
  bank: z.string(),
  currency: currencyCode,
  /** Null if the file does not state it. */
  opening: decimal.nullable(),
  closing: decimal.nullable(),
  /** Opening + entries − closing where it is not zero. */
  difference: decimal.nullable(),
  /** Entries that an earlier file had, that are booked for clients, and that wait for a person. */
  known: z.number().int(),
  booked: z.number().int(),
  open: z.number().int(),
});
export type ImportedBankAccount = z.infer<typeof bankAccount>;

export type AccountPreview = z.infer<typeof accountPreview>;

export const importPreview = z.object({
  id,
  kind: z.enum(importKinds),
  format: z.enum(importFormats).nullable(),
  /** The message of its standard, such as camt.053.001.08, or the broker whose export it is. */
  message: z.string().nullable(),
  /** Whose file it is; null if that is not known. */
  custodian: z.object({ id, name: z.string() }).nullable(),
  fileName: z.string(),
  /** In which the text was read, such as windows-1250; null in older previews. */
  encoding: z.string().nullable(),
  state: z.enum(importStates),
  created_at: instant,
  /** A colleague, or where the portal found the file. */
  created_by: z.string(),
  /** Where the portal found the file; null for one that staff uploaded. */
  pickedUpFrom: z.string().nullable().default(null),
  confirmed_at: instant.nullable(),
  confirmed_by: z.string().nullable(),
  /** The client number given for a file that does not say whose it is. */
  account: z.string().nullable(),
  /** The mapping with which it was read. */
  mapping: z.object({ key: z.string(), name: z.string(), version: z.number().int() }).nullable(),
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
  bankAccounts: z.array(bankAccount),
  questions: z.array(question),
  /** What the firm's lists say of banks' codes, as this file was read. */
  codes: z.array(usedCode).default([]),
  /** First 200 parsed rows of a statement. */
  sample: z.array(previewEntry),
  /** Whether opening cash and rows make the closing cash, in each account and currency; null if the file states none. */
  closes: z.boolean().nullable(),
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

export const listedImport = importPreview
  .pick({
    id: true,
    kind: true,
    format: true,
    message: true,
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
    holders: z.array(namedHolder),
    holderCount: z.number().int(),
  });
export type ListedImport = z.infer<typeof listedImport>;
