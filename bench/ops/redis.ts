/** A redis-server that can be killed and held, for the scripts of this folder. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";

import { type Place, thisHost } from "./hosts.ts";

const password = "proof";

export interface Redis {
  url: string;
  /** Stops it from answering, with its connections open, until `resume`. */
  hold(): void;
  resume(): void;
  kill(): Promise<void>;
}

/** Starts `redis-server`, or another program that takes its options, without a copy on disk. */
export async function startRedis(
  port: number,
  { program = "redis-server", host = thisHost }: { program?: string; host?: Place } = {},
): Promise<Redis> {
  const words = [
    "--port",
    String(port),
    "--bind",
    host.address,
    "--requirepass",
    password,
    "--save",
    "",
    "--appendonly",
    "no",
  ];
  const [command, all] = host.command(program, words);
  const child = spawn(command, all, { stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(child, "exit");
  process.once("exit", () => child.kill("SIGKILL"));
  await pause(1000);
  return {
    url: `redis://:${password}@${host.address}:${port}`,
    hold: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
