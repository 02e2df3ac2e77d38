import type { Config } from "@react-router/dev/config";

/** Every route is known at once, so that a navigation asks the server for nothing. The server's bundle is `build/server/ssr.js`. */
export default {
  ssr: true,
  serverBuildFile: "ssr.js",
  routeDiscovery: { mode: "initial" },
  splitRouteModules: false,
} satisfies Config;
