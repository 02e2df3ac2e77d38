/** Compresses rendered pages and the API's answers; built files are compressed at build time. */
import { pipeline, type Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

type Encoding = "br" | "gzip";

/** The encoding to use, preferring the smaller result; undefined if the browser accepts neither. */
export function encodingFor(accepted: string | string[] | undefined): Encoding | undefined {
  const names = String(accepted ?? "")
    .split(",")
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(";")[0]?.trim());
  return (["br", "gzip"] as const).find((encoding) => names.includes(encoding));
}

/** A fast setting and a small window, since pages and answers are some tens of kilobytes. */
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 };

/** Each piece is sent as soon as it is ready. */
export function compressed(page: Readable, encoding: Encoding): Readable {
  const squeeze =
    encoding === "br"
      ? createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params: brotliParams })
      : createGzip({ flush: constants.Z_SYNC_FLUSH });
  // An error of either stream ends both; the reply sees it on the stream that it sends.
  return pipeline(page, squeeze, () => undefined);
}

const squeeze = { br: promisify(brotliCompress), gzip: promisify(gzip) };
/** A shorter answer is sent in one packet or two either way. */
const leastLength = 2000;

/**
 * Compresses the API's longer JSON answers, off the main thread; files are sent as they are. Lengths tell a stranger
 * nothing (BREACH): another site cannot make a browser send a call with the session's token.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (typeof payload !== "string" || payload.length < leastLength) return done(null, payload);
    reply.header("vary", [reply.getHeader("vary"), "accept-encoding"].flat().filter(Boolean).join(", "));
    const encoding = encodingFor(request.headers["accept-encoding"]);
    if (!encoding) return done(null, payload);
    squeeze[encoding](payload, encoding === "br" ? { params: brotliParams } : {}).then((content) => {
      reply.header("content-encoding", encoding).removeHeader("content-length");
      done(null, content);
    }, done);
  });
}
