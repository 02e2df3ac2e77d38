/** What notifications declare for the server (server/declaration.ts). */
export * as mails from "./notifications.mails.ts";
export { notificationsRoutes as routes } from "./notifications.routes.ts";
