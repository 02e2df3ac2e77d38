/** Exports for accounting and analysis: contents, formats, states, limits. Without zod, so that pages may load it. */
import { daysBetween } from "./calendar.ts";

export const exportContents = ["entries", "positions", "values", "fees"] as const;
export type ExportContent = (typeof exportContents)[number];

export const exportFormats = ["csv", "parquet"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** For which days positions are listed: each, or the last of each month and of the period. */
export const positionDays = ["day", "monthEnd"] as const;
export type PositionDays = (typeof positionDays)[number];

export const exportScopes = ["all", "group", "custodian"] as const;
export type ExportScope = (typeof exportScopes)[number];

export const exportStates = ["waiting", "running", "ready", "failed", "cancelled", "expired"] as const;
export type ExportState = (typeof exportStates)[number];

/** `doesNotFit`: a figure has more digits than its column; `tooLarge`: the export took too long or too much memory. */
export const exportFailures = ["doesNotFit", "tooLarge", "unavailable"] as const;
export type ExportFailure = (typeof exportFailures)[number];

/** Days for which the files can be downloaded. */
export const exportDays = 7;

/** Days of a period with daily positions, and of any other. */
const longest = { day: 366, other: 11_000 };

/** Whether the period is longer than an export may be. */
export function isTooLong(period: { from: string; to: string }, positions: PositionDays | null): boolean {
  return daysBetween(period.from, period.to) >= (positions === "day" ? longest.day : longest.other);
}
