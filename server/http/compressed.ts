/** Compresses rendered pages and the API's answers; built files are compressed at build time. */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyReply {
    /** The answer, if it is kept for further callers and never changes. */
    kept: object | null;
  }
}

type Encoding = "br" | "gzip";

/** The encoding to use, preferring the smaller result; undefined if the browser accepts neither. */
export function encodingFor(accepted: string | string[] | undefined): Encoding | undefined {
  const names = String(accepted ?? "")
    .split(",")
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(";")[0]?.trim());
  return (["br", "gzip"] as const).find((encoding) => names.includes(encoding));
}

/** A small window, since pages and answers are some tens of kilobytes. */
const squeeze = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Off the main thread; a low quality is fast. */
export const squeezed = (text: string, encoding: Encoding, quality = 4): Promise<Buffer> =>
  encoding === "br"
    ? squeeze.br(text, {
        params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 18 },
      })
    : squeeze.gzip(text);

/** A shorter answer is sent in one packet or two either way. */
const leastLength = 2000;

/**
 * Compresses the API's longer JSON answers, off the main thread; files are sent as they are. Lengths tell a stranger
 * nothing (BREACH): another site cannot make a browser send a call with the session's token.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.decorateReply("kept", null);
  /** By encoding; an answer that is kept is compressed once in each. */
  const compressed = { br: new WeakMap<object, Promise<Buffer>>(), gzip: new WeakMap<object, Promise<Buffer>>() };
  function compress(text: string, encoding: Encoding, kept: object | null): Promise<Buffer> {
    if (!kept) return squeezed(text, encoding);
    let content = compressed[encoding].get(kept);
    if (!content) {
      content = squeezed(text, encoding);
      compressed[encoding].set(kept, content);
    }
    return content;
  }
  app.addHook("onSend", (request, reply, payload, done) => {
    if (typeof payload !== "string" || payload.length < leastLength) return done(null, payload);
    reply.header("vary", [reply.getHeader("vary"), "accept-encoding"].flat().filter(Boolean).join(", "));
    const encoding = encodingFor(request.headers["accept-encoding"]);
    if (!encoding) return done(null, payload);
    compress(payload, encoding, reply.kept).then((content) => {
      reply.header("content-encoding", encoding).removeHeader("content-length");
      done(null, content);
    }, done);
  });
}
