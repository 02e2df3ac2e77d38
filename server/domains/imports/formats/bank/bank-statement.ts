/** An account statement or notification of a bank, whatever message it came in. */
import type { Currency, EntryKind } from "@portico/ledger/entry.ts";
import type { Day, DecimalString } from "../../../portfolios/ledger/entries.ts";
import { negated, sum } from "../../reading/values.ts";

/** A balance as of the end, or the beginning, of a day; negative if the account is overdrawn. */
export interface BankBalance {
  line: number;
  day: Day;
  amount: DecimalString;
  currency: Currency;
}

/** What the bank calls an entry: a code of ISO 20022 (`PMNT/RCDT/ESCT`), of MT940 (`NTRF`), or of its own. */
export interface BankCode {
  scheme: "iso" | "swift" | "own";
  code: string;
  /** German and Polish banks: the three digits of their own list beside the code of MT940 (GVC). */
  transaction?: string;
  /** The bank's own code beside that of a standard. */
  own?: string;
}

/** One payment: of an entry, or of the batch that an entry sums up. */
export interface BankPayment {
  /** EndToEndId of camt, the customer's reference of MT940; undefined if it only says that there is none. */
  ownReference?: string;
  /** Of the batch of payments in which it was ordered. */
  batchReference?: string;
  /** Signed; undefined if the message does not state it. */
  amount?: DecimalString;
  counterparty?: string;
  counterpartyAccount?: string;
  /** What the payer wrote, in one line. */
  text: string;
  /** Why the bank returned the payment, such as AC04. */
  returnReason?: string;
}

export interface BankEntry extends BankPayment {
  line: number;
  /** On which the bank booked it. */
  bookedOn: Day;
  /** From which it bears interest, if stated. */
  valueOn?: Day;
  /** Above zero: it came into the account. */
  amount: DecimalString;
  currency: Currency;
  /** Of the bank that keeps the account; undefined if it only says that there is none. */
  bankReference?: string;
  code?: BankCode;
  /** What a mapping says that it is. */
  kind?: EntryKind;
  /** The bank takes back an earlier entry. The amount's sign is that of this entry. */
  isReversal: boolean;
  /** The payments of a batch; empty if the entry is one payment. */
  payments: BankPayment[];
  /** The bank's charges that the amount includes, if stated. */
  charges?: DecimalString;
}

export interface BankStatement {
  line: number;
  /** As written, without blanks. */
  account: string;
  isIban: boolean;
  /** BIC of the bank that keeps the account. */
  servicer?: string;
  id: string;
  /** Its number in the year, with its page. */
  number?: string;
  createdAt?: string;
  currency: Currency;
  opening?: BankBalance;
  closing?: BankBalance;
  entries: BankEntry[];
  /** A message between statements, without balances: its entries come again in a statement. */
  isNotification: boolean;
}

/** Opening + entries − closing: null if it closes, undefined if the bank does not state both balances. */
export function breakOf({ opening, closing, entries }: BankStatement): DecimalString | null | undefined {
  if (!opening || !closing) return undefined;
  let total = opening.amount;
  for (const { amount } of entries) total = sum(total, amount);
  const rest = sum(total, negated(closing.amount));
  return rest === "0" ? null : rest;
}

/** Words by which banks and payers say that there is no reference. */
const noReference = /^(?:NONREF|NOTPROVIDED|NOT PROVIDED|NOREF|N\/A|-|0*)$/i;
export const referenceOrNone = (text: string | undefined): string | undefined => {
  const trimmed = text?.trim();
  return trimmed === undefined || noReference.test(trimmed) ? undefined : trimmed;
};

/** Text of several lines in one. */
export const inOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
