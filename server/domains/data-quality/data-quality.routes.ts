/** The calls of what is to be mended in the firm's data. */
import type { dataQuality } from "@portico/api/data-quality.ts";
import type { Handlers } from "../../http/handlers.ts";
import {
  countChecks,
  listBelowZero,
  listInstrumentGaps,
  listRateGaps,
  listTextsBehind,
  listUnnumbered,
} from "./data-quality.ts";

export const dataQualityRoutes: Handlers<typeof dataQuality> = {
  count: (context) => countChecks(context),
  listInstruments: (context, { query }) => listInstrumentGaps(context, query),
  listRates: (context) => listRateGaps(context),
  listBelowZero: (context, { query }) => listBelowZero(context, query),
  listUnnumbered: (context, { query }) => listUnnumbered(context, query),
  listTexts: (context) => listTextsBehind(context),
};
