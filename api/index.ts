/** The whole API on one page. */
import { analytics } from "./analytics.ts";
import { countries } from "./countries.ts";
import { imports } from "./imports.ts";
import { marketData } from "./market-data.ts";
import { portfolios } from "./portfolios.ts";
import { sessions } from "./sessions.ts";
import { settings } from "./settings.ts";
import { users } from "./users.ts";

export const api = { sessions, users, portfolios, imports, marketData, settings, countries, analytics } as const;
export type Api = typeof api;
