/** What screening declares for the server (server/declaration.ts). */
import type { Settings, Work } from "../../declaration.ts";
import { screeningSetting } from "./settings.ts";
import { screeningWork } from "./work.ts";

export { screeningHandlers as jobs } from "./handlers.ts";
export { screeningRoutes as routes } from "./screening.routes.ts";

export const settings: Settings = { screening: screeningSetting };
export const work = { screening: screeningWork } satisfies Work;
