/** The statement of client assets. */
import { assetsData, assetsTemplate } from "@portico/reports/assets.ts";
import { readFlagged, readUnsettled } from "../facts/flags.ts";
import { readHoldings } from "../facts/holdings.ts";
import { readMandateFacts } from "../facts/mandate.ts";
import type { KindOfReport } from "./kind.ts";

export const assets: KindOfReport = {
  template: assetsTemplate,
  async make(trx, asked) {
    const facts = await readHoldings(trx, asked, asked.period.to);
    if (!facts) return { failure: "beforeFirstEntry" };
    if (asked.template === 1) return { data: assetsData(facts) };
    const marks = {
      mandate: await readMandateFacts(trx, asked),
      flags: await readFlagged(trx, asked, facts),
      unsettled: await readUnsettled(trx, asked),
    };
    return { data: assetsData(facts, marks) };
  },
};
