/** The columns that a mapping makes, and the choices of its parts. Without zod, so that pages may load it. */
import { entryKinds } from "@portico/ledger/entry.ts";

/** What a mapping makes of a file. */
export const mappedKinds = ["statement", "positions", "cash", "lots", "prices", "rates"] as const;
export type MappedKind = (typeof mappedKinds)[number];

/** Our columns, by what is made. `kind` is made by the table of kinds. */
export const mappedColumns = {
  statement: [
    "account",
    "date",
    "time",
    "isin",
    "ticker",
    "name",
    "quantity",
    "price",
    "quoted",
    "currency",
    "amount",
    "fee",
    "tax",
    "accrued_interest",
    "cost",
    "acquired",
    "settled",
    "venue",
    "counter_isin",
    "counter_ticker",
    "counter_name",
    "counter_quantity",
    "counter_currency",
    "counter_amount",
    "id",
    "order",
    "description",
    "custodian",
  ],
  /** A row without an instrument is cash: its quantity is the amount. */
  positions: ["account", "date", "isin", "ticker", "name", "quantity", "currency", "cost"],
  /** An account of a bank: amounts above zero came in; the balance is the one behind the row. */
  cash: [
    "account",
    "date",
    "value_date",
    "currency",
    "amount",
    "balance",
    "counterparty",
    "counterparty_account",
    "reference",
    "id",
    "code",
    "description",
  ],
  lots: [
    "account",
    "isin",
    "ticker",
    "name",
    "acquired",
    "quantity",
    "cost",
    "fee",
    "currency",
    "arrived",
    "custodian",
    "description",
  ],
  prices: ["isin", "ticker", "date", "price", "quoted", "currency", "source"],
  rates: ["currency", "date", "rate", "source"],
} as const satisfies Record<MappedKind, readonly string[]>;
export type OurColumn = (typeof mappedColumns)[MappedKind][number];

/** Columns without which nothing can be read. An account that the file does not have is given with the file. */
export const neededColumns = {
  statement: ["date", "currency", "amount"],
  positions: ["date", "quantity", "currency"],
  cash: ["date", "currency", "amount"],
  lots: ["quantity", "cost", "currency"],
  prices: ["date", "price", "source"],
  rates: ["currency", "date", "rate", "source"],
} as const satisfies Record<MappedKind, readonly OurColumn[]>;

export const isNumberColumn = (column: OurColumn): boolean =>
  /^(quantity|price|amount|balance|fee|tax|accrued_interest|cost|rate|counter_quantity|counter_amount)$/.test(column);
export const isDayColumn = (column: OurColumn): boolean => /^(date|value_date|acquired|settled|arrived)$/.test(column);

export const delimiters = ["auto", ",", ";", "\t", "|"] as const;
/** `either`: whichever stands last; a number with one sign before three digits is refused then, because it may be either. */
export const decimalSigns = [".", ",", "either"] as const;
export const thousandsSigns = ["", ",", ".", "'", " "] as const;

/** `byKind`: the sign that the kind of entry gives it, such as below zero for the quantity of a sale. */
export const signRules = ["written", "opposite", "absolute", "byKind"] as const;

/** Files whose rows may be of several kinds; a statement needs the table of kinds, a bank's account may do without. */
export const hasKinds = (makes: MappedKind): boolean => makes === "statement" || makes === "cash";

/** What a row of the table of kinds makes: an entry, nothing, or a question to a person. */
export const kindResults = [
  ...entryKinds.filter((kind) => kind !== "excluded" && kind !== "reversal" && kind !== "openingBalance"),
  "leaveOut",
  "ask",
] as const;

/** The same for a bank's account. A deposit is any payment: its sign says which way money went. */
export const cashResults = ["deposit", "interest", "fee", "tax", "dividend", "leaveOut", "ask"] as const;

/** What the table of kinds of such a mapping may make. */
export const resultsOf = (makes: MappedKind): readonly (typeof kindResults)[number][] =>
  makes === "cash" ? cashResults : kindResults;
