declare module "virtual:react-router/server-build" {
  import type { ServerBuild } from "react-router";

  const build: ServerBuild;
  export = build;
}
declare module "virtual:portico-styles" {
  import type { StyleSheets } from "./routes-of-language.ts";

  /** Null during development. */
  const styleSheets: StyleSheets | null;
  export default styleSheets;
}
