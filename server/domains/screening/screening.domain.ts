/** What screening declares for the server (server/declaration.ts). */
import type { BulkChanges, Settings, Work } from "../../declaration.ts";
import { clearCandidates } from "./candidates/clearing.ts";
import { screeningSetting } from "./settings.ts";
import { giveScreening, screeningWork } from "./work.ts";

export { screeningHandlers as jobs } from "./handlers.ts";
export { screeningRoutes as routes } from "./screening.routes.ts";

export const settings: Settings = { screening: screeningSetting };
export const bulkChanges = { giveScreening, clearCandidates } satisfies BulkChanges;
export const work = { screening: screeningWork } satisfies Work;
