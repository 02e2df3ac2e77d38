/** The settings' calls. */
import type { settings } from "@portico/api/settings.ts";
import type { Handlers } from "../../http/handlers.ts";
import { listForexRates } from "../market-data/market-data.service.ts";
import { saveSettingOrPropose } from "../users/users.four-eyes.ts";
import { downloadLogo, uploadLogo } from "./settings.logo.ts";
import { getSetting, readBrand, readSetting } from "./settings.service.ts";
import { listVersions } from "./settings.versions.ts";

export const settingsRoutes: Handlers<typeof settings> = {
  getForexRates: async ({ db }) => ({ name: "forex-rates", data: JSON.stringify(await listForexRates(db)) }),
  getBrand: ({ db }) => readBrand(db),
  uploadLogo: (context, { body }) => uploadLogo(context, body.base64data),
  getLogo: (context, { params }) => downloadLogo(context, params.logo),
  getCalendar: async ({ db }) => ({ timeZone: (await getSetting(db, "portalRules")).timeZone }),
  getStoredBrand: (context) => readSetting(context, "brand"),
  getServices: async ({ db }) => ({ services: (await getSetting(db, "clientRequests")).services }),
  getDocuments: ({ db }) => getSetting(db, "firmDocuments"),
  listVersions: (context, { params }) => listVersions(context, params.name),
  get: (context, { params }) => readSetting(context, params.name),
  save: (context, { params, body }) => saveSettingOrPropose(context, params.name, body),
};
