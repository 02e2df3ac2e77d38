/** Rates that come from elsewhere than a file of staff or the bank's service. */
export { insertBatch } from "./rates.queries.ts";
