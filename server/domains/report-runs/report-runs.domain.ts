/** What runs of reports declare for the server (server/declaration.ts). */
export { reportRunsHandlers as jobs } from "./handlers.ts";
export { reportRunsRoutes as routes } from "./report-runs.routes.ts";
