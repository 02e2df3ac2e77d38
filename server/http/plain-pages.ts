/**
 * Pages that are the same for everyone: texts for visitors, without the application's scripts. Browsers and proxies keep
 * them and ask each time whether they are still the same; the server keeps them until something that they show changes.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { encodingFor } from "./compressed.ts";

/** `scripts`: the hash of the only script that the page contains, as in the policy. */
const policyOf = (scripts: string, https: boolean): string =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src-elem 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    // Tools that judge pages fetch robots.txt from the page itself.
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(https ? ["upgrade-insecure-requests"] : []),
  ].join("; ");

/** Better than for other pages: each is compressed once. */
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 18 };
const squeeze = {
  br: (html: string) => promisify(brotliCompress)(html, { params: brotliParams }),
  gzip: (html: string) => promisify(gzip)(html),
} as const;

interface KeptPage {
  html: string;
  scripts: string;
  /** Weak: the same page in another encoding has other bytes. */
  etag: string;
  compressed: { br?: Buffer; gzip?: Buffer };
}

const pageOf = (html: string, scripts: string): KeptPage => ({
  html,
  scripts,
  etag: `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 27)}"`,
  compressed: {},
});

/** Whether the caller already has this content: `If-None-Match`, compared weakly (RFC 9110, 13.1.2). */
const isKnown = (header: string | undefined, etag: string): boolean =>
  header === "*" ||
  (header?.split(",").some((one) => one.trim().replace(/^W\//, "") === etag.replace(/^W\//, "")) ?? false);

async function send(request: FastifyRequest, reply: FastifyReply, page: KeptPage, https: boolean) {
  reply
    .code(200)
    .type("text/html; charset=utf-8")
    .header("content-security-policy", policyOf(page.scripts, https))
    .header("vary", "accept-encoding")
    .header("etag", page.etag)
    .header("cache-control", "public, max-age=0, must-revalidate");
  if (isKnown(request.headers["if-none-match"], page.etag)) return reply.code(304).send();
  const encoding = encodingFor(request.headers["accept-encoding"]);
  if (!encoding) return reply.send(page.html);
  page.compressed[encoding] ??= await squeeze[encoding](page.html);
  return reply.header("content-encoding", encoding).send(page.compressed[encoding]);
}

/**
 * `stamp` changes whenever something that such pages show does: published texts, their tables, the brand. Without it each
 * request renders its page.
 */
export function plainPages({ https, stamp }: { https: boolean; stamp: (() => Promise<string>) | undefined }) {
  const kept = new LRUCache<string, KeptPage>({ max: 300 });
  /** Paths whose pages were plain: only these are looked up. */
  const paths = new Set<string>();
  const keyOf = async (url: string): Promise<string | null> => (stamp ? `${await stamp()} ${url}` : null);

  return {
    /** Answers from what is kept; false if the page has to be rendered. `key` is where `send` keeps it then. */
    async find(request: FastifyRequest, reply: FastifyReply): Promise<{ isSent: boolean; key: string | null }> {
      if (!paths.has(request.url)) return { isSent: false, key: null };
      const key = await keyOf(request.url);
      const page = key === null ? undefined : kept.get(key);
      if (page) await send(request, reply, page, https);
      return { isSent: page !== undefined, key };
    },
    /** Sends a rendered page; one that is not there may be there soon. */
    async send(
      request: FastifyRequest,
      reply: FastifyReply,
      { page, scripts, key }: { page: Response; scripts: string; key: string | null },
    ): Promise<FastifyReply> {
      const html = await page.text();
      reply.removeHeader("set-cookie");
      if (page.status !== 200)
        return reply
          .header("content-security-policy", policyOf(scripts, https))
          .header("cache-control", "no-cache")
          .send(html);
      const made = pageOf(html, scripts);
      // A query makes other links: such pages are not kept, so that nobody can fill the memory with them.
      if (!request.url.includes("?")) paths.add(request.url);
      if (key !== null) kept.set(key, made);
      return send(request, reply, made, https);
    },
  };
}
