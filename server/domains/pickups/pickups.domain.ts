/** What pickup declares for the server (server/declaration.ts). */
import type { Settings } from "../../declaration.ts";
import { checkPickups } from "./connections.ts";
import { weakensPickups, weakensSources } from "./pickups.policy.ts";

export { pickupsHandlers as jobs } from "./handlers.ts";
export * as mails from "./pickups.mails.ts";
export { pickupsRoutes as routes } from "./pickups.routes.ts";

export const settings: Settings = {
  pickups: { check: checkPickups, weakens: weakensPickups },
  quoteSources: { weakens: weakensSources },
};
