/** What settings declare for the server (server/declaration.ts). */
export { settingsHandlers as jobs } from "./settings.jobs.ts";
export { settingsRoutes as routes } from "./settings.routes.ts";
