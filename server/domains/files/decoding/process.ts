/**
 * A process that opens files one after another, with hard limits on memory and processor time for each; the file that exceeds
 * them ends it. If it is stopped from outside, as with the portal or by a system that is out of memory, or is given too little
 * processor time on a busy machine, that says nothing about the file.
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { fileMaxBytes } from "@portico/api/files.ts";
import type { Bytes } from "../../../kernel/bytes.ts";
import { Overrun } from "../../../kernel/refusal.ts";
import { createReader, encodeFrame, type Order, readFrame } from "../decoder/orders.ts";

/** The largest accepted picture needs 4 s on a slow core. Nobody waits while a document is read or drawn. */
const longestCpuSeconds = ({ task }: Order): number => (task === "validate" || task === "logo" ? 15 : 60);
/**
 * On a busy machine the process gives way to everything else. A balancer waits for an upload's answer; unpacking waits for what
 * is done with each file.
 */
const longestMs = ({ task, size }: Order): number => {
  if (task === "unpack") return 1_800_000;
  return task === "validate" || task === "logo" ? 120_000 + 1000 * extraMb(size) : 300_000;
};
/** The kernel ends with another signal a process that goes on after the first. */
const cpuGraceSeconds = 5;
/**
 * Resident memory of the process: Node and libvips use 60 MB, and the largest accepted picture adds 115 MB. A large file
 * is in memory twice, as bytes and as text. Drawing a PDF uses 132 MB, and 310 MB with a scan of A4 in colour at 400 dpi.
 */
const maxResidentMb = ({ task, size }: Order): number => (task === "thumbnail" ? 400 : 190) + extraMb(size);
/**
 * Kernel limit on the process's data, in case it grows faster than the check. V8 reserves 512 MB for code that it never
 * uses, and the library that draws reserves 100 MB.
 */
const maxDataMb = ({ task, size }: Order): number => 512 + (task === "thumbnail" ? 640 : 256) + extraMb(size);
const extraMb = (size: number): number => Math.ceil((3 * Math.max(0, size - fileMaxBytes)) / 1024 ** 2);
const pollMs = 10;

/** What files opened before may have left in use. The limits allow for it: the next has as much as in a new process. */
export interface Leftover {
  cpuSeconds: number;
  residentMb: number;
}
const nothingLeft: Leftover = { cpuSeconds: 0, residentMb: 0 };

const nodeFlags = ["--max-old-space-size=96", "--max-semi-space-size=4", "--expose-gc", "--no-warnings"];
const program = fileURLToPath(new URL("../decoder/main.mjs", import.meta.url));

class Unanswered extends Error {}

export interface DecoderProcess {
  /**
   * What it answers; undefined if it gives no answer, for example because a limit ended it. Throws `unavailable` if it was
   * stopped from outside, or not given the processor time that it may use.
   */
  ask: (order: Order, content: Bytes) => Promise<unknown>;
  /** Lets `read` have what it writes meanwhile. */
  stream: <T>(order: Order, content: Bytes, read: (output: Readable) => Promise<T>) => Promise<T>;
  /** Whether it can take another order with the same limits. */
  isReady: () => boolean;
  end: () => void;
}

/** Starts one with the limits of the order, and for what others that follow it find in use. */
export function startDecoder(largest: Order, leftover: Leftover = nothingLeft): DecoderProcess {
  const child = spawnLimited({
    cpuSeconds: longestCpuSeconds(largest) + leftover.cpuSeconds,
    dataMb: maxDataMb(largest) + leftover.residentMb,
  });
  const forSeveral = leftover !== nothingLeft;
  let isEndedHere = false;
  const end = (): void => {
    isEndedHere = true;
    child.kill("SIGKILL");
  };
  const exited = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (_code, signal) => {
      if (!isEndedHere && stopSignals.has(signal)) reject(new Overrun(retrySeconds));
      else resolve();
    });
  });
  // It can end while it has no order.
  exited.catch(() => undefined);
  child.stdin.on("error", () => undefined);
  if (child.pid !== undefined) lowerPriority(child.pid);
  const readOutput = createReader(child.stdout);
  let isReady = true;
  let isNew = true;

  async function carryOut<T>(order: Order, content: Bytes, read: () => Promise<T>): Promise<T> {
    const maxMb = maxResidentMb(order) + (isNew ? 0 : leftover.residentMb);
    isNew = false;
    isReady = false;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      end();
    }, longestMs(order));
    const watch = setInterval(() => {
      void residentMb(child.pid).then((resident) => resident !== undefined && resident > maxMb && end());
    }, pollMs);
    try {
      return await new Promise<T>((resolve, reject) => {
        exited.catch(reject);
        const fed = feed(child.stdin, order, content);
        fed.catch(reject);
        read().then(
          // It can answer before the portal knows that it has read everything.
          (answer) =>
            Promise.race([fed, exited.then(() => false)]).then((isWhole) => {
              isReady = isWhole;
              resolve(answer);
            }, reject),
          (error) => {
            // Its output can end before it is known how it ended itself.
            const goesOn = setTimeout(end, exitMs);
            exited
              .then(() => reject(isLate ? new Overrun(retrySeconds) : error), reject)
              .finally(() => clearTimeout(goesOn));
          },
        );
      });
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      if (!isReady || !forSeveral) end();
    }
  }

  return {
    async ask(order, content) {
      try {
        return await carryOut(order, content, async () => {
          const answer = await readFrame(readOutput).catch(() => undefined);
          if (answer === undefined) throw new Unanswered();
          return answer;
        });
      } catch (error) {
        if (error instanceof Unanswered) return undefined;
        throw error;
      }
    },
    stream: (order, content, read) => carryOut(order, content, () => read(child.stdout)),
    isReady: () => isReady && child.exitCode === null && child.signalCode === null,
    end,
  };
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** With limits that the system's shell can set; Windows has none, so only the portal's own checks apply. */
/**
 * The whole environment. glibc otherwise keeps what a large content took for the next one, which then looks like a process
 * that holds more than a new one.
 */
const allocatorSettings = { MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072", MALLOC_ARENA_MAX: "2" };

function spawnLimited({ cpuSeconds, dataMb }: { cpuSeconds: number; dataMb: number }): Child {
  const words = [process.execPath, ...nodeFlags, program];
  const [command, ...args] =
    process.platform === "win32"
      ? words
      : [
          "/bin/sh",
          "-c",
          `ulimit -c 0; ulimit -S -t ${cpuSeconds}; ulimit -H -t ${cpuSeconds + cpuGraceSeconds}; ulimit -d ${dataMb * 1024}; exec "$@"`,
          "sh",
          ...words,
        ];
  return spawn(command as string, args, {
    env: allocatorSettings,
    stdio: ["pipe", "pipe", "ignore"],
    windowsHide: true,
  });
}

/** Resident megabytes of a process; undefined if the system does not say. */
async function residentMb(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/**
 * Passes the order and its content to the process, which may be killed meanwhile. False if it was not given as much as
 * promised: then it waits for nothing more. Throws if the content cannot be read.
 */
async function feed(stdin: Writable, order: Order, content: Bytes): Promise<boolean> {
  stdin.write(encodeFrame(order));
  let given = 0;
  for await (const part of content instanceof Uint8Array ? [content] : content) {
    given += part.length;
    if (!stdin.write(part)) await drained(stdin);
    if (stdin.destroyed) return false;
  }
  if (given !== order.size) stdin.end();
  return given === order.size;
}

/** Resolves when more can be written, or nothing any longer. */
const drained = (stdin: Writable): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      stdin.off("drain", done).off("close", done);
      resolve();
    };
    stdin.on("drain", done).on("close", done);
  });

/** Nothing that a file does ends the process with one of these: its limits do by another signal, or here. */
const stopSignals: ReadonlySet<NodeJS.Signals | null> = new Set(["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const);
const retrySeconds = 10;
/** A process whose output ended ends too, or is ended. */
const exitMs = 1000;

/** Page requests have priority over uploads. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, 10);
  } catch {
    // The process has already ended.
  }
}
