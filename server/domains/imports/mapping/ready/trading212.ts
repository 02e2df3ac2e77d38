/** Trading 212: the history of an account. Its columns depend on what happened; totals are in the account's currency. */
import type { NamedMapping, WrittenMapping } from "@portico/api/imports/mapping.ts";
import { absolute, column, constant, fromColumn, kinds, optional, ready, signed } from "./build.ts";

const buys = ["Market buy", "Limit buy", "Stop buy", "Stop limit buy"];
const sells = ["Market sell", "Limit sell", "Stop sell", "Stop limit sell"];

/** Charges of a trade in the account's currency; those in another are in its total alone. */
const charges = (...names: string[]) =>
  optional(
    absolute({ source: { from: "sum", terms: names.map((name) => ({ name, currency: `Currency (${name})` })) } }),
  );

const kindRows = (columns: number) => [
  ...kinds("buy", buys, columns),
  ...kinds("sell", sells, columns),
  ...kinds("dividend", ["Dividend*"], columns),
  ...kinds("deposit", ["Deposit", "Spending cashback"], columns),
  ...kinds("withdrawal", ["Withdrawal", "Card debit"], columns),
  ...kinds("interest", ["Interest on cash", "Lending interest"], columns),
];

const current: WrittenMapping = {
  makes: "statement",
  numbers: { decimal: "." },
  dates: { formats: ["YYYY-MM-DD HH:mm:ss", "YYYY-MM-DDTHH:mm:ssZ"], zone: "UTC" },
  columns: {
    date: column("Time", "Time (UTC)"),
    time: column("Time", "Time (UTC)"),
    isin: column("ISIN"),
    ticker: column("Ticker"),
    name: column("Name"),
    quantity: signed(column("No. of shares")),
    price: { ...column("Price / share"), currency: fromColumn("Currency (Price / share)") },
    fee: charges("Currency conversion fee", "Transaction fee", "Finra fee"),
    tax: charges("Stamp duty reserve tax", "Stamp duty", "French transaction tax", "PTM levy"),
    amount: signed(column("Total")),
    currency: column("Currency (Total)"),
    order: column("ID"),
    description: column("Action"),
  },
  kinds: { columns: ["Action"], rows: kindRows(1) },
};

/** Money that was changed: the row has both amounts, above zero. */
const exchange: WrittenMapping["columns"] = {
  amount: { ...optional(column("Currency conversion from amount")), sign: "opposite" },
  currency: optional(column("Currency (Currency conversion from amount)")),
  counter_amount: optional(column("Currency conversion to amount")),
  counter_currency: optional(column("Currency (Currency conversion to amount)")),
};

export const trading212: NamedMapping[] = [
  ready("trading212", "Trading 212", {
    ...current,
    columns: { ...current.columns, description: column("Notes", "Action") },
    kinds: {
      columns: ["Action", "Notes"],
      rows: [
        ...kindRows(2),
        {
          when: ["Result adjustment", "Withholding tax refund*"],
          result: "tax",
          columns: { amount: column("Total") },
        },
        { when: ["Currency conversion", "*"], result: "fx", columns: exchange },
      ],
    },
  }),
  ready("trading212-short", "Trading 212, without notes", current),
  // Until 2022 the names of columns had the account's currency.
  ...["GBP", "EUR", "USD"].map((currency) =>
    ready(`trading212-${currency.toLowerCase()}`, `Trading 212, ${currency}`, {
      ...current,
      columns: {
        date: column("Time"),
        time: column("Time"),
        isin: column("ISIN"),
        ticker: column("Ticker"),
        name: column("Name"),
        quantity: signed(column("No. of shares")),
        amount: signed(column(`Total (${currency})`)),
        fee: optional(absolute(column(`Transaction fee (${currency})`))),
        currency: constant(currency),
        order: column("ID"),
        description: column("Action"),
      },
    }),
  ),
];
