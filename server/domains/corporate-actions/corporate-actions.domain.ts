/** What corporate actions declare for the server (server/declaration.ts). */
export { corporateActionsRoutes as routes } from "./corporate-actions.routes.ts";
export { corporateActionsHandlers as jobs } from "./handlers.ts";
