/** What delegations declare for the server (server/declaration.ts). */
export { delegationsHandlers as jobs } from "./delegations.jobs.ts";
export * as mails from "./delegations.mails.ts";
export { delegationsRoutes as routes } from "./delegations.routes.ts";
