/** What follows from a change of the settings of screening. */
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import type { SettingRules } from "../../declaration.ts";
import { makeAllDue } from "./runs/due.queries.ts";
import { dueJob } from "./screening.jobs.ts";

/** Fewer are found by a higher score, and none by another source until it is asked: a second person confirms it. */
export const screeningSetting: SettingRules<SettingValue<"screening">> = {
  unusual: ({ threshold }) => (threshold > 0.9 ? ["threshold"] : []),
  weakens: (before, after) =>
    after.threshold > before.threshold ||
    after.source !== before.source ||
    (after.keepDecisions && !before.keepDecisions) ||
    JSON.stringify(after.service) !== JSON.stringify(before.service)
      ? "withFourEyes"
      : null,
  /** By another score everybody is looked at again. */
  async saved(tx, { before, after }) {
    const isSame =
      before.threshold === after.threshold &&
      before.source === after.source &&
      JSON.stringify(before.service) === JSON.stringify(after.service);
    if (isSame) return;
    await makeAllDue(tx, "rules");
    await tx.enqueue(dueJob, {}, { key: "all" });
  },
};
