/**
 * The server's process as `npm start` runs it. Its modules are compiled by the first start and read as compiled by later ones. Plain
 * JavaScript: for a single module in TypeScript, Node would load its compiler, which takes 0.1 s and 30 MB.
 */
import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Beside the packages, so that a new installation begins anew; where nobody may write, each start compiles for itself.
enableCompileCache(join(import.meta.dirname, "..", "node_modules", ".cache", "portico"));
await import("../server/main.ts");
