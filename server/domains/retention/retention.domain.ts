/** What retention declares for the server (server/declaration.ts). */
export { retentionHandlers as jobs } from "./retention.jobs.ts";
