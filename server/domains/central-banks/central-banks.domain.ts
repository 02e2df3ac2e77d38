/** What central banks' rates declare for the server (server/declaration.ts). */
export { centralBanksRoutes as routes } from "./central-banks.routes.ts";
export { centralBanksHandlers as jobs } from "./handlers.ts";
