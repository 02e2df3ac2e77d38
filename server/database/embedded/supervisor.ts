/** Keeps the embedded PostgreSQL running while a portal process uses it: starts, joins, restarts, stops. */
import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { open, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { lend } from "./account.ts";
import { type Cluster, prepareCluster } from "./cluster.ts";
import { holdLifeline } from "./lifeline.ts";
import { findPostmaster, isAlive, type Postmaster } from "./postmaster.ts";

interface EmbeddedOptions {
  dataDir: string;
  /** False only in tests, whose data need not survive a crash of the machine. */
  durable?: boolean;
  /** Settings of the server in addition, for tests. */
  settings?: readonly string[];
  /** Called on restarts; a portal logs them. */
  report?: (message: string) => void;
  /** Called once the server process has started, before it accepts connections. */
  underWay?: () => void;
}

export interface EmbeddedServer {
  host: string;
  port: number;
  password: (role: string) => string;
  /** The server's process id, or null during a restart. */
  pid: () => number | null;
  /** Releases the server and waits until it has stopped, unless another portal process still uses it. */
  stop: () => Promise<void>;
}

/** Only names the socket: each cluster has its own folder, and no network port is opened. */
const port = 5432;
const startLimitMs = 60_000;
const checkEveryMs = 100;
const largestLog = 5_000_000;

const serverSettings = (durable: boolean): string[] => [
  "listen_addresses=",
  `port=${port}`,
  "unix_socket_permissions=0700",
  "max_connections=100",
  "timezone=UTC",
  "log_timezone=UTC",
  "log_line_prefix=%m [%p] %q%u@%d ",
  "shared_buffers=128MB",
  "max_wal_size=1GB",
  "wal_level=replica",
  "max_wal_senders=0",
  // For thousands of short queries, compiling costs more than it saves.
  "jit=off",
  "password_encryption=scram-sha-256",
  "idle_in_transaction_session_timeout=60s",
  ...(durable ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off"]),
];

/** Starts the server process; returns at once, and the caller watches postmaster.pid. */
function launch(cluster: Cluster, settings: readonly string[], logFile: string) {
  const { prefix, options } = lend(cluster.account, cluster.closedPath);
  const [command = "", ...words] = [
    ...prefix,
    cluster.binaries.postgres,
    "-D",
    cluster.data,
    "-k",
    cluster.socketFolder,
    ...settings.flatMap((setting) => ["-c", setting]),
  ];
  const log = openSync(logFile, "a", 0o600);
  const child = spawn(command, words, {
    ...options,
    cwd: "/",
    env: { PATH: process.env["PATH"] },
    stdio: ["ignore", log, log],
    // Its own process group: Ctrl-C in a terminal goes to the portal, which then stops the server itself.
    detached: true,
  });
  closeSync(log);
  const state = { pid: child.pid, ended: false, failure: "" };
  child.on("exit", () => {
    state.ended = true;
  });
  child.on("error", (error) => {
    state.ended = true;
    state.failure = error.message;
  });
  child.unref();
  return state;
}

/** What the server logged since `from`: the reason of a failed start. */
async function readLog(file: string, from: number): Promise<string> {
  const handle = await open(file, "r").catch(() => null);
  if (!handle) return "";
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(size - from, 4000)), 0, undefined, from);
    return buffer.toString("utf8", 0, bytesRead).trim();
  } finally {
    await handle.close();
  }
}

/** The running server of the cluster, started if none runs; if two portals try, PostgreSQL's lock decides. */
async function ensureRunning(
  cluster: Cluster,
  settings: readonly string[],
  underWay: () => void = () => undefined,
): Promise<Postmaster> {
  const logFile = join(cluster.folder, "postgres.log");
  const size = (await stat(logFile).catch(() => null))?.size ?? 0;
  if (size > largestLog) await truncate(logFile, 0);
  const logStart = size > largestLog ? 0 : size;
  const deadline = Date.now() + startLimitMs;
  let launched: ReturnType<typeof launch> | null = null;
  let failures = 0;
  while (Date.now() < deadline) {
    const running = await findPostmaster(cluster.data);
    if (running?.ready) return running;
    if (!running && (launched === null || launched.ended)) {
      // A failed try may only mean that backends of a killed server are still ending, or that another portal started
      // it.
      if (launched) {
        failures += 1;
        if (failures > 40) break;
        await pause(Math.min(25 * failures, 250));
        if (await findPostmaster(cluster.data)) continue;
      }
      launched = launch(cluster, settings, logFile);
    }
    underWay();
    await pause(5);
  }
  const reason = launched?.failure || (await readLog(logFile, logStart)) || "it did not become ready in time";
  throw new Error(`The embedded PostgreSQL in ${cluster.folder} did not start:\n${reason}`);
}

/** The embedded server of DATA_DIR, running; joins a server that another or a killed portal process left running. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataDir, durable = true, settings: more = [], report = () => undefined, underWay } = options;
  const settings = [...serverSettings(durable), ...more];
  const cluster = await prepareCluster(dataDir);
  const lifeline = await holdLifeline(cluster);
  let current: Postmaster | null = null;
  let stopping = false;
  let checking: Promise<void> | null = null;
  try {
    current = await ensureRunning(cluster, settings, underWay);
  } catch (error) {
    lifeline.release();
    throw error;
  }
  lifeline.watch(current.pid);

  /** For started and joined servers alike: the first process to notice restarts it. */
  async function recover(): Promise<void> {
    try {
      current = await ensureRunning(cluster, settings);
      lifeline.watch(current.pid);
      report(`the embedded PostgreSQL runs again, as process ${current.pid}`);
    } catch (error) {
      report(error instanceof Error ? error.message : String(error));
    }
  }
  async function check(): Promise<void> {
    const running = await findPostmaster(cluster.data);
    if (stopping || (running && running.pid === current?.pid)) return;
    if (current) report(`the embedded PostgreSQL (process ${current.pid}) is gone; starting it again`);
    current = null;
    await recover();
  }
  const timer = setInterval(() => {
    checking ??= check().finally(() => {
      checking = null;
    });
  }, checkEveryMs);
  timer.unref();

  return {
    host: cluster.socketFolder,
    port,
    password: cluster.password,
    pid: () => current?.pid ?? null,
    async stop() {
      stopping = true;
      clearInterval(timer);
      await checking;
      lifeline.release();
      const pid = current?.pid;
      if (pid === undefined) return;
      const sharedAfter = Date.now() + 500;
      while (isAlive(pid)) {
        const running = await findPostmaster(cluster.data);
        if (running?.pid !== pid || (running.ready && Date.now() > sharedAfter)) return;
        await pause(10);
      }
    },
  };
}
