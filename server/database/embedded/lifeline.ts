/**
 * Stops the server when no portal process uses it. Each process holds the writing end of a named pipe in the cluster's
 * folder, and a watcher per process reads it. When the last process has ended for any reason (including kill -9), the
 * pipe ends and the watchers ask the server to shut down cleanly.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Cluster } from "./cluster.ts";

const run = promisify(execFile);

interface Lifeline {
  /** Watches for the server with this process id from now on; ends the previous watcher. */
  watch: (pid: number) => void;
  /**
   * Releases the pipe. If another process still holds it, the server stays up and this watcher ends, since that process
   * has its own.
   */
  release: () => void;
}

/** True while another process holds the writing end: a pipe without writers reads as ended. */
function isHeldElsewhere(path: string): boolean {
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    readSync(reading, Buffer.alloc(1));
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return true;
    throw error;
  } finally {
    closeSync(reading);
  }
}

/** Reads until the pipe ends; checks the process id, so that a later process with the same id is never signalled. */
const watcher = 'read -r _; [ "$(head -n 1 "$1")" = "$2" ] && kill -INT "$2"';

export async function holdLifeline(cluster: Cluster): Promise<Lifeline> {
  const path = join(cluster.folder, "lifeline");
  if (!(await stat(path).catch(() => null))) {
    await run("mkfifo", ["-m", "600", path]).catch(async (error: unknown) => {
      if (!(await stat(path).catch(() => null))) throw error;
    });
  }
  // Opened for reading and writing, so that opening never blocks.
  const held = openSync(path, constants.O_RDWR);
  let child: ChildProcess | null = null;
  return {
    watch(pid) {
      child?.kill("SIGKILL");
      const reading = openSync(path, constants.O_RDONLY);
      child = spawn(
        "sh",
        ["-c", watcher, "portico-database-watcher", join(cluster.data, "postmaster.pid"), String(pid)],
        {
          stdio: [reading, "ignore", "ignore"],
          detached: true,
          cwd: "/",
          // The portal's environment may contain keys.
          env: { PATH: process.env["PATH"] },
        },
      );
      child.on("error", () => undefined);
      child.unref();
      closeSync(reading);
    },
    release() {
      closeSync(held);
      if (isHeldElsewhere(path)) child?.kill("SIGKILL");
    },
  };
}
