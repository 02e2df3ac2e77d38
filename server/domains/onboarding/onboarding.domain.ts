/** What onboarding declares for the server (server/declaration.ts). */
import type { Jobs, Proposals } from "../../declaration.ts";
import { formAccountHandlers } from "./onboarding.accounts.service.ts";
import { signingAuthorityHandlers } from "./onboarding.authority.service.ts";
import { disableProposal, enableProposal } from "./onboarding.proposals.service.ts";
import { kycReviewHandlers } from "./onboarding.reviews.jobs.ts";

export const jobs: Jobs = (services) => [
  ...kycReviewHandlers(services),
  ...formAccountHandlers(services),
  ...signingAuthorityHandlers(services),
];

export const proposals = {
  disable: disableProposal,
  enable: enableProposal,
} satisfies Proposals;
