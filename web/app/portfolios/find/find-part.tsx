/** The part "Find" of the portfolio page. */
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { partWithTexts } from "../../ui/part-with-texts.tsx";

export const FindPart = partWithTexts<{ rows: readonly InstrumentRow[]; contractCurrency: string }>(
  {
    bg: () => import("@portico/messages/generated/find.bg.ts"),
    en: () => import("@portico/messages/generated/find.en.ts"),
    pl: () => import("@portico/messages/generated/find.pl.ts"),
  },
  async () => (await import("./find.tsx")).Find,
);
