/** The analytics' calls. */
import type { analytics } from "@portico/api/analytics.ts";
import type { Handlers } from "../../http/handlers.ts";
import { getFigures } from "./analytics.figures.service.ts";
import { exportSignIns, fetchSignIns, listOwnSignIns } from "./analytics.list.service.ts";
import { completeSignIn } from "./analytics.service.ts";

export const analyticsRoutes: Handlers<typeof analytics> = {
  recordSignIn: (context, { body }) => completeSignIn(context, body),
  fetch: (context, { body }) => fetchSignIns(context, body),
  getFigures: (context, { query }) => getFigures(context, query),
  exportRows: (context, { body }) => exportSignIns(context, body),
  listOwn: (context, { params, query }) => listOwnSignIns(context, params.id, query),
};
