/** What the audit log's viewer declares for the server (server/declaration.ts). */
export { verificationHandlers as jobs } from "./audit.jobs.ts";
export { auditRoutes as routes } from "./audit.routes.ts";
