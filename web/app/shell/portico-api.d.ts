/** The API's calls without their schemas, which only the server needs; made by vite.config.ts. */
declare module "virtual:portico-api" {
  import type { Api } from "@portico/api";
  export const api: Api;
}
