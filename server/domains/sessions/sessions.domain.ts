/** What sessions declare for the server (server/declaration.ts). */
import { weakenings } from "@portico/api/rules/guards.ts";
import type { Proposals, Settings } from "../../declaration.ts";
import { findRegistrationGaps } from "../content/registration.ts";
import { factorResetProposal } from "./factors/reset.ts";

export { sessionHandlers as jobs } from "./sessions.jobs.ts";
export * as mails from "./sessions.mails.ts";
export { sessionsRoutes as routes } from "./sessions.routes.ts";

export const proposals = {
  resetFactors: factorResetProposal,
} satisfies Proposals;

export const settings: Settings = {
  staffSecondFactor: { weakens: weakenings.staffSecondFactor },
  registration: { check: async (trx, { open }) => (open ? findRegistrationGaps(trx) : []) },
};
