/** A PostgreSQL server of a script's own: Debian's package postgresql, or the programs in POSTGRES_PROGRAMS; run as `postgres`. */
import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";

export const programs = process.env["POSTGRES_PROGRAMS"] ?? "/usr/lib/postgresql/15/bin";

const idOf = (flag: "-u" | "-g"): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
/** The account of the servers. */
export const account = { uid: idOf("-u"), gid: idOf("-g") };

/** Creates a folder that belongs to `postgres`. */
export function ownFolder(path: string, mode: number): string {
  mkdirSync(path, { recursive: true });
  chmodSync(path, mode);
  chownSync(path, account.uid, account.gid);
  return path;
}

interface ServerPlan {
  folder: string;
  port: number;
  /** Lines of postgresql.conf. */
  settings: string[];
}

/** Creates a server's data in `folder`/first. */
export function createServer({ folder, port, settings }: ServerPlan) {
  ownFolder(folder, 0o755);
  const run = (program: string, words: string[], environment: Record<string, string> = {}): void => {
    execFileSync(program.includes("/") ? program : join(programs, program), words, {
      ...account,
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, ...environment },
    });
  };
  const first = join(folder, "first");
  run("initdb", ["-D", first, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8"]);
  appendFileSync(
    join(first, "postgresql.conf"),
    [`port=${port}`, `unix_socket_directories='${folder}'`, ...settings, ""].join("\n"),
  );
  return {
    first,
    /** Runs a program as the server's account. */
    run,
    start: (data = first, environment: Record<string, string> = {}): void =>
      run("pg_ctl", ["-D", data, "-l", join(folder, "log"), "-w", "start"], environment),
    stop: (data = first, mode = "immediate"): void => run("pg_ctl", ["-D", data, "-m", mode, "stop"]),
  };
}

/** Creates the portal's database and its owner `firm`; returns the owner's address. */
export async function createDatabase(port: number): Promise<string> {
  const admin = new Client(`postgres://postgres@127.0.0.1:${port}/postgres`);
  await admin.connect();
  await admin.query("create role firm login createrole");
  await admin.query("create database portico owner firm");
  await admin.end();
  return `postgres://firm@127.0.0.1:${port}/portico`;
}
