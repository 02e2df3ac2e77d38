/** What files declare for the server (server/declaration.ts). */
export { filesHandlers as jobs } from "./files.jobs.ts";
export { filesRoutes as routes } from "./files.routes.ts";
