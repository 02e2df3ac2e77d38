/** The portal's process during development; tools/dev.mjs restarts it when a server file changes. */
import { start } from "../server/start.ts";
import { openDevelopmentPages } from "../web/dev.ts";

await start(() => openDevelopmentPages({ hotReloadPort: Number(process.env["HOT_RELOAD_PORT"] ?? 24_678) }));
