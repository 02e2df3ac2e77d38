/** What documents declare for the server (server/declaration.ts). */
export { documentsHandlers as jobs } from "./documents.jobs.ts";
export { documentsRoutes as routes } from "./documents.routes.ts";
