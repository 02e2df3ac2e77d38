/**
 * Two PostgreSQL that take over from each other: Patroni with etcd, and HAProxy, whose one port leads to the primary. Debian's
 * packages postgresql, patroni, etcd-server and haproxy must be installed; runs as root, the servers as `postgres`.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { account, ownFolder, programs } from "./postgres.ts";

export const proxyPort = 5700;
const etcdPort = 5790;
const nodes = [
  { name: "one", port: 5711, rest: 8711 },
  { name: "two", port: 5712, rest: 8712 },
] as const;
type Node = (typeof nodes)[number];

/** The Patroni configuration of a node: the other follows synchronously, so that nothing acknowledged is lost. */
const patroniSettings = (folder: string, { name, port, rest }: Node): string =>
  JSON.stringify({
    scope: "portico",
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 3,
        retry_timeout: 5,
        synchronous_mode: true,
        master_start_timeout: 0,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 150, wal_keep_size: "512MB" } },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(folder, name),
      bin_dir: programs,
      pgpass: join(folder, `${name}.pgpass`),
      pg_hba: ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust", "local all all trust"],
      parameters: { unix_socket_directories: folder },
      authentication: {
        superuser: { username: "postgres", password: "none" },
        replication: { username: "replicator", password: "none" },
        rewind: { username: "postgres", password: "none" },
      },
    },
  });

const proxySettings = `
global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${proxyPort}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} check port ${rest}`).join("\n")}
`;

interface Member {
  name: string;
  role: string;
  state: string;
}

export interface Cluster {
  /** The node that is written, once the other follows it synchronously. */
  primary(): Promise<string>;
  /** Ends the primary and its Patroni at once, as a machine that loses its power. */
  killPrimary(): Promise<string>;
  /** Starts a killed node again; it follows the other. */
  restart(name: string): void;
  stop(): Promise<void>;
}

/** Starts the cluster in an empty folder that `postgres` can enter. */
export async function startCluster(folder: string): Promise<Cluster> {
  ownFolder(folder, 0o755);
  const asPostgres = (command: string, words: string[]): ChildProcess =>
    spawn(command, words, {
      ...account,
      cwd: folder,
      stdio: "ignore",
      detached: true,
      env: { PATH: process.env["PATH"] },
    });
  const etcd = asPostgres("etcd", [
    `--data-dir=${join(folder, "etcd")}`,
    `--listen-client-urls=http://127.0.0.1:${etcdPort}`,
    `--advertise-client-urls=http://127.0.0.1:${etcdPort}`,
    "--listen-peer-urls=http://127.0.0.1:5791",
  ]);
  const running = new Map<string, ChildProcess>();
  const restart = (name: string): void => {
    running.set(name, asPostgres("patroni", [join(folder, `${name}.json`)]));
  };
  for (const node of nodes) writeFileSync(join(folder, `${node.name}.json`), patroniSettings(folder, node));
  await pause(1500);
  for (const { name } of nodes) restart(name);
  writeFileSync(join(folder, "haproxy.cfg"), proxySettings);
  const proxy = spawn("haproxy", ["-db", "-f", join(folder, "haproxy.cfg")], { stdio: "ignore" });

  async function members(): Promise<Member[]> {
    for (const { rest } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }
  async function primary(): Promise<string> {
    for (;;) {
      const all = await members();
      const leader = all.find(({ role }) => role === "leader" || role === "master");
      if (leader && all.some(({ role }) => role === "sync_standby")) return leader.name;
      await pause(500);
    }
  }
  /** Ends every process of the node by its data folder or configuration. */
  function killNode(name: string): void {
    for (const pattern of [`patroni ${join(folder, name)}.json`, `postgres -D ${join(folder, name)}`])
      try {
        execFileSync("pkill", ["-9", "-f", pattern]);
      } catch {
        // Nothing of it runs.
      }
  }
  process.on("exit", () => {
    for (const { name } of nodes) killNode(name);
    proxy.kill("SIGKILL");
    etcd.kill("SIGKILL");
  });
  await primary();
  return {
    primary,
    async killPrimary() {
      const name = await primary();
      killNode(name);
      return name;
    },
    restart,
    async stop() {
      for (const { name } of nodes) killNode(name);
      proxy.kill("SIGKILL");
      etcd.kill("SIGKILL");
      await pause(500);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
