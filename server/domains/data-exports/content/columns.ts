/** The columns of the exported tables: the same in both formats. docs/exports.md is made of them. */
import type { ExportContent } from "@portico/api/rules/data-exports.ts";

/**
 * What a cell is, and how each format writes it:
 * - `id`: a whole number; INT64
 * - `day`: a calendar day of the firm; DATE
 * - `instant`: TIMESTAMP with milliseconds, UTC
 * - `amount`: a decimal as stated by a source; DECIMAL(38,12)
 * - `figure`: a decimal that the portal calculated; DECIMAL(38,20)
 * - `flag`: BOOLEAN
 * - `text`: UTF-8
 */
export type ColumnType = "id" | "day" | "instant" | "amount" | "figure" | "flag" | "text";

export interface Column {
  name: string;
  type: ColumnType;
  meaning: string;
}

/** Digits and decimals of the columns with decimals. */
export const decimals = { amount: { precision: 38, scale: 12 }, figure: { precision: 38, scale: 20 } } as const;

/** A cell as text: plain decimals, days as YYYY-MM-DD, instants as milliseconds since 1970, flags as t and f; null without a value. */
export type Cell = string | null;

const column = (name: string, type: ColumnType, meaning: string): Column => ({ name, type, meaning });

const holder = [
  column("holder_type", "text", "`user` for a person, `company` for a company"),
  column("holder_id", "id", "Id of the holder within its type"),
  column("client_number", "text", "The client number; empty for a holder without one"),
];
const instrument = [
  column("instrument_id", "id", "Id of the instrument; empty for cash"),
  column("isin", "text", "ISIN of the instrument"),
  column("ticker", "text", "Its ticker"),
  column("instrument_name", "text", "Its name"),
  column("asset_class", "text", "Its asset class"),
];

export const columnsOf: Readonly<Record<ExportContent, readonly Column[]>> = {
  entries: [
    column("entry_id", "id", "Id of the entry; ascending in the order of booking"),
    ...holder,
    column("day", "day", "Day of the entry in the firm's time zone"),
    column("booked_at", "instant", "Instant within the day, or its first one if the source states none"),
    column("has_time", "flag", "Whether the source stated the instant"),
    column("recorded_at", "instant", "When the portal recorded it"),
    column("kind", "text", "Kind of the entry"),
    column(
      "state",
      "text",
      "`booked`: it counts; `cancelled`: a reversal undoes it; `reversal`: it undoes another entry and moves nothing itself",
    ),
    column("undone_by", "id", "Id of the reversal that undoes it"),
    column("reverses", "id", "Id of the entry that it undoes"),
    ...instrument,
    column("quantity", "amount", "Change of the quantity: above zero in, below zero out"),
    column("price", "amount", "Price of a unit in `currency`, as stated"),
    column("currency", "text", "Currency of the amounts (ISO 4217)"),
    column("amount", "amount", "Net change of cash, with fee and tax"),
    column("fee", "amount", "Commission within `amount`; a cost is above zero"),
    column("tax", "amount", "Transaction tax within `amount`; a cost is above zero"),
    column("accrued_interest", "amount", "Accrued interest within `amount`, with the sign of the cash"),
    column("cost", "amount", "Cost of what was brought in or exchanged"),
    column("counter_currency", "text", "Of an exchange of currencies: the other one"),
    column("counter_amount", "amount", "Its change of cash"),
    column("counter_instrument_id", "id", "Of an exchange of instruments: the one that comes in"),
    column("counter_isin", "text", "Its ISIN"),
    column("counter_quantity", "amount", "Change of its quantity"),
    column("custodian", "text", "The custodian, if the source states it"),
    column("order_id", "text", "The custodian's order"),
    column("external_id", "text", "The custodian's id of the entry"),
    column("description", "text", "The custodian's description"),
  ],
  positions: [
    column("day", "day", "The day at whose close this was held"),
    ...holder,
    ...instrument,
    column("currency", "text", "Currency of the price, or of the cash"),
    column("quantity", "amount", "Units, or the amount of cash"),
    column("price", "figure", "Price of a unit in `currency`; 1 for cash; empty if it is unknown"),
    column("rate", "figure", "Units of the contract currency for one of `currency`; empty if it is unknown"),
    column("contract_currency", "text", "The holder's contract currency"),
    column("value", "figure", "Quantity × price × rate, in the contract currency; empty if it is unknown"),
    column("is_estimate", "flag", "Whether the price or rate was not quoted, but comes from the holder's own entries"),
  ],
  values: [
    column("day", "day", "The day"),
    ...holder,
    column("contract_currency", "text", "The holder's contract currency, of all amounts of the row"),
    column("value", "figure", "Value of the portfolio at the day's close"),
    column("deposits", "figure", "What came in less what went out on the day"),
    column("inflow", "figure", "The incoming part of `deposits`"),
    column("price_effect", "figure", "Change by prices"),
    column("currency_effect", "figure", "Change by exchange rates"),
    column("income", "figure", "Dividends and interest, before tax"),
    column("fees", "figure", "Commissions and other fees; a cost is above zero"),
    column("tax", "figure", "Taxes; a cost is above zero"),
    column("net_deposits", "figure", "What was paid in less what was paid out, since the first day"),
    column("is_complete", "flag", "Whether every price and rate of the day was known"),
  ],
  fees: [
    column("entry_id", "id", "Id of the entry that charged it"),
    column("day", "day", "Its day"),
    ...holder,
    column("kind", "text", "Kind of the entry: a `fee`, a trade with a commission, debit `interest` or another"),
    ...instrument,
    column("currency", "text", "Currency of `amount`"),
    column("amount", "amount", "The fee; a cost is above zero, a refund below"),
    column("rate", "figure", "Units of the contract currency for one of `currency`; empty if it is unknown"),
    column("contract_currency", "text", "The holder's contract currency"),
    column("amount_in_contract_currency", "figure", "Amount × rate; empty if the rate is unknown"),
  ],
};
