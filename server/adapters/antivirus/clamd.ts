/**
 * Client of clamd's INSTREAM command: sends the content in length-prefixed chunks and reads one line with the result.
 */
import { connect, type Socket } from "node:net";
import { type Bytes, splitIntoFrames } from "../../kernel/bytes.ts";
import type { Verdict } from "./antivirus.ts";

const chunkBytes = 64 * 1024;
const defaultPort = 3310;
const longestAnswer = 4096;

interface Waiting {
  /** Maximum time without data from the daemon. */
  silenceMs?: number;
}

function open(address: string): Socket {
  const url = new URL(address);
  if (url.protocol === "unix:") return connect({ path: decodeURIComponent(url.pathname) });
  return connect({ host: url.hostname.replace(/^\[|\]$/g, ""), port: Number(url.port || defaultPort) });
}

function sized(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return Buffer.concat([length, chunk]);
}

/** Once the daemon has taken the bytes, or hung up. */
const written = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed || socket.write(bytes)) return resolve();
    const done = (): void => {
      socket.off("drain", done).off("close", done);
      resolve();
    };
    socket.on("drain", done).on("close", done);
  });

/** Reads the content to its end even if the daemon hangs up: others may look at it on its way. */
async function feed(socket: Socket, content: Bytes): Promise<void> {
  await written(socket, Buffer.from("zINSTREAM\0"));
  for await (const { bytes } of splitIntoFrames(content, chunkBytes))
    if (bytes.length > 0) await written(socket, sized(bytes));
  // Not ended: clamd only answers on a connection open in both directions.
  await written(socket, sized(Buffer.alloc(0)));
}

/** `stream: OK`, `stream: <signature> FOUND`, or `<error> ERROR`. */
function verdictOf(answer: string): Verdict {
  const found = /^stream: (.+) FOUND$/.exec(answer);
  if (found?.[1] !== undefined) return { kind: "infected", signature: found[1] };
  if (answer === "stream: OK") return { kind: "clean" };
  return { kind: "unreachable", why: answer === "" ? "closed without an answer" : answer.slice(0, 200) };
}

function verdictOn(socket: Socket, silenceMs: number): Promise<Verdict> {
  return new Promise((resolve) => {
    let answer = "";
    const settle = (verdict: Verdict): void => {
      socket.destroy();
      resolve(verdict);
    };
    socket.setTimeout(silenceMs, () => settle({ kind: "unreachable", why: "silent for too long" }));
    socket.on("error", ({ message }) => settle({ kind: "unreachable", why: message }));
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      const end = answer.indexOf("\0");
      if (end >= 0) settle(verdictOf(answer.slice(0, end)));
      else if (answer.length > longestAnswer) settle({ kind: "unreachable", why: "an answer without end" });
    });
    // An incomplete answer counts as none.
    socket.on("close", () => settle({ kind: "unreachable", why: "closed without an answer" }));
  });
}

/** The daemon's answer to a command without content, `PING` or `VERSION`; empty if it hangs up. Rejects if it is away or silent. */
export function askClamd(
  address: string,
  command: "PING" | "VERSION",
  { silenceMs = 8000 }: Waiting = {},
): Promise<string> {
  const socket = open(address);
  return new Promise((resolve, reject) => {
    let answer = "";
    const settle = (settled: () => void): void => {
      socket.destroy();
      settled();
    };
    socket.setTimeout(silenceMs, () => settle(() => reject(new Error("silent for too long"))));
    socket.on("error", (error) => settle(() => reject(error)));
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      if (answer.includes("\0") || answer.length > longestAnswer) socket.end();
    });
    socket.on("close", () => resolve((answer.split("\0")[0] ?? "").trim().slice(0, 200)));
    socket.write(`z${command}\0`);
  });
}

/**
 * Checks content over a new connection; any failure of the daemon is `unreachable`, never clean. Rejects if the content
 * cannot be read.
 */
export async function scanByClamd(
  address: string,
  content: Bytes,
  { silenceMs = 15_000 }: Waiting = {},
): Promise<Verdict> {
  const socket = open(address);
  const verdict = verdictOn(socket, silenceMs);
  try {
    await feed(socket, content);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return verdict;
}
