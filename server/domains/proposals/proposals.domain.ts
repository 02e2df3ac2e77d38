/** What proposals declare for the server (server/declaration.ts). */
import type { BulkChanges, Work } from "../../declaration.ts";
import { giveProposals, proposalWork } from "./work.ts";

export { reconsiderProposals as rightsEnded } from "./ended-rights.ts";
export { proposalsRoutes as routes } from "./proposals.routes.ts";

export const work = { proposal: proposalWork } satisfies Work;
export const bulkChanges = { giveProposals } satisfies BulkChanges;
