/** The result of reading a file before the portal's own data is used: parsed rows and refused rows with reasons. */

import type { UsedCode } from "@portico/api/custodians/bank-codes.ts";
import type { NamedMapping } from "@portico/api/imports/mapping.ts";
import type { DecidedRow, ImportRefusal, ImportRemark, UndecidedRow as ShownRow } from "@portico/api/imports.ts";
import type { assetClasses } from "@portico/api/market-data.ts";
import type { ImportFormat } from "@portico/api/rules/import-kinds.ts";
import type { Sector } from "@portico/api/rules/instruments.ts";
import type { Currency, Entry } from "@portico/ledger/entry.ts";
import { cut } from "../../../kernel/cut.ts";
import type { Day, DecimalString } from "../../portfolios/ledger/entries.ts";
import type { BankEntry, BankStatement } from "../formats/bank/bank-statement.ts";
import type { Quotation } from "../quotes/quotation.ts";

export type AssetClass = (typeof assetClasses)[number];
type RefusalCode = ImportRefusal["code"];

/** A row's data about an instrument. */
export interface FileInstrument {
  /** In upper case; undefined if the file has none, or an invalid one. */
  isin?: string;
  /** Interactive Brokers' contract id. */
  conid?: string;
  ticker: string;
  name: string;
  currency: Currency;
  assetClass: AssetClass;
  /** Of the issuer, if the file states it. */
  country?: string;
  sector?: Sector;
}

/** What a file states of an entry as the ledger has it. */
type Stated =
  | "kind"
  | "day"
  | "time"
  | "quantity"
  | "price"
  | "currency"
  | "amount"
  | "fee"
  | "tax"
  | "accruedInterest"
  | "cost"
  | "acquiredOn"
  | "lots"
  | "value";

/**
 * A ledger entry from the file. `instrument` is an index into `ReadStatement.instruments`. `acquiredOn`, `lots` and `value` are not part of the
 * fingerprint.
 */
export interface FileEntry extends Pick<Entry, Stated> {
  line: number;
  account: string;
  externalId: string;
  fingerprint: string;
  instrument?: number;
  /** `buy`, `sell`: see `Settlement`. Not part of the fingerprint. */
  settledOn?: Day;
  venue?: string;
  /** Staff confirmed the cost, which the row does not state. */
  isCostTyped?: boolean;
  counter?: { currency?: Currency; amount?: DecimalString; instrument?: number; quantity?: DecimalString };
  reversesExternalId?: string;
  /** `reversal`: the cash moved according to the file; less than the original's if a commission is kept. */
  statedCash?: DecimalString | undefined;
  /** The cancelled trade whose commission the custodian keeps as this fee. */
  retainedFrom?: string;
  /** Of an entry of a trade: the trade's id, and the entry's own if an earlier file cancelled the trade of that id. */
  rebooking?: { trade: string; externalId: string };
  /** `reversal`: the cancelled trade, and which of its bookings if the file says so. */
  cancels?: { trade: string; booking: string | undefined };
  orderId?: string;
  description?: string;
  /** Where the units and cash lie, if the row states it. */
  custodian?: string;
  /** `exchange`: the securities whose shares of the cost the file does not tell. */
  costOpen?: string;
  /** A row that cancels another one, which is found by its figures: it becomes a reversal. */
  undoes?: Undoing;
  /** A corrected row: what the action was booked with before is reversed besides. */
  corrects?: Undoing;
  /** `reversal` of an entry of the holder, whatever account it came through: its id in the ledger. */
  reversesBooked?: string;
  /** Of opening lots: what tells them from others, and the day on which they came, if it is stated. */
  brought?: { key: string; arrived: Day | undefined };
  /** Of a reversal that was found so: the row as it was read; null if it is added to a corrected row. */
  readAs?: FileEntry | null;
}

/** What a row cancels: the entry as the cancelled row is booked. */
export interface Undoing
  extends Pick<FileEntry, "kind" | "instrument" | "quantity" | "currency" | "amount" | "counter" | "description"> {
  /** `any`: a correction replaces the action, whatever it was booked with. */
  figures: "same" | "any";
  /**
   * Of a cancelled row: if nothing is found, it is booked as the movement that it states, or refused, or a person is asked
   * which way it went.
   */
  otherwise: "booked" | "refused" | "asked";
}

/** An open position as stated at the file's end. */
export interface StatedPosition {
  line: number;
  instrument: number;
  quantity: DecimalString;
  /** The custodian's cost (first in, first out). */
  cost?: DecimalString;
  currency: Currency;
  day?: Day;
  /** Earliest day on which its units were acquired. */
  acquiredOn?: Day;
  /** Of the quantity: what can be sold, and what cannot. */
  available?: DecimalString;
  notAvailable?: DecimalString;
  /** Of what cannot be sold: what secures a debt. */
  pledged?: DecimalString;
  /** Of one unit, in `currency`. */
  price?: DecimalString;
  /** In `currency`. */
  marketValue?: DecimalString;
}

/** Closing cash of one currency as stated in the file; `starting` is the cash before its first day. */
interface StatedCash {
  currency: Currency;
  amount: DecimalString;
  starting?: DecimalString;
}

/** Income that the custodian announces. `instrument` is an index into `ReadFile.instruments`. */
export interface FileAnnouncement {
  instrument: number;
  exDay: Day;
  payDay: Day;
  currency: Currency;
  quantity: DecimalString;
  grossPerUnit: DecimalString;
  gross: DecimalString;
  tax: DecimalString | null;
}
/** `isTakenBack`: of a list of changes, one that no longer stands. */
export type AnnouncedChange = FileAnnouncement & { isTakenBack: boolean };

/** One account of a statement. */
export interface ReadAccount {
  account: string;
  /** On which the file first names it. */
  line: number;
  from?: Day;
  to?: Day;
  baseCurrency?: Currency;
  positions: StatedPosition[];
  /** Whether the file lists positions; without it, whether it has any. An empty list says that there are none. */
  listsPositions?: boolean;
  /** False if the list is not of all positions: what is missing in it may be held. */
  listsAll?: boolean;
  cash: StatedCash[];
  /**
   * Announced income as of a day: a list of what is open, of all that is if `isWhole`, or changes in their order; undefined if
   * the file has neither.
   */
  announced?: { asOf: Day; isList: boolean; isWhole: boolean; rows: AnnouncedChange[] };
}

export interface ReadPrice {
  line: number;
  instrument: number;
  day: Day;
  /** Of one unit. */
  value: DecimalString;
  /** How the file quotes prices; undefined if it does not say. */
  quotation?: Quotation | undefined;
  currency?: Currency;
  source: string;
}

/** Units of the currency per one euro. */
interface ReadRate {
  line: number;
  currency: Currency;
  day: Day;
  perEuro: DecimalString;
  source: string;
}

/** An instrument that cannot be booked. */
export interface Excludable {
  key: string;
  name: string;
  category: string | null;
  rows: number;
}

/** An instrument that staff excluded from an account. */
export interface Excluded extends Excludable {
  account: string;
  /** Open position as stated in the file. */
  quantity: DecimalString | null;
  cash: Map<Currency, DecimalString>;
}

/** A row that is not understood, as parsed. */
export type UndecidedRow = Omit<ShownRow, "before">;

/** A parsed file. The list that is filled depends on the kind that staff selected. */
export interface ReadFile {
  format: ImportFormat | null;
  /** In which its text was read. */
  encoding?: string;
  /** Rows taken as entries, prices or rates, including refused ones. */
  rows: number;
  instruments: FileInstrument[];
  accounts: Map<string, ReadAccount>;
  entries: FileEntry[];
  prices: ReadPrice[];
  rates: ReadRate[];
  refusals: ImportRefusal[];
  /** Rows that are not understood, and those about which staff decided. */
  undecided: UndecidedRow[];
  decided: DecidedRow[];
  /** Instruments that cannot be booked, by key. */
  excludable: Map<string, Excludable>;
  /** Instruments excluded by staff, by account and key. */
  excluded: Map<string, Excluded>;
  /** Rows ignored deliberately, by their element and level. */
  leftOut: Map<string, number>;
  /** What the reversals among the entries reverse, by account and external id; filled when the ledger is known. */
  reversed: ReadonlyMap<string, Reversed>;
  /** Of account statements: as the bank wrote them, what names each entry within its account, and the firm's codes that were used. */
  bank?: { statements: BankStatement[]; names: Map<BankEntry, string>; codes: UsedCode[]; lost: ImportRemark[] };
  /** The mapping with which it was read. */
  mapping?: NamedMapping;
}

/** A reversed entry, as a list names it. */
export interface Reversed extends Pick<FileEntry, "kind" | "day" | "currency" | "amount"> {
  name: string | null;
  quantity: DecimalString | null;
}

/** Thrown by a reader if the rest of the file cannot be parsed. */
export class UnreadableFile extends Error {
  readonly refusal: ImportRefusal;
  constructor(code: RefusalCode, line: number | null, detail: string | null) {
    super(code);
    this.refusal = { line, code, detail: detail && shortened(detail), account: null };
  }
}

/** Thrown for a refused row; the reader continues with the next. */
export class RefusedRow extends Error {
  readonly code: RefusalCode;
  readonly detail: string | null;
  /** The row, of a reader that refuses it before it is made. */
  readonly row: { line: number; values: ReadonlyMap<string, string> } | undefined;
  constructor(code: RefusalCode, detail: string | null = null, row?: RefusedRow["row"]) {
    super(code);
    this.row = row;
    this.code = code;
    this.detail = detail === null ? null : shortened(detail);
  }
}

const longestDetail = 200;
/** Shortens a value for a message: one line, and not all of a hostile value. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > longestDetail ? `${cut(line, longestDetail - 1)}…` : line;
}

export const emptyFile = (format: ImportFormat | null): ReadFile => ({
  format,
  rows: 0,
  instruments: [],
  accounts: new Map(),
  entries: [],
  prices: [],
  rates: [],
  refusals: [],
  undecided: [],
  decided: [],
  leftOut: new Map(),
  excludable: new Map(),
  excluded: new Map(),
  reversed: new Map(),
});

/** A file with more rows is not a statement and would not fit in memory next to other work. */
const maxRows = 500_000;

/** Called during reading, so that a hostile file is not read to its end. */
export function refuseTooMany(rows: number): void {
  if (rows > maxRows) throw new UnreadableFile("tooManyRows", null, String(maxRows));
}

/** Counts a row that is ignored deliberately. */
export function leaveOut(file: ReadFile, name: string, rows = 1): void {
  file.leftOut.set(name, (file.leftOut.get(name) ?? 0) + rows);
}

/** The account's record, created when it is first mentioned. */
export function getOrAddAccount(file: ReadFile, account: string, line: number): ReadAccount {
  const known = file.accounts.get(account);
  if (known) return known;
  const fresh: ReadAccount = { account, line, positions: [], cash: [] };
  file.accounts.set(account, fresh);
  return fresh;
}
