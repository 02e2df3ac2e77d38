/** What forms declare for the server (server/declaration.ts). */

export { formsRoutes as routes } from "./forms.routes.ts";
export { indexHandlers as jobs } from "./identifiers/blind-index.jobs.ts";
export * as mails from "./submission/receipt.mails.ts";
