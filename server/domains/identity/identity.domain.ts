/** What identity providers declare for the server (server/declaration.ts). */
import { weakenings } from "@portico/api/rules/guards.ts";
import type { Settings } from "../../declaration.ts";
import { checkIdentity, followIdentity } from "./setting-rules.ts";

export { identityHandlers as jobs } from "./identity.jobs.ts";
export { identityRoutes as routes } from "./identity.routes.ts";

export const settings: Settings = {
  identity: { check: checkIdentity, weakens: weakenings.identity, saved: followIdentity },
};
