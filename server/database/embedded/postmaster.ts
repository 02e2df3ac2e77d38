/** Reads the cluster's postmaster.pid to find its running server. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

export interface Postmaster {
  pid: number;
  socketFolder: string;
  /** Accepts connections; false while it starts or stops. */
  ready: boolean;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const commandLine = async (pid: number): Promise<string> =>
  process.platform === "linux"
    ? (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " ")
    : (await promisify(execFile)("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({ stdout: "" }))).stdout;

/** What the cluster's postmaster.pid says, if its process lives and is PostgreSQL's; nothing is changed. */
export async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  const lines = (await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid) || pid === process.pid) return null;
  // A process of another user may hide its command line; whether it answers is then seen by connecting.
  const command = await commandLine(pid);
  if (command.trim() !== "" && !command.includes(cluster)) return null;
  return { pid, socketFolder: lines[4] ?? "", ready: lines[7]?.trim() === "ready" };
}

/**
 * The server that runs on the cluster, or null. After a reboot or container restart, the process id in the file may
 * belong to another program: the file is then left over. It is overwritten with this process's id: PostgreSQL treats
 * the id of its parent as left over and still checks shared memory for backends.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const file = join(cluster, "postmaster.pid");
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid) || pid === process.pid) return null;
  const command = await commandLine(pid);
  if (!command.includes(cluster)) {
    // An empty command line: a server killed a moment ago that its parent has not reaped yet.
    if (command.trim() !== "" && (await readFile(file, "utf8").catch(() => "")) === lines.join("\n")) {
      await writeFile(file, [String(process.pid), ...lines.slice(1)].join("\n"));
    }
    return null;
  }
  return { pid, socketFolder: lines[4] ?? "", ready: lines[7]?.trim() === "ready" };
}
