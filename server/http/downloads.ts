/** Sends files as attachments, whole or in part, without holding them in memory. */
import { once } from "node:events";
import { Socket } from "node:net";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../kernel/refusal.ts";
import { isSameContent, rangeOf } from "./ranges.ts";

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

/**
 * Sends the file, or the range of it that was asked for, with headers that isolate it if a browser opens it anyway.
 * Throws `rangeNotSatisfiable` if it has no such range.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: SentFile): Promise<Readable> {
  const { name, media_type, size } = file;
  const etag = `"${file.etag}"`;
  const { range: header, "if-range": ifRange } = request.headers;
  const asked = isSameContent(ifRange?.toString(), etag) ? rangeOf(header, size) : "whole";
  if (asked === "none") {
    reply.header("content-range", `bytes */${size}`);
    throw new Refusal("rangeNotSatisfiable");
  }
  const { start, end } = asked === "whole" ? { start: 0, end: size } : asked;
  const stream = request.method === "HEAD" ? Readable.from([]) : file.stream(start, end);
  // What cannot be read is refused before anything of it is sent.
  await once(stream, "readable");
  if (asked !== "whole") reply.code(206).header("content-range", `bytes ${start}-${end - 1}/${size}`);
  reply.headers({
    "accept-ranges": "bytes",
    "content-disposition": dispositionOf(name),
    "content-length": end - start,
    "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    "content-type": media_type,
    etag,
  });
  if (reply.raw.socket instanceof Socket) reply.raw.socket.setTimeout(longestStandstillMs);
  return stream;
}
