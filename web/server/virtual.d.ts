declare module "virtual:react-router/server-build" {
  import type { ServerBuild } from "react-router";

  const build: ServerBuild;
  export = build;
}
declare module "virtual:portico-styles" {
  /** Their addresses (StyleSheets in routes-of-language.ts); null during development. */
  const styleSheets: Record<"whole" | "common" | "client" | "staff", string> | null;
  export default styleSheets;
}
