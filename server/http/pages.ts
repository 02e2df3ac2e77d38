/** The portal's pages on their own port: built files, server-rendered pages, and the API under `/api`. */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import helmet from "@fastify/helmet";
import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import type { Answer } from "@portico/api/endpoint.ts";
import type { funds } from "@portico/api/funds.ts";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from "fastify";
import type { Config } from "../kernel/config.ts";
import type { Services } from "../kernel/context.ts";
import { requestIds } from "../kernel/logging.ts";
import { Refusal } from "../kernel/refusal.ts";
import { apiPrefix, foreignApiOrigin } from "./api-address.ts";
import { closeQuietConnections, connectionOptions, refuseOddRequests, refuseTunnels } from "./connections.ts";
import { type Published, serveCrawlers } from "./crawlers.ts";
import { answerRefusal, refusalOf, refusalOfCall } from "./errors.ts";
import { permissionsPolicy } from "./headers.ts";
import { keptPages } from "./kept-pages.ts";
import { tokensIn } from "./machine-token.ts";
import { sendPage } from "./page-answers.ts";
import { addressOf, type PageRenderer, pageRendering } from "./page-rendering.ts";

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

/** How long the server keeps rendered pages (kept-pages.ts). */
interface PageKeeping {
  /** Changes with whatever the pages show; without it none is kept. */
  stamp?: () => Promise<string>;
}

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
    // Compressed files are sent in place of the original; the hundreds of others have two routes below, as routes take time to add.
    globIgnore: ["**/*.{br,gz}", "assets/**"],
  });
  const assets = join(clientFolder, "assets");
  if (!existsSync(assets)) return;
  const entries = await readdir(assets, { withFileTypes: true });
  const names = new Set(entries.filter((one) => one.isFile() && !/\.(br|gz)$/.test(one.name)).map(({ name }) => name));
  app.get<{ Params: { "*": string } }>("/assets/*", (request, reply) => {
    const name = request.params["*"];
    return names.has(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound();
  });
  const pdfFolder = join(assets, "pdf");
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

interface PageServer extends PageSource, PageKeeping {
  api: FastifyInstance;
  /** Aborted when the process begins to stop. */
  stopping?: AbortSignal;
  /** Port of the API as pages on this machine know it, if it is not this process's own. */
  apiPort?: number | undefined;
}

/** Builds the page server. A form posted before hydration is answered with the page again. */
export async function buildPages(
  services: Services,
  { api, renderer, clientFolder, middleware, connect = [], stamp, stopping, apiPort }: PageServer,
): Promise<FastifyInstance> {
  const { log } = services;
  const config = { ...services.config, ...(apiPort !== undefined && { apiPort }) };
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
    const refusal = refusalOfCall(request, error);
    if (refusal.status >= 500) request.log.error({ err: error, code: refusal.code }, "page failed");
    return answerRefusal(request, reply, refusal);
  });
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: config.publicUrl.startsWith("https:"),
  });
  app.addHook("onRequest", (_request, reply, next) => {
    reply.header("permissions-policy", permissionsPolicy);
    next();
  });
  closeQuietConnections(app, stopping);
  refuseTunnels(app);
  refuseOddRequests(app);
  const peers = [...peersOf(config), ...connect];
  const prefix = apiPrefix(config);

  // On this port the API answers under its path, before the page server handles the request; and it refuses keys in any address.
  app.addHook("onRequest", (request, reply, next) => {
    const url = request.raw.url ?? "";
    if (!prefix.test(url) && tokensIn(url).length === 0) return next();
    reply.hijack();
    api.routing(request.raw, reply.raw);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null, undefined));

  if (middleware)
    app.addHook("onRequest", (request, reply, next) => middleware(request.raw, reply.raw, next as () => void));
  await serveFiles(app, clientFolder);
  serveCrawlers(app, config.publicUrl, { read: () => readPublished(api), stamp });

  const https = config.publicUrl.startsWith("https:");
  const sending = { https, peers };
  const render = pageRendering({ ...services, config }, { api, renderer });
  const findPage = keptPages(stamp);
  app.setNotFoundHandler(async (request, reply) => {
    const asked = addressOf(request, config.publicUrl);
    const kept = renderer.keptAddress?.(asked, request.headers.cookie) ?? null;
    const page =
      kept === null
        ? await render.asAsked(request, asked)
        : await findPage(kept, () => render.forEveryone(request, kept));
    return sendPage(request, reply, page, { ...sending, path: asked.pathname });
  });
  await app.ready();
  return app;
}
