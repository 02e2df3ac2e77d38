/** A redis-server that can be killed and held, for the scripts of this folder. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";

const password = "proof";

export interface Redis {
  url: string;
  /** Stops it from answering, with its connections open, until `resume`. */
  hold(): void;
  resume(): void;
  kill(): Promise<void>;
}

/** Starts `redis-server`, or another program that takes its options, without a copy on disk. */
export async function startRedis(port: number, program = "redis-server"): Promise<Redis> {
  const address = ["--port", String(port), "--bind", "127.0.0.1"];
  const child = spawn(program, [...address, "--requirepass", password, "--save", "", "--appendonly", "no"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  process.once("exit", () => child.kill("SIGKILL"));
  await pause(1000);
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    hold: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
