/** What companies declare for the server (server/declaration.ts). */
import type { Proposals } from "../../declaration.ts";
import { representativesProposal } from "./representatives.ts";

export { companiesRoutes as routes } from "./companies.routes.ts";

export const proposals = {
  addRepresentatives: representativesProposal,
  setRepresentatives: representativesProposal,
} satisfies Proposals;
