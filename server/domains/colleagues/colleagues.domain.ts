/** What colleagues declare for the server (server/declaration.ts). */
export { colleaguesRoutes as routes } from "./colleagues.routes.ts";
