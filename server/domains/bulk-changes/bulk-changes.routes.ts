/** The calls of changes of many at once. */
import type { bulkChanges } from "@portico/api/bulk-changes.ts";
import type { Handlers } from "../../http/handlers.ts";
import { makeBulkChange, previewBulkChange } from "./bulk-changes.ts";
import { undoBulkChange } from "./undo.ts";

export const bulkChangesRoutes: Handlers<typeof bulkChanges> = {
  preview: (context, { body }) => previewBulkChange(context, body),
  make: (context, { body }) => makeBulkChange(context, body),
  undo: (context, { params }) => undoBulkChange(context, params.bulkChangeId),
};
