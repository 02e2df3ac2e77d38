/** Texts for sources of prices and rates; a data provider's name is not translated. */
import type { Translate } from "../ui/text.tsx";

const sourceKeys: Record<string, "portfolios.source.fixed" | "portfolios.source.demo"> = {
  fixed: "portfolios.source.fixed",
  "demo data (generated)": "portfolios.source.demo",
};

/** A rate between two currencies has both sources: "currency-api / demo data (generated)". */
export const sourceText = (t: Translate, source: string): string =>
  source
    .split(" / ")
    .map((each) => {
      const key = sourceKeys[each];
      return key ? t(key) : each;
    })
    .join(" / ");
