/**
 * Opens content in a process of its own, one at a time: whatever a file does to its decoder, the portal goes on. The process
 * has hard limits on memory and time; one that is killed is an answer, `unreadableFile`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { fieldCodes } from "@portico/api/errors.ts";
import type { FileMediaType } from "@portico/api/files.ts";
import { z } from "zod";
import { createWorkQueue } from "../../kernel/work-queue.ts";
import type { Drawn } from "./decoder/logo.ts";
import type { Task, Validated } from "./decoder/validate.ts";

/** The largest picture that is taken needs 4 s of a slow core. */
const longestMs = 30_000;
const longestCpuSeconds = 15;
/** Resident memory of the process: Node and libvips have 60 MB, and the largest picture that is taken brings 115 MB more. */
const maxResidentMb = 190;
/**
 * The kernel's own limit of the process's data, in case it grows faster than it is looked at. V8 reserves 512 MB for code that it
 * never fills.
 */
const maxDataMb = 512 + 256;
const lookEveryMs = 10;

const nodeFlags = ["--max-old-space-size=96", "--max-semi-space-size=4", "--no-warnings"];
const program = fileURLToPath(new URL("decoder/main.mjs", import.meta.url));
const refusal = z.object({ refused: z.enum(fieldCodes) });
const validated = z.union([refusal, z.object({ end: z.number().int().positive() })]);
const drawn = z.union([
  refusal,
  z.object({ picture: z.base64(), width: z.number().int().positive(), height: z.number().int().positive() }),
]);

/** With the limits that the system's shell can set; Windows has none, there only what the portal watches counts. */
function startProcess(task: Task, mediaType: FileMediaType): ChildProcess {
  const words = [process.execPath, ...nodeFlags, program, task, mediaType];
  const [command, ...args] =
    process.platform === "win32"
      ? words
      : [
          "/bin/sh",
          "-c",
          `ulimit -c 0; ulimit -t ${longestCpuSeconds}; ulimit -d ${maxDataMb * 1024}; exec "$@"`,
          "sh",
          ...words,
        ];
  return spawn(command as string, args, { env: {}, stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
}

/** Resident megabytes of a process; undefined where the system does not tell. */
async function residentMb(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

async function run(task: Task, mediaType: FileMediaType, content: Uint8Array): Promise<string> {
  const child = startProcess(task, mediaType);
  const kill = (): void => void child.kill("SIGKILL");
  const timer = setTimeout(kill, longestMs);
  const watch = setInterval(() => {
    if (child.pid !== undefined)
      void residentMb(child.pid).then((resident) => resident !== undefined && resident > maxResidentMb && kill());
  }, lookEveryMs);
  try {
    return await new Promise<string>((resolve, reject) => {
      let written = "";
      child.stdout?.setEncoding("utf8").on("data", (part: string) => {
        written += part;
      });
      // A process that was killed takes no more of its content.
      child.stdin?.on("error", () => undefined);
      child.once("error", reject);
      child.once("close", () => resolve(written));
      if (child.pid !== undefined) lowerPriority(child.pid);
      child.stdin?.end(content);
    });
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    kill();
  }
}

/** Whoever reads a page comes before whoever uploads a file. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, 10);
  } catch {
    // It has ended already.
  }
}

/** What the process wrote; one that was killed wrote nothing, or half of it. */
function answerOf<T>(shape: z.ZodType<T>, written: string): T | { refused: "unreadableFile" } {
  try {
    return shape.parse(JSON.parse(written));
  } catch {
    return { refused: "unreadableFile" };
  }
}

const queue = createWorkQueue({ capacity: 1 });

/** One file at a time, so that decoding needs the memory of one; senders are served in turn. */
async function runInTurn(task: Task, mediaType: FileMediaType, content: Uint8Array, sentBy: number): Promise<string> {
  const end = await queue.acquire(sentBy);
  try {
    return await run(task, mediaType, content);
  } finally {
    end();
  }
}

/** Whether an upload is taken, and how many of its first bytes are kept. */
export const examineApart = async (mediaType: FileMediaType, content: Uint8Array, sentBy: number): Promise<Validated> =>
  answerOf(validated, await runInTurn("validate", mediaType, content, sentBy));

/** A logo drawn anew from an upload. */
export const drawApart = async (mediaType: FileMediaType, content: Uint8Array, sentBy: number): Promise<Drawn> =>
  answerOf(drawn, await runInTurn("logo", mediaType, content, sentBy));
