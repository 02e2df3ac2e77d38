/** What companies declare for the server (server/declaration.ts). */
import type { BulkChanges, Proposals } from "../../declaration.ts";
import { assignCompanies } from "./bulk.ts";
import { representativesProposal } from "./representatives.ts";

export { companiesRoutes as routes } from "./companies.routes.ts";

export const proposals = {
  addRepresentatives: representativesProposal,
  setRepresentatives: representativesProposal,
} satisfies Proposals;

export const bulkChanges = { assignCompanies } satisfies BulkChanges;
