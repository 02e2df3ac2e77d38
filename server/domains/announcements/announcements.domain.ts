/** What announcements declare for the server (server/declaration.ts). */
export { announcementsRoutes as routes } from "./announcements.routes.ts";
