/** What clients who are brought in declare for the server (server/declaration.ts). */
export { clientImportsRoutes as routes } from "./client-imports.routes.ts";
export { clientImportsHandlers as jobs } from "./handlers.ts";
export * as mails from "./inviting/inviting.mails.ts";
