/**
 * A portal process on an external database for start.test.ts: starts as server/main.ts does, with pages that need no build,
 * and prints the files that it has loaded by then, one a line.
 */
import { registerHooks } from "node:module";

const loaded: string[] = [];
registerHooks({
  load(url, context, nextLoad) {
    loaded.push(url);
    return nextLoad(url, context);
  },
});

const { start } = await import("../start.ts");
await start(async () => ({
  renderer: { render: async () => new Response("page") },
  clientFolder: "/there-is-no-such-folder",
}));
process.stdout.write(`${loaded.join("\n")}\n`);
process.kill(process.pid, "SIGTERM");
