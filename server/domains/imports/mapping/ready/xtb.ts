/**
 * XTB: cash operations. The file does not say the account's currency, so that there is a mapping for each, and who uploads the file
 * chooses one. Prices are in the currency of the exchange, amounts in the account's.
 */
import type { NamedMapping, WrittenMapping } from "@portico/api/imports/mapping.ts";
import { column, constant, inText, kinds, ready, signed } from "./build.ts";

const templates = [
  "OPEN BUY {quantity}/{} @ {}",
  "OPEN BUY {quantity} @ {}",
  "CLOSE BUY {quantity}/{} @ {}",
  "CLOSE BUY {quantity} @ {}",
];

const columns: WrittenMapping["columns"] = {
  date: column("Time"),
  time: column("Time"),
  amount: column("Amount"),
  quantity: signed(inText("Comment", "quantity", templates)),
  id: column("ID"),
  description: column("Comment"),
};

const rows = [
  ...kinds("buy", ["Stocks/ETF purchase", "Stock purchase", "Stocks purchase", "ETF purchase", "Ações/ETF compra"]),
  ...kinds("sell", ["Stocks/ETF sale", "Stock sell", "Stock sale", "Stocks sale", "ETF sale", "Ações/ETF vende"]),
  ...kinds("dividend", ["Dividend"]),
  ...kinds("tax", ["Withholding tax", "Free funds interest* tax", "Free-funds interest* tax"]),
  ...kinds("interest", ["Free funds interest", "Free funds interests", "Free-funds interest", "Free-funds interests"]),
  ...kinds("fee", ["SEC fee", "Sec fee", "Commission"]),
  ...kinds("deposit", ["Deposit", "IKE deposit", "IKZE deposit"]),
  ...kinds("withdrawal", ["Withdrawal"]),
  // The sum of all rows.
  ...kinds("leaveOut", ["Total"]),
];

const common: Omit<WrittenMapping, "columns"> = {
  makes: "statement",
  dates: { formats: ["DD.MM.YYYY HH:mm:ss", "DD/MM/YYYY HH:mm:ss", "YYYY-MM-DD HH:mm:ss"], zone: "UTC" },
  kinds: { columns: ["Type"], rows },
};

const currencies = ["EUR", "USD", "PLN", "GBP", "CZK", "HUF", "RON"];

export const xtb: NamedMapping[] = currencies.flatMap((currency) => [
  ready(`xtb-${currency.toLowerCase()}`, `XTB, ${currency}`, {
    ...common,
    numbers: { decimal: "either" },
    columns: { ...columns, ticker: column("Symbol"), currency: constant(currency) },
  }),
  ready(`xtb-ticker-${currency.toLowerCase()}`, `XTB with account number, ${currency}`, {
    ...common,
    numbers: { decimal: "either" },
    columns: { ...columns, ticker: column("Ticker"), name: column("Instrument"), currency: constant(currency) },
  }),
]);
