/** What saved views declare for the server (server/declaration.ts). */
export { savedViewsRoutes as routes } from "./saved-views.routes.ts";
