/** What changes of many at once declare for the server (server/declaration.ts). */
import type { Jobs } from "../../declaration.ts";
import { bulkChangesHandlers } from "./bulk-changes.jobs.ts";

export { bulkChangesRoutes as routes } from "./bulk-changes.routes.ts";

export const jobs: Jobs = (services) => bulkChangesHandlers(services);
