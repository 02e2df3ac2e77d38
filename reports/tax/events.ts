/** What changes a taxpayer's holdings, in the order of booking, as tax laws count it. Any country's form is worked out from these. */
import type { Currency, Day, DecimalString } from "@portico/ledger/entry.ts";

/** Units that came for money, or as a gift, or were delivered with what they had cost. */
export interface TaxPurchase {
  kind: "purchase";
  /** The entry that brought the units. */
  entryId: number;
  /** The securities account; FIFO goes by account (Article 24(10) of the Polish PIT Act). Empty for a holder with one. */
  account: string;
  instrumentId: number;
  /** Of units that were delivered: the day on which they were acquired. */
  traded: Day;
  /** As the custodian states it; null if it does not. */
  settled: Day | null;
  /** Market identifier (ISO 10383); null if unknown. */
  venue: string | null;
  quantity: DecimalString;
  /** What was paid without commission, in `currency`; "0" of what was given; null if unknown. */
  cost: DecimalString | null;
  /** Commission and transaction taxes, positive, in `currency`. */
  commission: DecimalString;
  currency: Currency;
}

export interface TaxSale {
  kind: "sale";
  entryId: number;
  account: string;
  instrumentId: number;
  name: string;
  isin: string | null;
  /** The issuer's, ISO 3166-1 alpha-2; null if not stated. */
  country: string | null;
  venue: string | null;
  traded: Day;
  settled: Day | null;
  /** Positive. */
  quantity: DecimalString;
  /** What the buyer paid, without deductions; null if unknown. */
  proceeds: DecimalString | null;
  commission: DecimalString;
  currency: Currency;
  /** Income tax that another state took from the sale, positive. */
  foreignTax: DecimalString;
  /** Shares, rights, units of funds and government bonds can be exempt in Bulgaria; null if unknown. */
  isExemptible: boolean | null;
}

/** Changes the number of units of an instrument in every account: `into` for each `from`. */
export interface TaxSplit {
  kind: "split";
  entryId: number;
  traded: Day;
  instrumentId: number;
  from: DecimalString;
  into: DecimalString;
}
/** Units that left without a sale: the first acquired, or by average cost. */
export interface TaxDelivery {
  kind: "delivery";
  entryId: number;
  account: string;
  traded: Day;
  instrumentId: number;
  quantity: DecimalString;
}
/** From here on the cost of the units held is not known, as after a spin-off or a return of capital that no rule here covers. */
export interface TaxCostUnknown {
  kind: "costUnknown";
  entryId: number;
  traded: Day;
  instrumentId: number;
}
export type TaxEvent = TaxPurchase | TaxSale | TaxSplit | TaxDelivery | TaxCostUnknown;
