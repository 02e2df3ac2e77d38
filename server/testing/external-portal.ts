/**
 * A portal process on an external database for start.test.ts: starts as tools/server.mjs does, from the sources or from the build in
 * the folder that is named, with pages that need no build. Prints the files that it has loaded by then, one a line, and the stack of
 * an error.
 */
import { registerHooks, setSourceMapsSupport } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const loaded: string[] = [];
registerHooks({
  load(url, context, nextLoad) {
    loaded.push(url);
    return nextLoad(url, context);
  },
});

// The build of a test is in node_modules.
setSourceMapsSupport(true, { nodeModules: true });
const [build] = process.argv.slice(2);
const module: string = build === undefined ? "../start.ts" : pathToFileURL(join(build, "start.mjs")).href;
const { start } = (await import(module)) as typeof import("../start.ts");
let stack = "";
await start(async () => {
  stack = new Error("opened").stack ?? "";
  return {
    renderer: { render: async () => new Response("page") },
    clientFolder: "/there-is-no-such-folder",
  };
});
process.stdout.write(`${loaded.join("\n")}\n${stack}\n`);
process.kill(process.pid, "SIGTERM");
