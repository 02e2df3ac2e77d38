/** What may be done with an export. */
import type { ExportState } from "@portico/api/rules/data-exports.ts";
import type { Verdict } from "../../kernel/policy.ts";

export const refusalToCancel = ({ state }: { state: ExportState }): Verdict =>
  state === "waiting" || state === "running" ? null : "stateConflict";

export const refusalToDownload = (
  { state, expiresAt }: { state: ExportState; expiresAt: Date | null },
  now: Date,
): Verdict => (state === "ready" && expiresAt !== null && expiresAt > now ? null : "notFound");
