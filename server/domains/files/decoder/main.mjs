/**
 * The process that opens one upload: content on standard input, task and type as arguments, the answer on standard
 * output as JSON. Plain JavaScript and compiled modules, so that it starts without Node's TypeScript compiler.
 */
import { enableCompileCache } from "node:module";
import { join } from "node:path";

enableCompileCache(join(import.meta.dirname, "..", "..", "..", "..", "node_modules", ".cache", "portico"));
const { carryOut } = await import("./validate.ts");

const parts = [];
for await (const part of process.stdin) parts.push(part);
process.stdout.write(JSON.stringify(await carryOut(process.argv[2], process.argv[3], Buffer.concat(parts))));
