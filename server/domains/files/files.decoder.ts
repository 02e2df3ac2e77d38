/**
 * Opens content in a separate process, one at a time, so that a hostile file cannot harm the portal. The process has
 * hard limits on memory and time; if they end it, the answer is `unreadableFile`. If it is stopped from outside, as with
 * the portal, that says nothing about the file: the call throws.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { fieldCodes } from "@portico/api/errors.ts";
import { archiveType, type FileMediaType, fileMaxBytes, type StoredMediaType } from "@portico/api/files.ts";
import { z } from "zod";
import type { Bytes } from "../../kernel/bytes.ts";
import { createWorkQueue } from "../../kernel/work-queue.ts";
import type { Drawn } from "./decoder/logo.ts";
import type { ReadText } from "./decoder/text.ts";
import type { Thumbnail } from "./decoder/thumbnail.ts";
import type { Task, Validated } from "./decoder/validate.ts";

/** The largest accepted picture needs 4 s on a slow core; on a busy machine, the process gives way to everything else. */
const longestMs = (size: number): number => 30_000 + 1000 * extraMb(size);
const longestCpuSeconds = 15;
/** Unpacking waits for what is done with each file. */
const unpacking = { ms: 900_000, cpuSeconds: 60 };
/**
 * Resident memory of the process: Node and libvips use 60 MB, and the largest accepted picture adds 115 MB. A large file
 * is in memory twice, as bytes and as text. Drawing a PDF uses 132 MB, and 310 MB with a scan of A4 in colour at 400 dpi.
 */
const maxResidentMb = (task: Task | "unpack", size: number): number =>
  (task === "thumbnail" ? 400 : 190) + extraMb(size);
/**
 * Kernel limit on the process's data, in case it grows faster than the check. V8 reserves 512 MB for code that it never
 * uses, and the library that draws reserves 100 MB.
 */
const maxDataMb = (task: Task | "unpack", size: number): number =>
  512 + (task === "thumbnail" ? 640 : 256) + extraMb(size);
const extraMb = (size: number): number => Math.ceil((3 * Math.max(0, size - fileMaxBytes)) / 1024 ** 2);
const pollMs = 10;

const nodeFlags = ["--max-old-space-size=96", "--max-semi-space-size=4", "--no-warnings"];
const program = fileURLToPath(new URL("decoder/main.mjs", import.meta.url));
const refusal = z.object({ refused: z.enum(fieldCodes) });
const validated = z.union([refusal, z.object({ end: z.number().int().positive() })]);
const readText = z.object({ pages: z.number().int().nullable(), text: z.string() });
const thumbnail = z.object({ picture: z.base64().nullable() });
const drawn = z.union([
  refusal,
  z.object({ picture: z.base64(), width: z.number().int().positive(), height: z.number().int().positive() }),
]);

interface Sized {
  /** Bytes. */
  size: number;
  content: Bytes;
}

/** With limits that the system's shell can set; Windows has none, so only the portal's own checks apply. */
function startProcess(task: Task | "unpack", mediaType: string, size: number): ChildProcess {
  const cpuSeconds = task === "unpack" ? unpacking.cpuSeconds : longestCpuSeconds;
  const words = [process.execPath, ...nodeFlags, program, task, mediaType, String(size)];
  const [command, ...args] =
    process.platform === "win32"
      ? words
      : [
          "/bin/sh",
          "-c",
          `ulimit -c 0; ulimit -t ${cpuSeconds}; ulimit -d ${maxDataMb(task, size) * 1024}; exec "$@"`,
          "sh",
          ...words,
        ];
  return spawn(command as string, args, { env: {}, stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
}

/** Resident megabytes of a process; undefined if the system does not say. */
async function residentMb(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Passes the content to the process, which may be killed meanwhile. Throws if the content cannot be read. */
async function feed({ stdin }: ChildProcess, content: Bytes): Promise<void> {
  let unreadable: { cause: unknown } | undefined;
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      yield* content instanceof Uint8Array ? [content] : content;
    } catch (cause) {
      unreadable = { cause };
      throw cause;
    }
  }
  if (stdin) await pipeline(read, stdin).catch(() => undefined);
  if (unreadable) throw unreadable.cause;
}

/** Nothing that a file does ends the process with one of these. */
const stopSignals: ReadonlySet<NodeJS.Signals | null> = new Set(["SIGTERM", "SIGINT", "SIGHUP"] as const);

/** Has the process do a task with the content; `work` reads what it writes. The process does not outlive the work. */
async function withProcess<T>(
  task: Task | "unpack",
  mediaType: string,
  { size, content }: Sized,
  work: (child: ChildProcess) => Promise<T>,
): Promise<T> {
  const child = startProcess(task, mediaType, size);
  const kill = (): void => void child.kill("SIGKILL");
  const timer = setTimeout(kill, task === "unpack" ? unpacking.ms : longestMs(size));
  const watch = setInterval(() => {
    if (child.pid !== undefined)
      void residentMb(child.pid).then(
        (resident) => resident !== undefined && resident > maxResidentMb(task, size) && kill(),
      );
  }, pollMs);
  try {
    return await new Promise<T>((resolve, reject) => {
      child.once("error", reject);
      const exited = new Promise<void>((done) => {
        child.once("exit", (_code, signal) => {
          if (stopSignals.has(signal)) reject(new Error(`the process that opens files was stopped by ${signal}`));
          done();
        });
      });
      work(child).then(resolve, (error) => {
        kill();
        // Its output can end before the signal is known.
        void exited.then(() => reject(error));
      });
      if (child.pid !== undefined) lowerPriority(child.pid);
      feed(child, content).catch(reject);
    });
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    kill();
  }
}

const run = (task: Task, mediaType: StoredMediaType, file: Sized): Promise<string> =>
  withProcess(
    task,
    mediaType,
    file,
    (child) =>
      new Promise((resolve) => {
        let written = "";
        child.stdout?.setEncoding("utf8").on("data", (part: string) => {
          written += part;
        });
        child.once("close", () => resolve(written));
      }),
  );

/** Page requests have priority over uploads. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, 10);
  } catch {
    // The process has already ended.
  }
}

/** The process's output; a killed process wrote nothing or part of it. */
function answerOf<T>(shape: z.ZodType<T>, written: string): T | { refused: "unreadableFile" } {
  try {
    return shape.parse(JSON.parse(written));
  } catch {
    return { refused: "unreadableFile" };
  }
}

const queue = createWorkQueue({ capacity: 1 });
/** Large files take long: they wait for each other alone. */
const largeQueue = createWorkQueue({ capacity: 1 });

/** One file at a time, so that decoding needs the memory of one; senders take turns. */
async function runInTurn(task: Task, mediaType: StoredMediaType, file: Sized, sentBy: number): Promise<string> {
  const end = await (file.size > fileMaxBytes ? largeQueue : queue).acquire(sentBy);
  try {
    return await run(task, mediaType, file);
  } finally {
    end();
  }
}

/** Whether an upload is accepted, and how many of its first bytes are stored. */
export const examineApart = async (mediaType: StoredMediaType, file: Sized, sentBy: number): Promise<Validated> =>
  answerOf(validated, await runInTurn("validate", mediaType, file, sentBy));

/** A logo re-encoded from an upload. */
export const drawApart = async (mediaType: FileMediaType, content: Uint8Array, sentBy: number): Promise<Drawn> =>
  answerOf(drawn, await runInTurn("logo", mediaType, { size: content.length, content }, sentBy));

/** Separate, because an archive takes minutes. */
const unpackingQueue = createWorkQueue({ capacity: 1 });

/** Unpacks an archive; `read` gets what the process writes, and it ends early if the process is killed. */
export async function unpackApart<T>(file: Sized, sentBy: number, read: (output: Readable) => Promise<T>): Promise<T> {
  const end = await unpackingQueue.acquire(sentBy);
  try {
    return await withProcess("unpack", archiveType, file, (child) => read(child.stdout as Readable));
  } finally {
    end();
  }
}

/** Separate from the uploads': nobody's upload waits until a long document has been read or drawn. */
const reading = createWorkQueue({ capacity: 1 });

/** The words of a PDF and its number of pages; `pages` is null if it cannot be read within the limits. */
export async function readTextApart(file: Sized): Promise<ReadText> {
  const end = await reading.acquire(0);
  try {
    const read = answerOf(readText, await run("text", "application/pdf", file));
    return "refused" in read ? { pages: null, text: "" } : read;
  } finally {
    end();
  }
}

/** A small picture of a PDF's first page or of a picture, as WebP; null if there is none within the limits. */
export async function drawThumbnailApart(mediaType: StoredMediaType, file: Sized): Promise<Buffer | null> {
  const end = await reading.acquire(0);
  try {
    const drawn = answerOf<Thumbnail>(thumbnail, await run("thumbnail", mediaType, file));
    return "refused" in drawn || drawn.picture === null ? null : Buffer.from(drawn.picture, "base64");
  } finally {
    end();
  }
}
