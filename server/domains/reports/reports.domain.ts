/** What reports declare for the server (server/declaration.ts). */
export { reportsHandlers as jobs } from "./handlers.ts";
export { reportsRoutes as routes } from "./reports.routes.ts";
export { reconsiderSubscriptions as rightsEnded } from "./subscriptions/ended-rights.ts";
