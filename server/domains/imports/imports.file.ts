/** What a reader makes of a file before the portal's own data are looked at: rows understood, rows refused, and why. */

import type { ImportRefusal, importFormats } from "@portico/api/imports.ts";
import type { assetClasses } from "@portico/api/market-data.ts";
import type { Currency } from "@portico/ledger/entry.ts";
import type { Day, DecimalString, EntryKind } from "../portfolios/portfolios.entries.ts";
import type { Quotation } from "./imports.quotation.ts";

export type ImportFormat = (typeof importFormats)[number];
export type AssetClass = (typeof assetClasses)[number];
type RefusalCode = ImportRefusal["code"];

/** What a row tells of an instrument. */
export interface FileInstrument {
  /** Normalised to upper case; undefined where the file has none, or none that is one. */
  isin?: string;
  /** Interactive Brokers' contract id. */
  conid?: string;
  ticker: string;
  name: string;
  currency: Currency;
  assetClass: AssetClass;
  country?: string;
}

/** A ledger entry as the file tells it. `instrument` points into `ReadStatement.instruments`. */
export interface FileEntry {
  line: number;
  account: string;
  externalId: string;
  fingerprint: string;
  kind: EntryKind;
  day: Day;
  time?: string;
  instrument?: number;
  quantity?: DecimalString;
  price?: DecimalString;
  currency: Currency;
  amount: DecimalString;
  fee?: DecimalString;
  tax?: DecimalString;
  /** Interest accrued on a bond, inside the amount of a buy or sell, signed as the cash it moves. */
  accruedInterest?: DecimalString;
  cost?: DecimalString;
  counter?: { currency?: Currency; amount?: DecimalString; instrument?: number; quantity?: DecimalString };
  reversesExternalId?: string;
  /** `reversal`: what the file says that it moved of cash; not all of the original's where a commission is kept. */
  statedCash?: DecimalString | undefined;
  /** The cancelled trade whose commission this fee is, which the custodian keeps. */
  keptOf?: string;
  orderId?: string;
  description?: string;
}

/** An open position as the file states it at its end. */
interface StatedPosition {
  line: number;
  instrument: number;
  quantity: DecimalString;
  /** Cost as the custodian counts it (first in, first out). */
  cost?: DecimalString;
  currency: Currency;
  day?: Day;
}

/** Closing cash of one currency as the file states it; `starting` is what there was before its first day. */
interface StatedCash {
  currency: Currency;
  amount: DecimalString;
  starting?: DecimalString;
}

/** One account of a statement. */
export interface ReadAccount {
  account: string;
  from?: Day;
  to?: Day;
  baseCurrency?: Currency;
  positions: StatedPosition[];
  cash: StatedCash[];
}

export interface ReadPrice {
  line: number;
  instrument: number;
  day: Day;
  /** Of one unit. */
  value: DecimalString;
  /** How the file says that it quotes; undefined where it does not say. */
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

/** An instrument that staff left out of an account. */
export interface Excluded extends Excludable {
  account: string;
  /** Open position as the file states it. */
  quantity: DecimalString | null;
  cash: Map<Currency, DecimalString>;
}

/** A whole file as read. Which list is filled depends on what staff said is in it. */
export interface ReadFile {
  format: ImportFormat | null;
  /** Rows that were taken as entries, prices or rates, refused ones among them. */
  rows: number;
  instruments: FileInstrument[];
  accounts: Map<string, ReadAccount>;
  entries: FileEntry[];
  prices: ReadPrice[];
  rates: ReadRate[];
  refusals: ImportRefusal[];
  /** Instruments that cannot be booked, by key. */
  excludable: Map<string, Excludable>;
  /** Instruments that staff left out, by account and key. */
  excluded: Map<string, Excluded>;
  /** Rows left out on purpose, by the name of their element and level. */
  leftOut: Map<string, number>;
}

/** Thrown by a reader where nothing after it can be understood. */
export class UnreadableFile extends Error {
  readonly refusal: ImportRefusal;
  constructor(code: RefusalCode, line: number | null, detail: string | null) {
    super(code);
    this.refusal = { line, code, detail: detail && shortened(detail), account: null };
  }
}

/** Thrown where one row is refused; the reader goes on with the next. */
export class RefusedRow extends Error {
  readonly code: RefusalCode;
  readonly detail: string | null;
  constructor(code: RefusalCode, detail: string | null = null) {
    super(code);
    this.code = code;
    this.detail = detail === null ? null : shortened(detail);
  }
}

const longestDetail = 200;
/** Details are quoted in a sentence: one line, and not the whole of a hostile value. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > longestDetail ? `${line.slice(0, longestDetail - 1)}…` : line;
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
  leftOut: new Map(),
  excludable: new Map(),
  excluded: new Map(),
});

/** Beyond this a file is not a statement of anybody, and would not fit into memory beside others' work. */
const maxRows = 500_000;

/** Called while rows come in, so that a hostile file is not read to its end first. */
export function refuseTooMany(rows: number): void {
  if (rows > maxRows) throw new UnreadableFile("tooManyRows", null, String(maxRows));
}

/** Counts a row that is left out on purpose. */
export function leaveOut(file: ReadFile, name: string, rows = 1): void {
  file.leftOut.set(name, (file.leftOut.get(name) ?? 0) + rows);
}

/** The account's record, made at its first mention. */
export function accountOf(file: ReadFile, account: string): ReadAccount {
  const known = file.accounts.get(account);
  if (known) return known;
  const fresh: ReadAccount = { account, positions: [], cash: [] };
  file.accounts.set(account, fresh);
  return fresh;
}
