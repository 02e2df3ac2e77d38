/** What notifications declare for the server (server/declaration.ts). */
export { notificationsRoutes as routes } from "./notifications.routes.ts";
