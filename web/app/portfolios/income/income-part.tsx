/** The part "Income" of the portfolio page. */
import { partWithTexts } from "../../ui/part-with-texts.tsx";

export const IncomePart = partWithTexts<object>(
  {
    bg: () => import("@portico/messages/generated/income.bg.ts"),
    en: () => import("@portico/messages/generated/income.en.ts"),
    pl: () => import("@portico/messages/generated/income.pl.ts"),
  },
  async () => (await import("./income.tsx")).Income,
);
