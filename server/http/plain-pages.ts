/**
 * Sends pages that are the same for everyone: texts for visitors, without the application's scripts. Browsers and proxies
 * keep them, and ask each time whether they still are the same.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { encodingFor } from "./compressed.ts";

/** `scripts`: the hash of the only script that the page contains, as in the policy. */
const policyOf = (scripts: string): string =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src-elem 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");

const compress = {
  br: (text: string) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
  gzip: (text: string) => promisify(gzip)(text),
} as const;

/** Whether the caller already has this content: `If-None-Match`, compared weakly (RFC 9110, 13.1.2). */
const isKnown = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(",").some((one) => one.trim().replace(/^W\//, "") === etag.replace(/^W\//, ""));

/** Compressed pages are kept by their content, a few megabytes at most. */
export function plainSender() {
  const kept = new LRUCache<string, Buffer>({ max: 200, maxSize: 8_000_000, sizeCalculation: ({ length }) => length });

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { page, scripts }: { page: Response; scripts: string },
  ) => {
    const html = await page.text();
    reply.header("content-security-policy", policyOf(scripts));
    reply.header("vary", "accept-encoding");
    // A page that is not there may be there soon.
    if (page.status !== 200) return reply.header("cache-control", "no-cache").send(html);
    const hash = createHash("sha256").update(html).digest("base64url").slice(0, 27);
    // Weak: the same page in another encoding has other bytes.
    const etag = `W/"${hash}"`;
    reply.header("etag", etag);
    reply.header("cache-control", "public, max-age=0, must-revalidate");
    if (isKnown(request.headers["if-none-match"], etag)) return reply.code(304).send();
    const encoding = encodingFor(request.headers["accept-encoding"]);
    if (!encoding) return reply.send(html);
    const key = `${encoding} ${hash}`;
    const known = kept.get(key);
    const body = known ?? (await compress[encoding](html));
    if (!known) kept.set(key, body);
    return reply.header("content-encoding", encoding).send(body);
  };
}
