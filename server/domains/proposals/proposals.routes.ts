/** The calls of proposals. */
import type { proposals } from "@portico/api/proposals.ts";
import type { Handlers } from "../../http/handlers.ts";
import { accountDecisionProposal } from "../bank-accounts/bank-accounts.decisions.service.ts";
import { accountsProposal } from "../bank-accounts/bank-accounts.save.service.ts";
import { clientNumberProposal } from "../client-numbers/client-numbers.service.ts";
import { representativesProposal } from "../companies/companies.representatives.service.ts";
import { instructionsProposal } from "../money/money.instructions.service.ts";
import { disableProposal, enableProposal } from "../onboarding/onboarding.proposals.service.ts";
import { accountsOfOpenRequests } from "../portfolios/requests/requests.accounts.service.ts";
import { factorResetProposal } from "../sessions/sessions.factor-reset.service.ts";
import { fourEyesOffProposal } from "../users/users.four-eyes.service.ts";
import { roleProposal } from "../users/users.staff.service.ts";
import { decideProposal, type ProposalKinds } from "./proposals.decide.service.ts";
import { getProposal, listProposalPage } from "./proposals.list.service.ts";

const proposalKinds: ProposalKinds = {
  setRole: roleProposal,
  setClientNumber: clientNumberProposal,
  disable: disableProposal,
  enable: enableProposal,
  resetFactors: factorResetProposal,
  fourEyesOff: fourEyesOffProposal,
  setBankAccounts: accountsProposal(accountsOfOpenRequests),
  decideBankAccount: accountDecisionProposal,
  setDepositInstructions: instructionsProposal,
  addRepresentatives: representativesProposal,
};

export const proposalsRoutes: Handlers<typeof proposals> = {
  list: (context, { query }) => listProposalPage(context, query),
  get: (context, { params }) => getProposal(context, params.proposalId),
  decide: (context, { params, body }) => decideProposal(context, proposalKinds, params.proposalId, body),
};
