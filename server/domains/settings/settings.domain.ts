/** What settings declare for the server (server/declaration.ts). */
import type { Settings } from "../../declaration.ts";
import { findBrandFaults } from "./brand.ts";

export { settingsHandlers as jobs } from "./settings.jobs.ts";
export { settingsRoutes as routes } from "./settings.routes.ts";

export const settings: Settings = { brand: { check: findBrandFaults } };
