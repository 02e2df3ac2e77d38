/** What webhooks declare for the server (server/declaration.ts). */
import { weakenings } from "@portico/api/rules/guards.ts";
import type { Settings } from "../../declaration.ts";
import { followSetting } from "./endpoints.ts";

export { webhooksHandlers as jobs } from "./webhooks.jobs.ts";
export * as mails from "./webhooks.mails.ts";
export { webhooksRoutes as routes } from "./webhooks.routes.ts";

export const settings: Settings = { webhooks: { weakens: weakenings.webhooks, saved: followSetting } };
