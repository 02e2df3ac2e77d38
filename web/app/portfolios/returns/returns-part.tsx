/** The part "Returns" of the portfolio page. */
import { partWithTexts } from "../../ui/part-with-texts.tsx";

/** `today` is the valuation day. */
export const ReturnsPart = partWithTexts<{ today: string }>(
  {
    bg: () => import("@portico/messages/generated/returns.bg.ts"),
    en: () => import("@portico/messages/generated/returns.en.ts"),
    pl: () => import("@portico/messages/generated/returns.pl.ts"),
  },
  async () => (await import("./returns.tsx")).Returns,
);
