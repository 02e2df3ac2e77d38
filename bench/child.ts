/**
 * Starts a process that runs a portal and calls its commands: the load generator must not share a process with what it
 * measures.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import nodeFlags from "../tools/node-flags.json" with { type: "json" };

interface Reply {
  id: number;
  value?: unknown;
  error?: string;
}
// oxlint-disable-next-line typescript/no-explicit-any -- what a command takes is its own affair; `call` checks it
type AnyCommands = Record<string, (...args: any[]) => unknown>;

/** Where the portal keeps compiled modules (tools/server.mjs), so that the measured start equals the portal's. */
const compiled = join(import.meta.dirname, "..", "node_modules", ".cache", "portico");

/** `module` is a file of this folder that calls `serveCommands`; it may get arguments. */
export async function startChild<Commands extends AnyCommands>(module: string, args: readonly string[] = []) {
  const child: ChildProcess = fork(new URL(module, import.meta.url), args, {
    execArgv: nodeFlags,
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  });
  await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error(`${module} ended before it was ready`))),
  ]);
  let last = 0;
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  child.on("message", ({ id, value, error }: Reply) => {
    const waiter = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) waiter?.resolve(value);
    else waiter?.reject(new Error(error));
  });
  return {
    async call<Name extends keyof Commands & string>(
      name: Name,
      ...callArgs: Parameters<Commands[Name]>
    ): Promise<Awaited<ReturnType<Commands[Name]>>> {
      const id = ++last;
      const value = await new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        child.send({ id, name, args: callArgs });
      });
      return value as Awaited<ReturnType<Commands[Name]>>;
    },
    /** Lets the process exit by itself, so that it keeps its compiled modules. */
    async stop(): Promise<void> {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

/** The child's side: answers the parent's calls. */
export function serveCommands(commands: AnyCommands): void {
  process.on("message", ({ id, name, args }: { id: number; name: string; args: unknown[] }) => {
    Promise.resolve(commands[name]?.(...args)).then(
      (value) => process.send?.({ id, value }),
      (error: unknown) => process.send?.({ id, error: String(error) }),
    );
  });
  // If the parent fails, this process exits, and the database with it.
  process.on("disconnect", () => process.exit(1));
  process.send?.({ id: 0 });
}
