/** What view-as declares for the server (server/declaration.ts). */
export { viewAsRoutes as routes } from "./view-as.routes.ts";
