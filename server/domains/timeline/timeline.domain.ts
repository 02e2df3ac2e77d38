/** What timeline declares for the server (server/declaration.ts). */
export { timelineRoutes as routes } from "./timeline.routes.ts";
