/**
 * Client of clamd's INSTREAM command: sends the content in length-prefixed chunks and reads one line with the result.
 */
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
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

function* instream(content: Buffer): Generator<Buffer> {
  yield Buffer.from("zINSTREAM\0");
  for (let at = 0; at < content.length; at += chunkBytes) yield sized(content.subarray(at, at + chunkBytes));
  yield sized(Buffer.alloc(0));
}

/** `stream: OK`, `stream: <signature> FOUND`, or `<error> ERROR`. */
function verdictOf(answer: string): Verdict {
  const found = /^stream: (.+) FOUND$/.exec(answer);
  if (found?.[1] !== undefined) return { kind: "infected", signature: found[1] };
  if (answer === "stream: OK") return { kind: "clean" };
  return { kind: "unreachable", why: answer === "" ? "closed without an answer" : answer.slice(0, 200) };
}

/** Checks content over a new connection; any failure is `unreachable`, never clean. */
export function scanByClamd(address: string, content: Buffer, { silenceMs = 15_000 }: Waiting = {}): Promise<Verdict> {
  const socket = open(address);
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
    // Not ended: clamd only answers on a connection open in both directions.
    socket.on("connect", () => void Readable.from(instream(content)).pipe(socket, { end: false }));
  });
}
