/**
 * Ties the server to the portal processes that use it. Each of them holds the writing end of a named pipe in the
 * cluster's folder; a watcher per process reads it. The pipe ends when the last holder is gone, however it went
 * (kill -9 too), and the watchers then ask the server to shut down cleanly.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Cluster } from "./cluster.ts";

const run = promisify(execFile);

interface Lifeline {
  /** Watches for the server with this number from now on; a former watcher is dismissed. */
  watch: (pid: number) => void;
  /** Lets go; the server stays up only while another process holds on, and the watcher goes where one does: that one has its own. */
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

/** Reads until the pipe ends; the number is checked so that a later owner of it is never hit. */
const watcher = 'read -r _; [ "$(head -n 1 "$1")" = "$2" ] && kill -INT "$2"';

export async function holdLifeline(cluster: Cluster): Promise<Lifeline> {
  const path = join(cluster.folder, "lifeline");
  if (!(await stat(path).catch(() => null))) {
    await run("mkfifo", ["-m", "600", path]).catch(async (error: unknown) => {
      if (!(await stat(path).catch(() => null))) throw error;
    });
  }
  // For reading and writing, so that opening never waits for the other side.
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
          // The portal's own may hold keys.
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
