/** What contracts declare for the server (server/declaration.ts). */
import type { BulkChanges, Work } from "../../declaration.ts";
import { contractWork, giveContracts } from "./work.ts";

export { contractsHandlers as jobs } from "./contracts.jobs.ts";
export { contractsRoutes as routes } from "./contracts.routes.ts";
export { reconsiderContracts as rightsEnded } from "./ended-rights.ts";

export const work = { contract: contractWork } satisfies Work;
export const bulkChanges = { giveContracts } satisfies BulkChanges;
