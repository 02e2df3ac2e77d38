/** All calls of the API by domain. */
import * as domains from "./calls.ts";

/** Named, because written out it is longer than a declaration file may have it. */
export type Api = typeof domains;
export const api: Api = { ...domains };
