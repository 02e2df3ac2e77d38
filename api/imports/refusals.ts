/** Why a file, or a row of it, is refused, and what is said of one that can be booked. */
import { z } from "zod";
import { currencyCode, decimal } from "../shapes.ts";

/** Why a row, or the file, is refused. Wording: `imports.refusal.<code>`. */
export const refusalCodes = [
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
  "accountMissing",
  "severalMappings",
  "legsMissing",
  /** Several custodians have an account of this number; `detail` names them. */
  "ambiguousAccount",
  /** Recorded as no client's, or closed; `detail` says which and with whom. */
  "notClientsAccount",
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
  /** A corporate action of the portal booked the event; `detail`: the action, the day and what it booked. */
  "bookedByAction",
  "amountsDisagree",
  "currencyMismatch",
  "notClosing",
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
const remarkCodes = [
  "cashBreak",
  "commissionKept",
  "capitalWithoutShares",
  "costOpen",
  "cancelsNothing",
  "lettersLost",
] as const;
export const remark = z.object({
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
   * the instrument. `cancelsNothing`: units and name. `lettersLost`: the first text that holds U+FFFD.
   */
  detail: z.string().nullable().default(null),
});
export type ImportRemark = z.infer<typeof remark>;

/** Maximum number of refusals in a preview; `refusedRows` counts all. */
export const refusalsShown = 200;
