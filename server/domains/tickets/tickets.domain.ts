/** What tickets declare for the server (server/declaration.ts). */
import type { Jobs } from "../../declaration.ts";
import { byMailHandlers } from "./by-mail/by-mail.jobs.ts";
import { ticketsHandlers } from "./tickets.jobs.ts";

export { reconsiderTickets as rightsEnded } from "./tickets.ended-rights.service.ts";
export { ticketsRoutes as routes } from "./tickets.routes.ts";

export const jobs: Jobs = (services) => [...ticketsHandlers(services), ...byMailHandlers(services)];
