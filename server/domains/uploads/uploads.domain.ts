/** What uploads declare for the server (server/declaration.ts). */
export { uploadsHandlers as jobs } from "./uploads.jobs.ts";
export { uploadsRoutes as routes } from "./uploads.routes.ts";
