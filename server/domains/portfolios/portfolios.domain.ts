/** What portfolios declare for the server (server/declaration.ts). */
import type { Jobs } from "../../declaration.ts";
import { portfolioHandlers } from "./performance/daily-values.service.ts";
import { requestsHandlers } from "./requests/requests.jobs.ts";

export { portfoliosRoutes as routes } from "./portfolios.routes.ts";
export { reconsiderWithdrawals as rightsEnded } from "./requests/ended-rights.service.ts";

export const jobs: Jobs = (services) => [...portfolioHandlers(services), ...requestsHandlers(services)];
