/** What sharepoint declares for the server (server/declaration.ts). */
export { sharepointHandlers as jobs } from "./sharepoint.jobs.ts";
export { sharepointRoutes as routes } from "./sharepoint.routes.ts";
