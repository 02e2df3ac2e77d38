/** What reconciliation declares for the server (server/declaration.ts). */
export { reconciliationHandlers as jobs } from "./reconciliation.jobs.ts";
export { reconciliationRoutes as routes } from "./reconciliation.routes.ts";
