/** What portfolios declare for the server (server/declaration.ts). */
import type { Jobs, Settings } from "../../declaration.ts";
import { findBenchmarkFaults } from "./performance/benchmark.service.ts";
import { rulesChangedJob } from "./performance/daily-values.jobs.ts";
import { portfolioHandlers } from "./performance/daily-values.service.ts";
import { signerRulesJob } from "./requests/matching.jobs.ts";
import { requestsHandlers } from "./requests/requests.jobs.ts";

export { portfoliosRoutes as routes } from "./portfolios.routes.ts";
export { reconsiderWithdrawals as rightsEnded } from "./requests/ended-rights.service.ts";

export const jobs: Jobs = (services) => [...portfolioHandlers(services), ...requestsHandlers(services)];

export const settings: Settings = {
  portalRules: { check: findBenchmarkFaults, saved: (tx) => tx.enqueue(rulesChangedJob, {}, { key: "all" }) },
  withdrawalRules: { saved: (tx) => tx.enqueue(signerRulesJob, {}, { key: "all" }) },
};
