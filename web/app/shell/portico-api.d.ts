/** The API's calls without their schemas, which only the server needs, and without those of staff; made by vite.config.ts. */
declare module "virtual:portico-api" {
  import type { Api } from "@portico/api";
  export const api: Api;
}

/** The calls of staff alone. */
declare module "virtual:portico-staff-api" {
  import type { Api } from "@portico/api";
  export const api: Api;
}
