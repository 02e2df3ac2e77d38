/** What settings declare for the server (server/declaration.ts). */
import type { Settings } from "../../declaration.ts";
import { findBrandFaults } from "./brand.ts";
import { findMailTextFaults } from "./mail-texts.ts";
import * as settingsMails from "./settings.mails.ts";

export { settingsHandlers as jobs } from "./settings.jobs.ts";
export { settingsRoutes as routes } from "./settings.routes.ts";

export const mails = settingsMails;
export const settings: Settings = { brand: { check: findBrandFaults }, mailTexts: { check: findMailTextFaults } };
