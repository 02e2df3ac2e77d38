/** What portfolios declare for the server (server/declaration.ts). */
import { weakenings } from "@portico/api/rules/guards.ts";
import type { Jobs, Proposals, Settings } from "../../declaration.ts";
import { findBenchmarkFaults } from "./performance/benchmark.service.ts";
import { rulesChangedJob } from "./performance/daily-values.jobs.ts";
import { portfolioHandlers } from "./performance/daily-values.service.ts";
import { followSignerRule } from "./requests/firm-signers.service.ts";
import { requestsHandlers } from "./requests/requests.jobs.ts";
import { signersProposal } from "./requests/signers.rule.service.ts";

export { portfoliosRoutes as routes } from "./portfolios.routes.ts";
export { reconsiderWithdrawals as rightsEnded } from "./requests/ended-rights.service.ts";

export const proposals = { setSigners: signersProposal } satisfies Proposals;

export const jobs: Jobs = (services) => [...portfolioHandlers(services), ...requestsHandlers(services)];

export const settings: Settings = {
  portalRules: { check: findBenchmarkFaults, saved: (tx) => tx.enqueue(rulesChangedJob, {}, { key: "all" }) },
  withdrawalRules: { weakens: weakenings.withdrawalRules, saved: followSignerRule },
};
