/** Starts bench/portal.ts and calls its commands: the load generator must not share a process with what it measures. */
import { fork } from "node:child_process";
import { once } from "node:events";
import nodeFlags from "../tools/node-flags.json" with { type: "json" };
import type { Commands } from "./portal.ts";

interface Reply {
  id: number;
  value?: unknown;
  error?: string;
}

export async function startChild() {
  const child = fork(new URL("./portal.ts", import.meta.url), { execArgv: nodeFlags });
  await once(child, "message");
  let last = 0;
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  child.on("message", ({ id, value, error }: Reply) => {
    const waiter = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) waiter?.resolve(value);
    else waiter?.reject(new Error(error));
  });
  return {
    async call<Name extends keyof Commands>(
      name: Name,
      ...args: Parameters<Commands[Name]>
    ): Promise<Awaited<ReturnType<Commands[Name]>>> {
      const id = ++last;
      const value = await new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        child.send({ id, name, args });
      });
      return value as Awaited<ReturnType<Commands[Name]>>;
    },
    stop: () => child.kill(),
  };
}
