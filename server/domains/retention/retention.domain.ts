/** What retention declares for the server (server/declaration.ts). */
import { leastRetentionYears, weakenings } from "@portico/api/rules/guards.ts";
import type { Settings } from "../../declaration.ts";
import { keepFormer } from "../settings/former-values.ts";

export { retentionHandlers as jobs } from "./retention.jobs.ts";

export const settings: Settings = {
  kycRules: {
    // Not a part of the shape: a shorter period that was saved before leaves the other rules in force.
    check: async (_trx, { retentionYears }) =>
      retentionYears < leastRetentionYears ? [{ path: "retentionYears", code: "tooSmall" }] : [],
    weakens: weakenings.kycRules,
    saved: (tx, { before }) => keepFormer(tx, "kycRules", before),
  },
};
