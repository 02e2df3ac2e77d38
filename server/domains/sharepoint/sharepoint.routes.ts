/** The calls about the folders shared with clients. */
import type { sharepoint } from "@portico/api/sharepoint.ts";
import type { Handlers } from "../../http/handlers.ts";
import { downloadShared, listShared, uploadShared } from "./sharepoint.ts";

export const sharepointRoutes: Handlers<typeof sharepoint> = {
  list: (context, { query }) => listShared(context, query),
  download: (context, { query }) => downloadShared(context, query),
  upload: (context, { body }) => uploadShared(context, body),
};
