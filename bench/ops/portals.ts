/** Portal processes as an operator runs them, and HAProxy with deploy/haproxy.cfg in front, for the scripts of this folder. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import nodeFlags from "../../tools/node-flags.json" with { type: "json" };

const root = join(import.meta.dirname, "../..");

const running = new Set<ChildProcess>();
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

/** Data that all portals share, as they would a bucket: a portal does not start beside one that was killed in another. */
export const dataFolder = join(tmpdir(), "portico-ops");

export interface PortalPlan {
  name: string;
  port: number;
  /** Folder of a checkout with built pages. */
  build?: string;
  /** Settings besides ports and folder. */
  environment: Record<string, string>;
  /** DATA_DIR. */
  folder?: string;
}

export interface Portal {
  name: string;
  address: string;
  /** Milliseconds of processor time since it started. */
  processorMs(): number;
  /** SIGTERM, and waits until it has ended; the exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/api/ready`, { signal: AbortSignal.timeout(5000) }).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Of a process and its threads, from the kernel's counters of hundredths of a second. */
function processorMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function follow(child: ChildProcess, what: string): Promise<unknown> {
  running.add(child);
  return once(child, "exit").then(([code]) => {
    running.delete(child);
    if (code !== 0 && code !== null) console.error(`${what} ended with ${code}`);
  });
}

/** Starts a portal and returns when it is ready. */
export async function startPortal({
  name,
  port,
  build = root,
  environment,
  folder = dataFolder,
}: PortalPlan): Promise<Portal> {
  const program = join(build, "node_modules/.bin/node");
  const child = spawn(program, [...nodeFlags, join(build, "tools/server.mjs")], {
    cwd: build,
    // The log, beside what this script prints.
    stdio: ["ignore", process.stderr, "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      API_PORT: String(port + 1),
      DATA_DIR: folder,
      ...environment,
    },
  });
  const ended = follow(child, name);
  const address = `http://127.0.0.1:${port}`;
  while (!(await isReady(address))) {
    if (child.exitCode !== null) throw new Error(`${name} did not start`);
    await pause(100);
  }
  return {
    name,
    address,
    processorMs: () => processorMsOf(child.pid ?? 0),
    async stop() {
      child.kill("SIGTERM");
      await ended;
      return child.exitCode;
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** HAProxy needs two good checks, a second apart, before it sends calls to a portal that is ready. */
export const noticedMs = 4000;

interface BalancerPlan {
  port: number;
  /** Host and port of each. */
  portals: [string, string];
}

/** Starts HAProxy before the portals; returns its address and how to stop it. */
export async function startBalancer({ port, portals: [one, two] }: BalancerPlan) {
  const child = spawn("haproxy", ["-db", "-f", join(root, "deploy/haproxy.cfg")], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      PORTICO_BIND: `127.0.0.1:${port}`,
      PORTICO_ONE: one,
      PORTICO_TWO: two,
      PORTICO_AWAY: join(root, "deploy/away.html"),
    },
  });
  const ended = follow(child, "HAProxy");
  const address = `http://127.0.0.1:${port}`;
  while (!(await isReady(address))) {
    if (child.exitCode !== null) throw new Error("HAProxy did not start; is it installed?");
    await pause(100);
  }
  await pause(noticedMs);
  return {
    address,
    processorMs: () => processorMsOf(child.pid ?? 0),
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
