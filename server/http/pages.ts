/** The portal's pages on their own port: built files, server-rendered pages, and the API under `/api`. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import helmet from "@fastify/helmet";
import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import type { ApiRequest } from "@portico/api/client.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { ApiError, type Problem } from "@portico/api/errors.ts";
import type { funds } from "@portico/api/funds.ts";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Config } from "../kernel/config.ts";
import type { Services } from "../kernel/context.ts";
import { requestIds } from "../kernel/logging.ts";
import { Refusal } from "../kernel/refusal.ts";
import { apiPrefix, foreignApiOrigin } from "./api-address.ts";
import { compressed, encodingFor } from "./compressed.ts";
import { closeQuietConnections, connectionOptions, refuseOddRequests, refuseTunnels } from "./connections.ts";
import { type Published, serveCrawlers } from "./crawlers.ts";
import { answerRefusal, refusalOf } from "./errors.ts";
import { permissionsPolicy } from "./headers.ts";
import { plainPages } from "./plain-pages.ts";

/** Export of web's build: renders a request to a page, with data through `apiFetch`. */
export interface PageRenderer {
  render(
    request: Request,
    options: { nonce: string; apiFetch: (request: ApiRequest) => Promise<unknown>; apiBase: string; apiPort: number },
  ): Promise<Response>;
}

/** Source of the pages: web's build, or Vite during development. */
export interface PageSource {
  renderer: PageRenderer;
  /** Folder of the browser's files; ignored if it does not exist. */
  clientFolder: string;
  /** Serves the browser's files instead of the folder, and passes on other requests. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;
  /** Additional addresses that a page may connect to. */
  connect?: readonly string[];
}

/** How long the server keeps pages that are the same for everyone (plain-pages.ts). */
interface PageKeeping {
  /** Changes with whatever these pages show; without it none is kept. */
  plainStamp?: () => Promise<string>;
}

/** Scripts and styles only by nonce, nothing from other origins; Mantine sets style attributes. */
const policy = (nonce: string, connect: string[], https: boolean): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${connect.join(" ")}`.trimEnd(),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default",
    ...(https ? ["upgrade-insecure-requests"] : []),
  ].join("; ");

/** For scripts that run in a worker, which takes its policy from its own file: the PDF reader with its decoders. */
const workerPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'";

/**
 * Other addresses that a page may call: the API's, and the sockets' on this machine (docs/rules.md, Registration and
 * calls).
 */
function peersOf(config: Config): string[] {
  const api = foreignApiOrigin(config);
  const sockets =
    new URL(config.publicUrl).hostname === "localhost"
      ? [`http://localhost:${config.apiPort}`, `ws://localhost:${config.apiPort}`]
      : [];
  return [...new Set([...(api === null ? [] : [api]), ...sockets])];
}

/** Calls the API within the process on behalf of a page request. */
function apiFetchFor(api: FastifyInstance, request: FastifyRequest) {
  return async ({ method, path, body }: ApiRequest): Promise<unknown> => {
    const answer = await api.inject({
      method,
      url: path,
      // The requester of the page is the caller, whichever proxies are trusted.
      remoteAddress: request.ip,
      headers: {
        accept: "application/json, application/problem+json",
        ...(request.headers.cookie && { cookie: request.headers.cookie }),
      },
      ...(body !== undefined && { payload: body as object }),
    });
    if (answer.statusCode < 300) return answer.json();
    throw new ApiError(answer.json<Problem>());
  };
}

/** Uses the public address: pages must not depend on Host and X-Forwarded-* headers. */
function webRequestOf(request: FastifyRequest, publicUrl: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === "string" && !name.startsWith(":")) headers.set(name, value);
  const address = URL.parse(`${new URL(publicUrl).origin}${request.url}`);
  if (!address || !request.url.startsWith("/")) throw new Refusal("badInput");
  return new Request(address, { method: "GET", headers, signal });
}

/** Built files; fingerprinted ones under `assets/` are cached for a year. */
async function serveFiles(app: FastifyInstance, clientFolder: string): Promise<void> {
  if (!existsSync(clientFolder)) return;
  const options = {
    index: false,
    preCompressed: true,
    setHeaders: (reply: FastifyReply, path: string) => {
      const isAsset = path.includes("/assets/");
      reply.header("cache-control", isAsset ? "public, max-age=31536000, immutable" : "no-cache");
      if (isAsset) reply.header("content-security-policy", workerPolicy);
    },
  } satisfies Partial<FastifyStaticOptions>;
  await app.register(fastifyStatic, {
    ...options,
    root: clientFolder,
    wildcard: false,
    // Compressed files are sent in place of the original; the hundreds of PDF files have one route below.
    globIgnore: ["**/*.{br,gz}", "assets/pdf/**"],
  });
  const pdfFolder = join(clientFolder, "assets/pdf");
  if (existsSync(pdfFolder))
    await app.register(fastifyStatic, { ...options, root: pdfFolder, prefix: "/assets/pdf/", decorateReply: false });
}

/** Languages times definitions: a sitemap may name 50,000 addresses (sitemaps.org). */
const mostDefinitions = 15_000;

async function readPublished(api: FastifyInstance): Promise<Published> {
  const read = async (url: string) => {
    const answer = await api.inject({ method: "GET", url, remoteAddress: "127.0.0.1" });
    if (answer.statusCode !== 200) throw new Refusal("unavailable");
    return answer.json();
  };
  const definitions: number[] = [];
  let cursor: string | null = "";
  while (cursor !== null && definitions.length < mostDefinitions) {
    const after = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Answer<(typeof funds)["listDefinitions"]> = await read(`/target/definitions?limit=200${after}`);
    definitions.push(...page.definitions.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return { content: await read("/content"), definitions };
}

/** Builds the page server. A form posted before hydration is answered with the page again. */
export async function buildPages(
  services: Services,
  {
    api,
    renderer,
    clientFolder,
    middleware,
    connect = [],
    plainStamp,
  }: PageSource & PageKeeping & { api: FastifyInstance },
): Promise<FastifyInstance> {
  const { config, log } = services;
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    ...connectionOptions,
    requestIdHeader: false,
    genReqId: requestIds(),
    routerOptions: { maxParamLength: 300 },
    // Paths that match no route are refused like others, without details of the framework.
    frameworkErrors: (error, request, reply) => void answerRefusal(request, reply, refusalOf(error)),
  });
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal.status >= 500) request.log.error({ err: error, code: refusal.code }, "page failed");
    return answerRefusal(request, reply, refusal);
  });
  closeQuietConnections(app);
  refuseTunnels(app);
  refuseOddRequests(app);
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: config.publicUrl.startsWith("https:"),
  });
  app.addHook("onRequest", (_request, reply, next) => {
    reply.header("permissions-policy", permissionsPolicy);
    next();
  });
  const peers = [...peersOf(config), ...connect];
  const prefix = apiPrefix(config);

  // On this port the API answers under its path, before the page server handles the request.
  app.addHook("onRequest", (request, reply, next) => {
    if (!prefix.test(request.raw.url ?? "")) return next();
    reply.hijack();
    api.routing(request.raw, reply.raw);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null, undefined));

  if (middleware)
    app.addHook("onRequest", (request, reply, next) => middleware(request.raw, reply.raw, next as () => void));
  await serveFiles(app, clientFolder);
  serveCrawlers(app, config.publicUrl, () => readPublished(api));

  const https = config.publicUrl.startsWith("https:");
  const plain = plainPages({ https, stamp: plainStamp });
  app.setNotFoundHandler(async (request, reply) => {
    const { isSent, key } = await plain.find(request, reply);
    if (isSent) return reply;
    const nonce = randomBytes(16).toString("base64");
    const abort = new AbortController();
    reply.raw.on("close", () => abort.abort());
    const page = await renderer.render(webRequestOf(request, config.publicUrl, abort.signal), {
      nonce,
      apiFetch: apiFetchFor(api, request),
      apiBase: config.apiBase,
      apiPort: config.apiPort,
    });
    reply.code(page.status);
    const plainScripts = page.headers.get("x-plain-page");
    page.headers.delete("x-plain-page");
    page.headers.forEach((value, name) => {
      if (name !== "set-cookie") reply.header(name, value);
    });
    for (const value of page.headers.getSetCookie()) reply.header("set-cookie", value);
    if (plainScripts !== null) return plain.send(request, reply, { page, scripts: plainScripts, key });
    reply.header("content-security-policy", policy(nonce, peers, https));
    if (!page.headers.has("cache-control")) reply.header("cache-control", "no-cache");
    if (!page.body) return reply.send("");
    const body = Readable.fromWeb(page.body as import("node:stream/web").ReadableStream);
    const encoding = encodingFor(request.headers["accept-encoding"]);
    reply.header("vary", "accept-encoding");
    if (encoding) reply.header("content-encoding", encoding);
    return reply.send(encoding ? compressed(body, encoding) : body);
  });
  await app.ready();
  return app;
}
