/**
 * The process that opens one upload: content on standard input; task, type and size as arguments; the answer on standard
 * output as JSON, or for an archive its files in frames. Plain JavaScript and compiled modules, so that it starts without Node's TypeScript compiler.
 */
import { enableCompileCache } from "node:module";
import { join } from "node:path";

enableCompileCache(join(import.meta.dirname, "..", "..", "..", "..", "node_modules", ".cache", "portico"));
const { carryOut } = await import("./validate.ts");

const [, , task, mediaType, size] = process.argv;
// Put together at once: a large content in parts and as a whole would need its memory twice.
const content = Buffer.allocUnsafeSlow(Number(size));
let filled = 0;
for await (const part of process.stdin) filled += part.copy(content, filled);
const received = content.subarray(0, filled);
if (task === "unpack") await (await import("./unpack.ts")).unpack(received, process.stdout);
else process.stdout.write(JSON.stringify(await carryOut(task, mediaType, received)));
