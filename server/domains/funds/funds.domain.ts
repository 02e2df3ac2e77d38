/** What funds declare for the server (server/declaration.ts). */
export { fundsHandlers as jobs } from "./funds.jobs.ts";
export { fundsRoutes as routes } from "./funds.routes.ts";
