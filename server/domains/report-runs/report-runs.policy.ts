/** What may be done with a run. */
import { type RunAction, type RunState, runActions, runMoves } from "@portico/api/rules/report-runs.ts";
import type { StateCounts } from "./addressees.queries.ts";

/** Of its state, and of what is left: there is nothing to cancel where all is made, and nothing to withhold where nothing waits. */
export function allowedActions(
  { state }: { state: RunState },
  counts: StateCounts,
): Record<RunAction | "retry", boolean> {
  const left: Partial<Record<RunAction, boolean>> = {
    withhold: (counts.made ?? 0) + (counts.gapped ?? 0) > 0,
    publish: (counts.made ?? 0) > 0,
  };
  const may = Object.fromEntries(
    runActions.map((action) => [action, runMoves[action].from.includes(state) && (left[action] ?? true)]),
  ) as Record<RunAction, boolean>;
  return { ...may, retry: (counts.failed ?? 0) > 0 && (state === "paused" || runMoves.reopen.from.includes(state)) };
}
