/** The process's entry: every module from here on is compiled once, by the first start, and read as compiled by later ones. */
import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Beside the packages, so that a new installation begins anew; where nobody may write, each start compiles for itself.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/portico"));
await import("./start.ts");
