/** Swissquote: the list of transactions. */
import type { NamedMapping } from "@portico/api/imports/mapping.ts";
import { column, kinds, ready, signed } from "./build.ts";

export const swissquote: NamedMapping[] = [
  ready("swissquote", "Swissquote", {
    makes: "statement",
    numbers: { decimal: ".", thousands: "'" },
    dates: { formats: ["DD-MM-YYYY HH:mm:ss"], zone: "Europe/Zurich" },
    columns: {
      date: column("Date"),
      time: column("Date"),
      isin: column("ISIN"),
      ticker: column("Symbol"),
      name: column("Name"),
      quantity: signed(column("Quantity")),
      price: column("Unit price"),
      fee: column("Costs"),
      accrued_interest: signed(column("Accrued Interest")),
      amount: column("Net Amount"),
      currency: column("Currency"),
      order: column("Order #"),
      description: column("Transaction"),
    },
    kinds: {
      columns: ["Transaction"],
      rows: [
        ...kinds("buy", ["Buy", "Kauf", "Achat"]),
        ...kinds("sell", ["Sell", "Verkauf", "Vente"]),
        ...kinds("dividend", ["Dividend", "Dividende"]),
        ...kinds("interest", ["Interests", "Interest", "Zins", "Zinsen", "Intérêts"]),
        ...kinds("fee", ["Custody Fees", "Depotgebühren", "Frais de garde"]),
        ...kinds("deposit", ["Credit", "Payment", "Zahlung", "Gutschrift"]),
        ...kinds("withdrawal", ["Debit", "Payout", "Belastung"]),
        ...kinds("fx", ["Forex credit", "Forex debit", "Fx credit*", "Fx debit*"]),
      ],
    },
    pairs: ["Order #"],
  }),
];
