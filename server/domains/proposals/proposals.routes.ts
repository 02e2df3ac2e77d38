/** The calls of proposals. */
import type { proposals } from "@portico/api/proposals.ts";
import type { Handlers } from "../../http/handlers.ts";
import { decideProposal } from "./decide.ts";
import { getProposal, listProposalPage } from "./list.ts";

export const proposalsRoutes: Handlers<typeof proposals> = {
  list: (context, { query }) => listProposalPage(context, query),
  get: (context, { params }) => getProposal(context, params.proposalId),
  decide: (context, { params, body }) => decideProposal(context, params.proposalId, body),
};
