/** From a domain's endpoints and handlers to Fastify routes, with access, limits and validation in one place. */
import type { Download, Endpoint, Endpoints } from "@portico/api/endpoint.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Caller, Context, Services } from "../kernel/context.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { Viewer } from "../kernel/viewer.ts";
import { authorise } from "./access.ts";
import { fillEmptyBody } from "./bodies.ts";
import { type BodyGate, bodyLimitOf } from "./body-gate.ts";
import type { Handler, Handlers, Http } from "./handlers.ts";
import type { Limits } from "./limits.ts";
import type { Lookups } from "./lookups.ts";
import { bearerToken, bindCookie } from "./session.ts";
import { fileValidatorCompiler } from "./validation.ts";
import { lookAt, requireViewAs } from "./view-as.ts";

declare module "fastify" {
  interface FastifyRequest {
    viewer: Viewer | null;
  }
}

const cookieOptions = { path: "/", httpOnly: true, secure: true, sameSite: "strict" } as const;

/** Aborts when the connection ends before the answer is sent. (Fastify's `request.signal` ends with the request's body.) */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

function callerOf(request: FastifyRequest, reply: FastifyReply): Caller {
  let signal: AbortSignal | undefined;
  return {
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    requestId: request.id,
    isBrowser: request.headers["sec-fetch-site"] !== undefined,
    // Made when asked for: most calls never do.
    get signal() {
      return (signal ??= signalOf(reply));
    },
  };
}

const httpOf = (request: FastifyRequest, reply: FastifyReply): Http => ({
  cookies: request.cookies,
  token: bearerToken(request),
  setCookie: (name, value, maxAge) =>
    void reply.setCookie(name, value, maxAge === undefined ? cookieOptions : { ...cookieOptions, maxAge }),
  clearCookie: (name) => void reply.clearCookie(name, cookieOptions),
});

/** A file is saved, never shown: an attachment, and a page of nobody's where a browser opens it all the same. */
function sendDownload(reply: FastifyReply, { name, media_type, content }: Download): Buffer {
  const ascii = name.replaceAll(/[^\w .-]/g, "_");
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  reply.headers({
    "content-type": media_type,
    "content-disposition": `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`,
    "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
  });
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}

interface Mounting {
  services: Services;
  lookups: Lookups;
  limits: Limits;
  gate: BodyGate;
}

/** The specification has calls that mail something at a GET. */
const mails = ({ method, notRepeatable }: Endpoint): boolean => method === "GET" && notRepeatable === true;

/** Such a call is one that a page of the portal made: no picture or frame of a stranger's page, and no page fetched ahead. */
function refuseUnlessAsked({ headers }: FastifyRequest): void {
  const destination = headers["sec-fetch-dest"];
  const fromElsewhere = headers["sec-fetch-site"] === "cross-site";
  const ahead = headers["sec-purpose"] !== undefined;
  if (fromElsewhere || ahead || (destination !== undefined && destination !== "empty")) throw new Refusal("forbidden");
}

/** Looks of staff that are being written down while what they look at is read. */
const looks = new WeakMap<FastifyRequest, Promise<void>>();

function keepLook(request: FastifyRequest, look: Promise<void>): void {
  looks.set(request, look);
  // A call that is refused before its handler waits for nothing.
  look.catch(() => undefined);
}

/** What the handler says, once the look is written down; where that fails, the call does. */
async function afterLook<T>(request: FastifyRequest, handled: Promise<T>): Promise<T> {
  try {
    return await handled;
  } finally {
    await looks.get(request);
  }
}

function addRoute(
  app: FastifyInstance,
  tag: string,
  name: string,
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  { services, lookups, limits, gate }: Mounting,
): void {
  const preValidation = fillEmptyBody(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: bodyLimitOf(endpoint),
    // Only files are larger than the default.
    ...(endpoint.bodyLimit && { validatorCompiler: fileValidatorCompiler }),
    schema: {
      tags: [tag],
      operationId: `${tag}.${name}`,
      summary: endpoint.summary,
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      // Bytes go out as they are.
      ...(!endpoint.binary && { response: { 200: endpoint.answer } }),
      ...(endpoint.access.kind !== "anyone" && { security: [{ bearer: [] }] }),
    },
    config: { endpoint },
    // Before the body is read: who is it, may they, and not too often.
    onRequest: async (request, reply) => {
      if (mails(endpoint)) refuseUnlessAsked(request);
      if (limits.on) await limits.byAddress(endpoint, request.ip);
      // An open call does not need to know who asks, and must work with a session that has ended.
      if (endpoint.access.kind === "anyone") return;
      request.viewer = await lookups.resolveViewer(services, {
        token: bearerToken(request),
        bind: request.cookies[bindCookie],
        address: request.ip,
        requestId: request.id,
      });
      const passage = authorise(endpoint, request.viewer, request.params as Record<string, string>);
      const view = await requireViewAs(services.db, lookups, request, endpoint);
      if (passage.as === "staff" && request.viewer) {
        const look = lookups.recordStaffAccess(
          { ...services, viewer: request.viewer, caller: { address: request.ip, requestId: request.id } },
          { holder: passage.holder, call: `${tag}.${name}`, viewAsId: lookAt(view, passage.holder) },
        );
        // What only reads is read meanwhile; nothing is answered before the look is written down.
        if (endpoint.method === "GET") keepLook(request, look);
        else await look;
      }
      if (request.viewer) await gate.enter(request, reply, endpoint, request.viewer.userId);
    },
    ...((endpoint.freshCode || endpoint.sensitive || endpoint.rateLimits?.some(({ per }) => per !== "address")) && {
      preHandler: async (request: FastifyRequest) => {
        await limits.byAccount(endpoint, { ...(request.params as object), ...(request.body as object) });
        if (request.viewer) await requireConfirmation(services.db, lookups, endpoint, request.viewer);
      },
    }),
    ...(preValidation && { preValidation }),
    handler: async (request, reply) => {
      const context: Context = {
        ...services,
        log: request.log as Services["log"],
        viewer: request.viewer,
        system: tag,
        caller: callerOf(request, reply),
      };
      const input = { params: request.params, query: request.query, body: request.body };
      gate.keep(request);
      try {
        const answer = await afterLook(request, handler(context, input as never, httpOf(request, reply)));
        reply.header("cache-control", endpoint.cacheSeconds ? `public, max-age=${endpoint.cacheSeconds}` : "no-store");
        return endpoint.binary ? sendDownload(reply, answer as Download) : answer;
      } finally {
        gate.leave(request);
      }
    },
  });
}

/**
 * Uses up the fresh code that a call needs: of any factor, or of one that is not the mailbox in the hours after a password
 * reset. Throws `freshCodeNeeded`, or `coolingOff` with the seconds that are left.
 */
async function requireConfirmation(
  db: Services["db"],
  { consumeFreshCode }: Lookups,
  { freshCode, sensitive }: Endpoint,
  { sessionId, coolingUntil }: Viewer,
): Promise<void> {
  const cools = sensitive === true && coolingUntil !== null;
  if (!freshCode && !cools) return;
  const factor = await consumeFreshCode(db, sessionId);
  if (cools && (factor === undefined || factor === "mail"))
    throw new Refusal("coolingOff", { retryAfter: Math.max(1, (coolingUntil.getTime() - Date.now()) / 1000) });
  if (factor === undefined) throw new Refusal("freshCodeNeeded");
}

/** Mounts a domain's calls; every declared call has its handler, or this does not compile. */
export function mount<E extends Endpoints>(
  app: FastifyInstance,
  tag: string,
  endpoints: E,
  handlers: Handlers<E>,
  mounting: Mounting,
): void {
  for (const [name, endpoint] of Object.entries(endpoints))
    addRoute(app, tag, name, endpoint, handlers[name] as Handler<Endpoint>, mounting);
}
