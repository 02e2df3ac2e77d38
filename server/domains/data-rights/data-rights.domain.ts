/** What the rights of people whose data is kept declare for the server (server/declaration.ts). */
import type { Proposals } from "../../declaration.ts";
import { archiveProposal } from "./archives/archives.ts";
import { erasureProposal } from "./erasures/erasures.ts";
import { holdProposal, liftProposal } from "./holds/holds.ts";

export { dataRightsHandlers as jobs } from "./data-rights.jobs.ts";
export { dataRightsRoutes as routes } from "./data-rights.routes.ts";

export const proposals = {
  placeHold: holdProposal,
  liftHold: liftProposal,
  makeArchive: archiveProposal,
  eraseData: erasureProposal,
} satisfies Proposals;
