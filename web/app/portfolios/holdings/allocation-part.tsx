/** The allocation as a part of a page, loaded with its texts after the first view. */
import type { InstrumentRow, Portfolio } from "@portico/api/portfolios.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { partWithTexts } from "../../ui/part-with-texts.tsx";

export interface AllocationSectionProps {
  holder: Holder;
  rows: readonly InstrumentRow[];
  totals: Pick<Portfolio, "contractCurrency" | "currentValue" | "valuationDay">;
  pointed?: string | undefined;
  onPoint?: (key: string | undefined) => void;
}

export const AllocationPart = partWithTexts<AllocationSectionProps>(
  {
    bg: () => import("@portico/messages/generated/allocation.bg.ts"),
    en: () => import("@portico/messages/generated/allocation.en.ts"),
    pl: () => import("@portico/messages/generated/allocation.pl.ts"),
  },
  async () => (await import("./allocation-section.tsx")).AllocationSection,
);
