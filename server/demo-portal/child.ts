/** The process of the demo: a portal of its own, with a folder and a database of its own, that reaches nothing outside. */
import { type ChildProcess, fork } from "node:child_process";
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Brand } from "@portico/api/settings/settings.ts";
import type { Config } from "../kernel/config.ts";
import { demoHost } from "./pass-on.ts";

/** What the process is told at its start. */
export interface DemoOrder {
  /** Settings of its portal, in place of the environment. */
  environment: Record<string, string>;
  password: string;
  brand: Brand;
  /** Where pages find sockets on this machine: the port of the portal in front. */
  apiPort: number;
}

/** What it tells. */
export type DemoReport = { ready: { pages: number; api: number } } | { failed: string };

export interface DemoChild {
  /** Its ports once everything is loaded; rejects with the reason if it ends before. */
  ready: Promise<{ pages: number; api: number }>;
  /** Resolves when it has ended. */
  ended: Promise<void>;
  /** Ends it, by force after a while. */
  stop: () => Promise<void>;
}

/** Nothing of the portal's settings: no mail server, no store, no SharePoint, no key. */
const environmentOf = ({ publicUrl, trustProxy, rateLimits, mailFrom }: Config, folder: string) => ({
  DATA_DIR: folder,
  HOST: demoHost,
  PORT: "0",
  API_PORT: "0",
  PUBLIC_URL: publicUrl,
  // The portal in front is the nearest proxy.
  TRUST_PROXY:
    typeof trustProxy === "string" && trustProxy !== "" ? `loopback,${trustProxy}` : trustProxy ? "on" : "loopback",
  RATE_LIMITS: rateLimits ? "on" : "off",
  MAIL_FROM: mailFrom,
  LOG_LEVEL: "warn",
  DEMO: "on",
});

/** Of the variables of this process, what any program needs. */
const passed = ["PATH", "HOME", "LANG", "TMPDIR", "NODE_ENV", "NODE_COMPILE_CACHE"];

const entry = new URL("../demo/portal-process.ts", import.meta.url);
const stopLimitMs = 15_000;

function reportOf(child: ChildProcess): Promise<{ pages: number; api: number }> {
  return new Promise((resolve, reject) => {
    child.once("message", (message) => {
      const report = message as DemoReport;
      if ("ready" in report) resolve(report.ready);
      else reject(new Error(report.failed));
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => reject(new Error(`the process of the demo ended (${signal ?? code})`)));
  });
}

/** Starts the process on a folder, which it fills if it is empty. */
export async function startChild(
  config: Config,
  { folder, ...order }: Omit<DemoOrder, "environment"> & { folder: string },
): Promise<DemoChild> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const log = await open(join(folder, "portal.log"), "a", 0o600);
  const child = fork(fileURLToPath(entry), [], {
    env: Object.fromEntries(passed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    stdio: ["ignore", log.fd, log.fd, "ipc"],
    // Ctrl-C in a terminal goes to the portal, which then ends it.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  const ready = reportOf(child);
  ready.catch(() => undefined);
  await log.close();
  const environment = { ...environmentOf(config, folder) };
  child.send({ ...order, environment } satisfies DemoOrder);
  return {
    ready,
    ended,
    async stop() {
      // It ends by itself when its channel closes, as when this process is killed.
      if (child.connected) child.disconnect();
      const late = setTimeout(() => child.kill("SIGKILL"), stopLimitMs);
      await ended;
      clearTimeout(late);
    },
  };
}
