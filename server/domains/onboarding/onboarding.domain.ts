/** What onboarding declares for the server (server/declaration.ts). */
import type { Jobs, Proposals } from "../../declaration.ts";
import { disableProposal, enableProposal } from "./proposals.ts";
import { kycReviewHandlers } from "./reviews/reviews.jobs.ts";
import { formAccountHandlers } from "./takeover/accounts.ts";
import { signingAuthorityHandlers } from "./takeover/authority.ts";

export const jobs: Jobs = (services) => [
  ...kycReviewHandlers(services),
  ...formAccountHandlers(services),
  ...signingAuthorityHandlers(services),
];

export const proposals = {
  disable: disableProposal,
  enable: enableProposal,
} satisfies Proposals;
