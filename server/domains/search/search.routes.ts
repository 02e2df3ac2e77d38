/** The call of the search over all records. */
import type { search } from "@portico/api/search.ts";
import type { Handlers } from "../../http/handlers.ts";
import { findRecords } from "./search.ts";

export const searchRoutes: Handlers<typeof search> = {
  find: (context, { query }) => findRecords(context, query.query),
};
