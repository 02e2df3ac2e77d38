/** The analytics' calls. */
import type { analytics } from "@portico/api/analytics.ts";
import type { Handlers } from "../../http/handlers.ts";
import { completeSignIn } from "./analytics.ts";
import { getFigures } from "./figures.ts";
import { exportSignIns, fetchSignIns, listOwnSignIns } from "./list.ts";

export const analyticsRoutes: Handlers<typeof analytics> = {
  recordSignIn: (context, { body }) => completeSignIn(context, body),
  fetch: (context, { body }) => fetchSignIns(context, body),
  getFigures: (context, { query }) => getFigures(context, query),
  exportRows: (context, { body }) => exportSignIns(context, body),
  listOwn: (context, { params, query }) => listOwnSignIns(context, params.id, query),
};
