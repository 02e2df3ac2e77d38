import type { Config } from "@react-router/dev/config";

/** All routes of a language are known at once, so a navigation needs no request for them. The server's bundle is `build/server/ssr.js`. */
export default {
  ssr: true,
  serverBuildFile: "ssr.js",
  routeDiscovery: { mode: "initial" },
  splitRouteModules: false,
} satisfies Config;
