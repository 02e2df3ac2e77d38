/** The data of the Polish tax pack: the fields of PIT-38 as keys, and all that is behind them. */
import type { DecimalString } from "@portico/ledger/entry.ts";
import type { Given, Period } from "../data.ts";
import type { TaxCorrection } from "./ledger-events.ts";
import { type Names, packGaps, type TaxGap } from "./pack-gaps.ts";
import { type Pit38Field, pit38Form } from "./poland-forms.ts";
import type { Pit38 } from "./poland-shapes.ts";

export const taxPLTemplate = 1;

/** Tax of another year's payment, or of none that is known: in no field. */
export type NamedCorrection = TaxCorrection & { name: string };

export interface TaxPLData extends Pick<Pit38, "version" | "year" | "provisional" | "pitZg" | "sales" | "incomes"> {
  kind: "taxPL";
  template: number;
  given: Given;
  period: Period;
  form: "PIT-38";
  currency: "PLN";
  /** Countries of tax residence as the holder stated them. */
  residences: readonly string[];
  switches: Pit38["switches"];
  /** What the taxpayer would add, in złoty; null: nothing was stated, and nothing is deducted. */
  stated: { earlierLosses: DecimalString | null; paid: DecimalString | null };
  /** The number of each field and what it says, in the order of the form. */
  fieldNames: readonly { number: string; name: Pit38Field }[];
  corrections: readonly NamedCorrection[];
  gaps: TaxGap[];
  /** By number of the field: an amount in złoty, or null if it cannot be known. */
  [field: `${number}`]: DecimalString | null;
}

export interface PackFacts {
  given: Given;
  period: Period;
  residences: readonly string[];
  corrections: readonly NamedCorrection[];
  names: Names;
}

export function taxPLData(
  { fields, form, gaps, ...pack }: Pit38,
  { names, given, period, residences, corrections }: PackFacts,
): TaxPLData {
  const numbers: Partial<Record<Pit38Field, string>> = pit38Form(pack.year)?.numbers ?? {};
  return {
    kind: "taxPL",
    template: taxPLTemplate,
    given,
    period,
    currency: "PLN",
    residences,
    corrections,
    stated: { earlierLosses: null, paid: null },
    ...pack,
    form,
    fieldNames: Object.entries(numbers).map(([name, number]) => ({ name: name as Pit38Field, number })),
    ...fields,
    gaps: packGaps(gaps, { names, country: "PL", residences, provisional: pack.provisional, year: pack.year }),
  };
}
