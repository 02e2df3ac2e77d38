/** The data of the Bulgarian tax pack: tables by annex and part. */
import type { Currency } from "@portico/ledger/entry.ts";
import type { Given, Period } from "../data.ts";
import type { Annex5, Annex8Dividend, Annex8Holding, BulgarianSaleLine, TaxBulgaria } from "./bulgaria-shapes.ts";
import { packGaps, type TaxGap } from "./pack-gaps.ts";
import type { NamedCorrection, PackFacts } from "./poland-data.ts";

export const taxBGTemplate = 1;

/** Interest, which is in none of these annexes. */
export interface OtherIncome {
  entryId: number;
  name: string;
  country: string | null;
  day: string;
  gross: string;
  foreignTax: string;
  currency: Currency;
}

export interface TaxBGData
  extends Pick<
    TaxBulgaria,
    "year" | "provisional" | "taxpayer" | "switches" | "dividendTax" | "company" | "undecided" | "spb8"
  > {
  kind: "taxBG";
  template: number;
  given: Given;
  period: Period;
  /** Of what is declared; null for a year without a template. */
  currency: Currency | null;
  residences: readonly string[];
  /** Sales that are taxed; null of a company, and if the treatment of a sale is unknown. */
  annex5: { partII: Annex5 } | null;
  annex8: { partI: Annex8Holding[] | null; partIII: Annex8Dividend[] | null } | null;
  /** Exempt sales, whose declaration is voluntary. */
  annex13: { rows: BulgarianSaleLine[] };
  otherIncome: readonly OtherIncome[];
  corrections: readonly NamedCorrection[];
  gaps: TaxGap[];
}

export function taxBGData(
  { annex5, exempt, gaps, ...pack }: TaxBulgaria,
  { names, given, period, residences, corrections }: PackFacts,
  otherIncome: readonly OtherIncome[],
): TaxBGData {
  return {
    kind: "taxBG",
    template: taxBGTemplate,
    given,
    period,
    residences,
    corrections,
    otherIncome,
    ...pack,
    annex5: annex5 && { partII: annex5 },
    annex13: { rows: exempt },
    gaps: packGaps(gaps, { names, country: "BG", residences, provisional: pack.provisional, year: pack.year }),
  };
}
