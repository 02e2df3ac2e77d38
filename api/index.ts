/** All calls of the API by domain. */
import { analytics } from "./analytics.ts";
import { companies } from "./companies.ts";
import { countries } from "./countries.ts";
import { dataFields } from "./data-fields.ts";
import { files } from "./files.ts";
import { forms } from "./forms/endpoints.ts";
import { imports } from "./imports.ts";
import { marketData } from "./market-data.ts";
import { notifications } from "./notifications.ts";
import { portfolios } from "./portfolios.ts";
import { sessions } from "./sessions.ts";
import { settings } from "./settings.ts";
import { staffDesk } from "./staff-desk.ts";
import { users } from "./users.ts";

export const api = {
  sessions,
  users,
  companies,
  forms,
  files,
  notifications,
  portfolios,
  imports,
  marketData,
  dataFields,
  staffDesk,
  settings,
  countries,
  analytics,
} as const;
export type Api = typeof api;
