/** What exports declare for the server (server/declaration.ts). */
export { dataExportsHandlers as jobs } from "./data-exports.jobs.ts";
export { dataExportsRoutes as routes } from "./data-exports.routes.ts";
