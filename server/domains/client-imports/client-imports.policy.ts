/** What may be done with a file of clients. */
import {
  type ClientImportAction,
  type ClientImportState,
  clientImportActions,
  clientImportMoves,
} from "@portico/api/rules/client-imports.ts";
import type { LineCounts } from "./client-imports.queries.ts";

/** By its state, and by what is left: there is nothing to book without a good line, and nothing to take back without a booked one. */
export function allowedMoves(state: ClientImportState, counts: LineCounts): Record<ClientImportAction, boolean> {
  const left: Partial<Record<ClientImportAction, boolean>> = {
    book: (counts.new ?? 0) + (counts.failed ?? 0) > 0,
    undo: (counts.booked ?? 0) > 0,
  };
  return Object.fromEntries(
    clientImportActions.map((action) => [
      action,
      clientImportMoves[action].from.includes(state) && (left[action] ?? true),
    ]),
  ) as Record<ClientImportAction, boolean>;
}
