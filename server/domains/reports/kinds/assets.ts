/** The statement of client assets. */
import { assetsData, assetsTemplate } from "@portico/reports/assets.ts";
import { readHoldings } from "../facts/holdings.ts";
import type { KindOfReport } from "./kind.ts";

export const assets: KindOfReport = {
  template: assetsTemplate,
  async make(trx, asked) {
    const facts = await readHoldings(trx, asked, asked.period.to);
    return facts ? { data: assetsData(facts) } : { failure: "beforeFirstEntry" };
  },
};
