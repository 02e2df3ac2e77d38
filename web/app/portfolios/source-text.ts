/** Where a price or rate comes from, in words; the name of a data provider stays as it is. */
import type { Translate } from "../ui/text.tsx";

const worded: Record<string, "portfolios.source.fixed" | "portfolios.source.demo"> = {
  fixed: "portfolios.source.fixed",
  "demo data (generated)": "portfolios.source.demo",
};

/** A rate between two currencies names both their sources: "currency-api / demo data (generated)". */
export const sourceText = (t: Translate, source: string): string =>
  source
    .split(" / ")
    .map((each) => {
      const key = worded[each];
      return key ? t(key) : each;
    })
    .join(" / ");
