/** The portal's process while developing; tools/dev.mjs starts it again when a file of the server changes. */
import { start } from "../server/start.ts";
import { openDevelopmentPages } from "../web/dev.ts";

await start(() => openDevelopmentPages({ hotReloadPort: Number(process.env["HOT_RELOAD_PORT"] ?? 24_678) }));
