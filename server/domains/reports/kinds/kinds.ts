/** The kinds of reports that the portal makes. */
import { type ReportKind, reportKinds } from "@portico/api/rules/reports.ts";
import { assets } from "./assets.ts";
import { confirmation } from "./confirmation.ts";
import { costs } from "./costs.ts";
import type { KindOfReport } from "./kind.ts";
import { management } from "./management.ts";
import { review } from "./review.ts";
import { taxBG } from "./tax-bg.ts";
import { taxPL } from "./tax-pl.ts";

export const kinds: Readonly<Partial<Record<ReportKind, KindOfReport>>> = {
  assets,
  management,
  confirmation,
  costs,
  review,
  taxPL,
  taxBG,
};

/** Those that can be asked for, in the order in which pages offer them. */
export const offeredKinds: readonly ReportKind[] = reportKinds.filter((kind) => kinds[kind] !== undefined);
