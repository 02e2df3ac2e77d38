/** Rendered documents as answers: their policy, the nonce and cookie of each answer, compression, revalidation. */
import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { encodingFor, squeezed } from "./compressed.ts";
import { compressPieces, joinPieces, type Pieces } from "./gzip-pieces.ts";

/**
 * Stand in a rendered document for what each answer has of its own. Random, so that no text of a page contains them.
 */
export const marks = {
  nonce: `nonce${randomBytes(16).toString("hex")}`,
  /** The path of a page that there is not, behind the language. */
  path: `path${randomBytes(16).toString("hex")}`,
} as const;

export interface RenderedPage {
  html: string;
  status: number;
  headers: readonly (readonly [name: string, value: string])[];
  cookies: readonly string[];
  /** Of a page without the application: the hash of its only script, and its weak ETag. */
  plain: { scripts: string; etag: string } | null;
  /** Nothing in it failed: others may get it too. */
  isLasting: boolean;
  /** Each made when it is first sent: of a plain page whole, of another in pieces between its nonces. */
  compressed: { br?: Buffer; gzip?: Buffer; pieces?: Pieces };
}

/** What a renderer's `response` says. */
export async function readPage(
  response: Response,
  { isLasting }: Pick<RenderedPage, "isLasting">,
): Promise<RenderedPage> {
  // Modules of this origin need no nonce to be preloaded, and each would cut the compressed text.
  const html = (await response.text()).replaceAll(
    /(<link rel="modulepreload"[^>]*?) nonce="[^"]*"/g,
    (_, before: string) => before,
  );
  const scripts = response.headers.get("x-plain-page");
  const own = new Set(["x-plain-page", "set-cookie"]);
  return {
    html,
    status: response.status,
    headers: [...response.headers].filter(([name]) => !own.has(name)),
    cookies: response.headers.getSetCookie(),
    // Weak: the same page in another encoding has other bytes.
    plain: scripts === null ? null : { scripts, etag: `W/"${hashOf(html)}"` },
    isLasting,
    compressed: {},
  };
}
const hashOf = (html: string): string => createHash("sha256").update(html).digest("base64url").slice(0, 27);

/** Directives that all documents have. */
const common = [
  "default-src 'none'",
  "style-src-attr 'unsafe-inline'",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

/** Scripts and styles only by nonce, nothing from other origins; Mantine sets style attributes. */
const applicationPolicy = (nonce: string, peers: readonly string[]): string[] => [
  ...common,
  `script-src 'self' 'nonce-${nonce}'`,
  `style-src-elem 'self' 'nonce-${nonce}'`,
  "img-src 'self' data: blob:",
  // The preview of a mail, in a frame without scripts.
  "frame-src blob:",
  `connect-src 'self' ${peers.join(" ")}`.trimEnd(),
  "trusted-types default",
];

/** `scripts`: the hash of the only script that the page contains. */
const plainPolicy = (scripts: string): string[] => [
  ...common,
  `script-src ${scripts}`,
  "style-src-elem 'self'",
  "img-src 'self' data:",
  // Tools that judge pages fetch robots.txt from the page itself.
  "connect-src 'self'",
  "trusted-types 'none'",
];

interface Sending {
  https: boolean;
  /** Other addresses that a page may call. */
  peers: readonly string[];
  /** Of the page's address, as the URL standard writes it. */
  path: string;
}

/** Sends the document to one reader. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: RenderedPage, sending: Sending) {
  reply.code(page.status);
  for (const [name, value] of page.headers) reply.header(name, value);
  reply.header("vary", [reply.getHeader("vary"), "accept-encoding"].flat().filter(Boolean).join(", "));
  return page.plain ? sendPlain(request, reply, page, sending) : sendApplication(request, reply, page, sending);
}

const policyOf = (directives: readonly string[], { https }: Sending): string =>
  [...directives, ...(https ? ["upgrade-insecure-requests"] : [])].join("; ");

/** With a nonce of its own, and the cookies that the browser does not have yet. */
async function sendApplication(request: FastifyRequest, reply: FastifyReply, page: RenderedPage, sending: Sending) {
  const nonce = randomBytes(16).toString("base64url");
  reply.header("content-security-policy", policyOf(applicationPolicy(nonce, sending.peers), sending));
  if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-cache");
  const has = new Set(request.headers.cookie?.split(/;\s*/));
  for (const cookie of page.cookies) if (!has.has(cookie.split(";", 1)[0] ?? "")) reply.header("set-cookie", cookie);
  const encoding = encodingFor(request.headers["accept-encoding"]);
  if (page.isLasting && page.status === 200 && acceptsGzip(request.headers["accept-encoding"])) {
    // Compressing takes longer than everything else: only what is between the nonces is compressed, and once.
    page.compressed.pieces ??= await compressPieces(page.html, marks.nonce);
    return reply.header("content-encoding", "gzip").send(joinPieces(page.compressed.pieces, nonce));
  }
  const html = page.html
    .replaceAll(marks.nonce, nonce)
    .replaceAll(marks.path, sending.path.split("/").slice(2).join("/"));
  if (!encoding || html === "") return reply.send(html);
  return reply.header("content-encoding", encoding).send(await squeezed(html, encoding));
}

const acceptsGzip = (accepted: string | string[] | undefined): boolean =>
  encodingFor(String(accepted ?? "").replace(/\bbr\b/g, "")) === "gzip";

/** The same for everyone: browsers and proxies keep it, and ask each time whether it is still the same. */
async function sendPlain(request: FastifyRequest, reply: FastifyReply, page: RenderedPage, sending: Sending) {
  const { scripts = "", etag = "" } = page.plain ?? {};
  reply.header("content-security-policy", policyOf(plainPolicy(scripts), sending));
  if (page.status !== 200) return reply.header("cache-control", "no-cache").send(page.html);
  reply.header("etag", etag).header("cache-control", "public, max-age=0, must-revalidate");
  if (isKnown(request.headers["if-none-match"], etag)) return reply.code(304).send();
  const encoding = encodingFor(request.headers["accept-encoding"]);
  if (!encoding) return reply.send(page.html);
  // Better than for other pages: each is compressed once.
  page.compressed[encoding] ??= await squeezed(page.html, encoding, 9);
  return reply.header("content-encoding", encoding).send(page.compressed[encoding]);
}

/** Whether the caller already has this content: `If-None-Match`, compared weakly (RFC 9110, 13.1.2). */
const isKnown = (header: string | undefined, etag: string): boolean =>
  header === "*" ||
  (header?.split(",").some((one) => one.trim().replace(/^W\//, "") === etag.replace(/^W\//, "")) ?? false);
