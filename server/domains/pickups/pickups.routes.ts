/** The calls of pickup. */
import type { pickups } from "@portico/api/pickups.ts";
import type { Handlers } from "../../http/handlers.ts";
import { listSources, lookNow, testConnection } from "./connections.ts";
import { decideFile, listFiles } from "./files.ts";
import { saveSecret } from "./secrets.ts";

export const pickupsRoutes: Handlers<typeof pickups> = {
  list: (context) => listSources(context),
  listFiles: (context, { query }) => listFiles(context, query.source),
  test: (context, { body }) => testConnection(context, body),
  saveSecret: (context, { body }) => saveSecret(context, body),
  look: (context, { body }) => lookNow(context, body.source),
  readAgain: (context, { params }) => decideFile(context, params.id, "readAgain"),
  setAside: (context, { params }) => decideFile(context, params.id, "setAside"),
};
