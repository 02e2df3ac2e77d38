/** Degiro: the statement of the account (`Account.csv`), in English and Dutch. Each row has its currency, a trade several rows. */
import type { NamedMapping, WrittenMapping } from "@portico/api/imports/mapping.ts";
import { column, inText, type KindRow, kinds, ready, signed } from "./build.ts";

interface Language {
  date: string;
  time: string;
  description: string;
  change: string;
  decimal: "." | "either";
}

const words = {
  buy: ["Buy", "Koop", "Compra", "Achat", "Kauf", "Acquisto", "Kupno"],
  sell: ["Sell", "Verkoop", "Venta", "Venda", "Vente", "Verkauf", "Vendita", "Sprzedaż"],
};
const templates = [...words.buy, ...words.sell].flatMap((word) => [
  `${word} {quantity} @ {price} {unit}`,
  `${word} {quantity} {}@{price} {unit} ({})`,
]);
/** A quantity is in the text of a trade; of a mapping's templates there may be twenty. */
const quantity = (name: string, word: string) =>
  signed(
    inText(
      name,
      "quantity",
      templates.filter((one) => one.startsWith(`${word} `)),
    ),
  );

const trades = (name: string): KindRow[] =>
  (["buy", "sell"] as const).flatMap((result) =>
    words[result].map((word) => ({ when: [`${word} *`], result, columns: { quantity: quantity(name, word) } })),
  );

const rows = (name: string): KindRow[] => [
  ...trades(name),
  ...kinds("dividend", ["Dividend", "Dividende", "Dividendo"]),
  ...kinds("tax", [
    "Dividend Tax",
    "Dividendbelasting",
    "Impôts sur dividende",
    "Dividendensteuer",
    "Retención del dividendo",
  ]),
  ...kinds("fee", [
    "DEGIRO Transaction and/or third party fees*",
    "DEGIRO Transactiekosten en/of kosten van derden*",
    "Comissões de transação DEGIRO*",
    "Frais DEGIRO de courtage*",
    "DEGIRO Exchange Connection Fee*",
    "DEGIRO Aansluitingskosten*",
    "Transaction fee*",
    "ADR/GDR Pass-Through Fee",
  ]),
  ...kinds("interest", ["Flatex Interest*", "Interest*", "Rente*"]),
  ...kinds("fx", ["FX Credit", "FX Debit", "FX Withdrawal", "Valuta Creditering", "Valuta Debitering"]),
  ...kinds("fx", ["Ingreso Cambio de Divisa", "Retirada Cambio de Divisa"]),
  ...kinds("deposit", ["Deposit", "iDEAL Deposit", "flatex Deposit", "SOFORT Deposit", "iDEAL storting", "Ingreso"]),
  ...kinds("withdrawal", ["Withdrawal", "flatex Withdrawal", "flatex terugstorting"]),
  // Between the two sides of the same account, and money that is held back for a day.
  ...kinds("leaveOut", [
    "",
    "Degiro Cash Sweep Transfer",
    "Overboeking *flatexDEGIRO*",
    "Transfer *flatexDEGIRO*",
    "Reservation *",
    "Processed Flatex Withdrawal",
  ]),
];

const languages: readonly (Language & { key: string; name: string })[] = [
  {
    key: "degiro",
    name: "Degiro",
    date: "Date",
    time: "Time",
    description: "Description",
    change: "Change",
    decimal: "either",
  },
  {
    key: "degiro-nl",
    name: "Degiro, Nederlands",
    date: "Datum",
    time: "Tijd",
    description: "Omschrijving",
    change: "Mutatie",
    decimal: "either",
  },
];

const written = ({ date, time, description, change, decimal }: Language): WrittenMapping => ({
  makes: "statement",
  numbers: { decimal },
  dates: { formats: ["DD-MM-YYYY"], zone: "Europe/Amsterdam" },
  columns: {
    date: column(date),
    time: column(time),
    isin: column("ISIN"),
    name: column("Product"),
    currency: column(change),
    amount: column(`${change} +1`),
    order: column("Order Id"),
    description: column(description),
  },
  kinds: { columns: [description], rows: rows(description) },
  pairs: [date, time, "ISIN"],
});

export const degiro: NamedMapping[] = languages.map(({ key, name, ...language }) =>
  ready(key, name, written(language)),
);
