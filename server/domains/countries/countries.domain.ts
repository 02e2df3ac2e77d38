/** What countries declare for the server (server/declaration.ts). */
export { countriesRoutes as routes } from "./countries.routes.ts";
