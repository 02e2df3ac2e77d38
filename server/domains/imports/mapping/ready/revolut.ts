/** Revolut: the statement of an account of securities. What a trade cost stands in its amount alone. */
import type { NamedMapping } from "@portico/api/imports/mapping.ts";
import { column, kinds, ready, signed } from "./build.ts";

export const revolut: NamedMapping[] = [
  ready("revolut", "Revolut", {
    makes: "statement",
    numbers: { decimal: ".", thousands: ",", unit: true },
    dates: { formats: ["YYYY-MM-DDTHH:mm:ssZ", "YYYY-MM-DD HH:mm:ss"], zone: "UTC" },
    columns: {
      date: column("Date"),
      time: column("Date"),
      ticker: column("Ticker"),
      quantity: signed(column("Quantity")),
      price: column("Price per share"),
      fee: { source: { from: "remainder" } },
      amount: signed(column("Total Amount")),
      currency: column("Currency"),
      description: column("Type"),
    },
    kinds: {
      columns: ["Type", "Ticker"],
      rows: [
        ...kinds("buy", ["BUY - *", "BUY"], 2),
        ...kinds("sell", ["SELL - *", "SELL"], 2),
        {
          when: ["DIVIDEND", "*"],
          result: "dividend",
        },
        { when: ["DIVIDEND TAX*", "*"], result: "tax", columns: { amount: column("Total Amount") } },
        ...kinds("fee", ["CUSTODY FEE*", "ROBO MANAGEMENT FEE*"], 2),
        ...kinds("deposit", ["CASH TOP-UP"], 2),
        ...kinds("withdrawal", ["CASH WITHDRAWAL"], 2),
        ...kinds("split", ["STOCK SPLIT"], 2),
        { when: ["TRANSFER FROM REVOLUT BANK*", ""], amount: "above", result: "deposit" },
        { when: ["TRANSFER FROM REVOLUT BANK*", ""], amount: "below", result: "withdrawal" },
        { when: ["TRANSFER FROM REVOLUT*", ""], result: "ask" },
        // Units that stay with the client, in another company of the group.
        { when: ["TRANSFER FROM REVOLUT TRADING LTD TO REVOLUT SECURITIES*", "*"], result: "leaveOut" },
      ],
    },
  }),
];
