/** What portfolios declare for the server (server/declaration.ts). */
import type { Settings } from "../../declaration.ts";
import { findBenchmarkFaults } from "./performance/benchmark.ts";
import { rulesChangedJob } from "./performance/daily-values.jobs.ts";

export { portfolioHandlers as jobs } from "./performance/daily-values.ts";
export { portfoliosRoutes as routes } from "./portfolios.routes.ts";

export const settings: Settings = {
  portalRules: { check: findBenchmarkFaults, saved: (tx) => tx.enqueue(rulesChangedJob, {}, { key: "all" }) },
};
