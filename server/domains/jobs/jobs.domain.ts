/** What jobs declare for the server (server/declaration.ts). */
export { jobsRoutes as routes } from "./jobs.routes.ts";
