/** What analytics declare for the server (server/declaration.ts). */
export { analyticsHandlers as jobs } from "./analytics.jobs.ts";
export { analyticsRoutes as routes } from "./analytics.routes.ts";
