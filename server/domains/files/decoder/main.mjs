/**
 * The process that opens uploads: orders and contents on standard input, answers on standard output (serve.ts). Plain
 * JavaScript and compiled modules, so that it starts without Node's TypeScript compiler.
 */
import { enableCompileCache } from "node:module";
import { join } from "node:path";

enableCompileCache(join(import.meta.dirname, "..", "..", "..", "..", "node_modules", ".cache", "portico"));
const { serve } = await import("./serve.ts");
await serve(process.stdin, process.stdout);
