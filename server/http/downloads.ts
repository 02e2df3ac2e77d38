/** Sends files as attachments, whole or in part, without holding them in memory. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Socket } from "node:net";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../kernel/refusal.ts";
import { isSameContent, type Range, rangesOf } from "./ranges.ts";

/** A file as the handler of a `binary` call returns it; the caller gets its bytes. */
export interface SentFile {
  name: string;
  media_type: string;
  /** Bytes. */
  size: number;
  /** The file's ETag, without quotes: letters, digits and hyphens. */
  etag: string;
  /** The bytes from `start` to before `end`. */
  stream(start: number, end: number): Readable;
}

/** A caller that takes nothing for this long is disconnected, because the file stays open for them. */
const longestStandstillMs = 60_000;

function dispositionOf(name: string): string {
  const ascii = name.replaceAll(/[^\w .-]/g, "_");
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}

const contentRangeOf = ({ start, end }: Range, size: number): string => `bytes ${start}-${end - 1}/${size}`;

/** A store that is asked over a network answers several at a time as soon as one. */
const readAhead = 6;

/** Several ranges as one body (RFC 9110, 14.6), each after the lines that describe it. */
function multipartOf(file: SentFile, ranges: readonly Range[]) {
  const boundary = randomUUID();
  const headOf = (range: Range): string =>
    `\r\n--${boundary}\r\ncontent-type: ${file.media_type}\r\ncontent-range: ${contentRangeOf(range, file.size)}\r\n\r\n`;
  const end = `\r\n--${boundary}--\r\n`;
  async function* body(): AsyncGenerator<Buffer> {
    const streams: Readable[] = [];
    try {
      for (const [index, range] of ranges.entries()) {
        for (const next of ranges.slice(streams.length, index + readAhead)) {
          // A failure is thrown when it is this one's turn.
          const begun = file.stream(next.start, next.end).on("error", () => undefined);
          begun.read(0);
          streams.push(begun);
        }
        yield Buffer.from(headOf(range));
        yield* streams[index] as AsyncIterable<Buffer>;
      }
      yield Buffer.from(end);
    } finally {
      for (const each of streams) each.destroy();
    }
  }
  return {
    type: `multipart/byteranges; boundary=${boundary}`,
    length: ranges.reduce((sum, range) => sum + headOf(range).length + range.end - range.start, end.length),
    body: Readable.from(body(), { objectMode: false }),
  };
}

/** The body and its length in bytes; `contentRange` of a single range. */
function partOf(file: SentFile, asked: readonly Range[] | "whole") {
  const { media_type: type, size } = file;
  if (asked === "whole") return { type, length: size, body: file.stream(0, size) };
  const [range, another] = asked;
  if (!range || another) return multipartOf(file, asked);
  const { start, end } = range;
  return { type, length: end - start, body: file.stream(start, end), contentRange: contentRangeOf(range, size) };
}

/**
 * Sends the file, or the ranges of it that were asked for, with headers that isolate it if a browser opens it anyway.
 * Throws `rangeNotSatisfiable` if it has none of them.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: SentFile): Promise<Readable> {
  const { name, size } = file;
  const etag = `"${file.etag}"`;
  const { range: header, "if-range": ifRange } = request.headers;
  const isHead = request.method === "HEAD";
  const asked = !isHead && isSameContent(ifRange?.toString(), etag) ? rangesOf(header, size) : "whole";
  if (asked === "none") {
    reply.header("content-range", `bytes */${size}`);
    throw new Refusal("rangeNotSatisfiable");
  }
  const { type, length, body, contentRange } = {
    contentRange: undefined,
    ...partOf(isHead ? { ...file, stream: () => Readable.from([]) } : file, asked),
  };
  // What cannot be read is refused before anything of it is sent.
  await once(body, "readable");
  if (asked !== "whole") reply.code(206);
  if (contentRange !== undefined) reply.header("content-range", contentRange);
  reply.headers({
    "accept-ranges": "bytes",
    "content-disposition": dispositionOf(name),
    "content-length": length,
    "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    "content-type": type,
    etag,
  });
  if (reply.raw.socket instanceof Socket) reply.raw.socket.setTimeout(longestStandstillMs);
  return body;
}
