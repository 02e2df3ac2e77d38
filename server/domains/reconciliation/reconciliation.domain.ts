/** What reconciliation declares for the server (server/declaration.ts). */
import type { BulkChanges } from "../../declaration.ts";
import { giveBreaks } from "./bulk.ts";

export { reconciliationHandlers as jobs } from "./reconciliation.jobs.ts";
export { reconciliationRoutes as routes } from "./reconciliation.routes.ts";

export const bulkChanges = { giveBreaks } satisfies BulkChanges;
