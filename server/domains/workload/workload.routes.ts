/** The calls of what waits by colleague. */
import type { workload } from "@portico/api/workload.ts";
import type { Handlers } from "../../http/handlers.ts";
import { getDesk, listWorkload } from "./workload.ts";

export const workloadRoutes: Handlers<typeof workload> = {
  list: (context) => listWorkload(context),
  getDesk: (context) => getDesk(context),
};
