/** The calls of proposals. */
import type { proposals } from "@portico/api/proposals.ts";
import type { Handlers } from "../../http/handlers.ts";
import { accountDecisionProposal } from "../bank-accounts/bank-accounts.deciding.ts";
import { accountsProposal } from "../bank-accounts/bank-accounts.saving.ts";
import { clientNumberProposal } from "../client-numbers/client-numbers.service.ts";
import { representativesProposal } from "../companies/companies.representing.ts";
import { instructionsProposal } from "../money/money.instructions.ts";
import { disableProposal, enableProposal } from "../onboarding/onboarding.proposals.ts";
import { accountsOfOpenRequests } from "../portfolios/requests/requests.accounts.ts";
import { factorResetProposal } from "../sessions/sessions.factor-reset.ts";
import { fourEyesOffProposal } from "../users/users.four-eyes.ts";
import { roleProposal } from "../users/users.staff.ts";
import { decideProposal, type ProposalKinds } from "./proposals.decide.ts";
import { getProposal, listProposalPage } from "./proposals.list.ts";

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
