/** What machines' keys declare for the server (server/declaration.ts). */
import { weakenings } from "@portico/api/rules/guards.ts";
import type { Settings } from "../../declaration.ts";

export { reconsiderKeys as rightsEnded } from "./ended-rights.ts";
export { machinesHandlers as jobs } from "./handlers.ts";
export * as mails from "./machines.mails.ts";
export { machinesRoutes as routes } from "./machines.routes.ts";

export const settings: Settings = { machineKeys: { weakens: weakenings.machineKeys } };
