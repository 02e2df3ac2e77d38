/** Saxo: the list of transactions, in English and Dutch. */
import type { NamedMapping } from "@portico/api/imports/mapping.ts";
import { column, inText, type KindRow, ready, signed } from "./build.ts";

const buys = ["Buy", "Koop", "Køb", "Kauf", "Achat"];
const sells = ["Sell", "Verkoop", "Sælg", "Verkauf", "Vente"];
const templates = [...buys, ...sells].map((word) => `${word} {quantity} @ {price} {unit}`);

/**
 * Only where nothing was converted: the export does not say the currency of an amount that was, so that a person must.
 */
const rows: KindRow[] = [
  ...buys.map((word): KindRow => ({ when: ["*", `${word} *`, "1"], result: "buy" })),
  ...sells.map((word): KindRow => ({ when: ["*", `${word} *`, "1"], result: "sell" })),
  { when: ["Corporate action", "Dividend*", "1"], result: "dividend" },
  { when: ["*", "Custody Fee*", "1"], result: "fee" },
  { when: ["*", "*fee", "1"], result: "fee" },
  { when: ["*", "Interest*", "1"], result: "interest" },
  { when: ["Cash Transfer", "Deposit", "1"], result: "deposit" },
  { when: ["Cash Transfer", "Withdrawal", "1"], result: "withdrawal" },
];

export const saxo: NamedMapping[] = ["Amount", "Booked Amount"].map((amount, index) =>
  ready(index === 0 ? "saxo" : "saxo-booked", index === 0 ? "Saxo" : "Saxo, booked amounts", {
    makes: "statement",
    numbers: { decimal: "either" },
    dates: { formats: ["DD-MMM-YYYY"] },
    columns: {
      account: column("Client ID"),
      date: column("Trade Date"),
      settled: column("Value Date"),
      isin: column("Instrument ISIN"),
      ticker: { source: { from: "part", name: "Instrument Symbol", divider: ":", part: 1 } },
      name: column("Instrument"),
      quantity: signed(inText("Event", "quantity", templates)),
      amount: column(amount),
      currency: column("Instrument currency"),
      order: column("Order ID"),
      description: column("Event"),
    },
    kinds: { columns: ["Type", "Event", "Conversion Rate"], rows },
  }),
);
