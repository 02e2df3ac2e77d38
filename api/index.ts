/** All calls of the API by domain. */
import * as domains from "./calls.ts";

export const api = { ...domains };
export type Api = typeof api;
