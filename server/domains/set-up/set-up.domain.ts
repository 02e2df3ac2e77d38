/** What setting up declares for the server (server/declaration.ts). */
export * as mails from "./set-up.mails.ts";
export { setUpRoutes as routes } from "./set-up.routes.ts";
