/** The part "Results" of the portfolio page. */
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { partWithTexts } from "../../ui/part-with-texts.tsx";

export interface ResultsProps {
  /** The valuation day. */
  today: string;
  /** What is held now, which has a drawer of its own. */
  rows: readonly InstrumentRow[];
  clientNumber: string | null;
}

export const ResultsPart = partWithTexts<ResultsProps>(
  {
    bg: () => import("@portico/messages/generated/results.bg.ts"),
    en: () => import("@portico/messages/generated/results.en.ts"),
    pl: () => import("@portico/messages/generated/results.pl.ts"),
  },
  async () => (await import("./results.tsx")).Results,
);
