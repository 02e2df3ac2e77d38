/** What pickup declares for the server (server/declaration.ts). */
import { weakenings } from "@portico/api/rules/guards.ts";
import type { Settings } from "../../declaration.ts";
import { checkPickups } from "./connections.ts";

export { pickupsHandlers as jobs } from "./handlers.ts";
export * as mails from "./pickups.mails.ts";
export { pickupsRoutes as routes } from "./pickups.routes.ts";

export const settings: Settings = {
  pickups: { check: checkPickups, weakens: weakenings.pickups },
  quoteSources: { weakens: weakenings.quoteSources },
};
