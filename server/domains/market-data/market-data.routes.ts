/** The calls about instruments. */
import type { marketData } from "@portico/api/market-data.ts";
import type { Handlers } from "../../http/handlers.ts";
import { findInstruments } from "./market-data.ts";

export const marketDataRoutes: Handlers<typeof marketData> = {
  findInstruments: ({ db }, { query }) => findInstruments(db, query.search),
};
