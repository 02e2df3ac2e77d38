/** What the search declares for the server (server/declaration.ts). */
export { searchRoutes as routes } from "./search.routes.ts";
