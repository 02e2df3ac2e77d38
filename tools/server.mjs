/**
 * The server's process for `npm start`. The first start compiles its modules and later ones reuse them. Plain
 * JavaScript: for a single TypeScript module Node would load its compiler, which takes 0.1 s and 30 MB.
 */
import { enableCompileCache, flushCompileCache, setSourceMapsSupport } from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";

// While modules are loaded almost nothing becomes garbage: looking for it as often as later (node-flags.json) would take a quarter
// of the start's processor time.
const growing = process.execArgv.find((flag) => flag.startsWith("--heap-growing-percent="));
if (growing) setFlagsFromString("--heap-growing-percent=0");

// Stacks in the log name the files of the sources.
setSourceMapsSupport(true);

// Next to the packages, so that a new installation starts clean; in a read-only folder each start compiles again.
enableCompileCache(join(import.meta.dirname, "..", "node_modules", ".cache", "portico"));
await import("../server/build/main.mjs");
if (growing) setFlagsFromString(growing);
// Kept at once: a process that is killed keeps nothing at its end.
flushCompileCache();
