/**
 * The first file of a worker thread. Plain JavaScript, and the compile cache before anything else, for the reason given in
 * tools/server.mjs: a thread that finds all its modules compiled does not load Node's TypeScript compiler.
 */
import { enableCompileCache, setSourceMapsSupport } from "node:module";
import { join } from "node:path";

setSourceMapsSupport(true);
enableCompileCache(join(import.meta.dirname, "..", "..", "node_modules", ".cache", "portico"));
const { runOrder } = await import("./thread.ts");
export default runOrder;
