/** Creates Fastify routes from a domain's endpoints and handlers, with access, limits and validation in one place. */
import type { Endpoint, Endpoints } from "@portico/api/endpoint.ts";
import { machineScopeOf } from "@portico/api/machine-scopes.ts";
import { type Holder, holderParams, id as rowId } from "@portico/api/shapes.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Caller, Context, Services } from "../kernel/context.ts";
import { RawJson } from "../kernel/raw-json.ts";
import { Refusal } from "../kernel/refusal.ts";
import { Stamped } from "../kernel/stamped.ts";
import type { Viewer } from "../kernel/viewer.ts";
import { authorise, holderIn, type Passage, type RawParams, type RowOwner, requireScope } from "./access.ts";
import { fillEmptyBody } from "./bodies.ts";
import { type BodyGate, bodyLimitOf } from "./body-gate.ts";
import { type SentFile, sendFile } from "./downloads.ts";
import { hasTag, tagOf } from "./etag.ts";
import type { Handler, Handlers, Http, RowHandler } from "./handlers.ts";
import type { Limits } from "./limits.ts";
import type { Lookups } from "./lookups.ts";
import { bearerToken, bindCookie } from "./session.ts";
import { readAlso } from "./together.ts";
import { bytesValidatorCompiler, readValidatorCompiler } from "./validation.ts";
import { isViewAs, requireViewAs, viewAsIdFor } from "./view-as.ts";

declare module "fastify" {
  interface FastifyRequest {
    viewer: Viewer | null;
    /** When the viewer's rights were read. */
    admittedAt: number;
    /** The row about the holder that its handler begins with, read together with the viewer. */
    about: unknown;
  }
}

/** A call whose body took longer than this is authorised again before it does anything. */
const admittedMs = 1000;

const cookieOptions = { path: "/", httpOnly: true, secure: true, sameSite: "strict" } as const;

/**
 * Aborts when the connection ends before the answer is sent. (Fastify's `request.signal` ends with the request's body.)
 */
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
    // Longer ones are nobody's browser; what is stored as evidence must stay printable.
    userAgent: (request.headers["user-agent"] ?? "").slice(0, 500),
    requestId: request.id,
    isBrowser: request.headers["sec-fetch-site"] !== undefined,
    // Created on demand, since most calls never use it.
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
  readAlso: (path) => readAlso(request, path),
  clearCache: () => void reply.header("clear-site-data", '"cache"'),
});

interface Mounting {
  services: Services;
  lookups: Lookups;
  limits: Limits;
  gate: BodyGate;
  /** Names the build, whose answers may differ from another's. */
  build: string;
}

/** The specification has calls that send mail at a GET. */
const mails = ({ method, notRepeatable }: Endpoint): boolean => method === "GET" && notRepeatable === true;

/** Such a call must come from a page of the portal: not an image or frame of another site, and not a prefetch. */
function refuseUnlessRequested({ headers }: FastifyRequest): void {
  const destination = headers["sec-fetch-dest"];
  const fromElsewhere = headers["sec-fetch-site"] === "cross-site";
  const ahead = headers["sec-purpose"] !== undefined;
  if (fromElsewhere || ahead || (destination !== undefined && destination !== "empty")) throw new Refusal("forbidden");
}

function cachingOf({ cacheSeconds, privateSeconds }: Endpoint): string {
  if (privateSeconds) return `private, max-age=${privateSeconds}, immutable`;
  return cacheSeconds ? `public, max-age=${cacheSeconds}` : "no-store";
}

/** The holder that the path names, if any. */
const namedHolder = (params: unknown): Holder | undefined => holderParams.safeParse(params).data;

/** Whose body it is: the holder's that the path names, whoever of its people sends it, or else the person's. */
function senderOf({ as }: Passage, { params, viewer }: FastifyRequest): string {
  const named = as === "caller" ? namedHolder(params) : undefined;
  if (named) return `${named.holderType}:${named.holderId}`;
  return viewer?.key ? `key:${viewer.key.id}` : `user:${viewer?.userId}`;
}

/** The answer as Fastify sends it: one that is JSON text already is not serialised. */
function asSent(reply: FastifyReply, answer: unknown): unknown {
  if (!(answer instanceof RawJson)) return answer;
  reply.type("application/json; charset=utf-8");
  return answer.text;
}

/** Audit entries of access by staff and delegates that are being written while the handler reads. */
const accessRecords = new WeakMap<FastifyRequest, Promise<void>>();

function trackAccessRecord(request: FastifyRequest, accessRecord: Promise<void>): void {
  accessRecords.set(request, accessRecord);
  // A call that is refused before its handler does not wait.
  accessRecord.catch(() => undefined);
}

/** The handler's result, once the access is recorded; if recording fails, the call fails. */
async function afterAccessRecord<T>(accessRecord: Promise<void>, handle: () => Promise<T> | T): Promise<T> {
  try {
    return await handle();
  } finally {
    await accessRecord;
  }
}

/** Whose the row is that the path names by its id alone. */
async function findOwner(
  { db }: Services,
  lookups: Lookups,
  { access }: Endpoint,
  params: RawParams,
): Promise<RowOwner | undefined> {
  if (access.kind !== "owner") return undefined;
  const { data } = rowId.safeParse(params["id"]);
  return data === undefined ? undefined : lookups.findOwner(db, access.of, data);
}

type AnyHandler = Handler<Endpoint> | RowHandler<Endpoint>;

type Admitting = Pick<Mounting, "services" | "lookups" | "gate"> & Pick<ReturnType<Limits["of"]>, "byPerson">;

/** How a call decides who calls, and whether they may. */
function createAdmission(
  { tag, name }: { tag: string; name: string },
  endpoint: Endpoint,
  handler: AnyHandler,
  { services, lookups, gate, byPerson }: Admitting,
) {
  const scope = machineScopeOf(tag, endpoint);
  const begins = typeof handler === "object" ? handler.row : undefined;
  /** Who calls, and as what: throws for a caller who may not. */
  const admit = async (request: FastifyRequest) => {
    const holder = begins && !begins.isOfFirm ? holderIn(endpoint.access, request.params as RawParams) : undefined;
    const credentials = {
      token: bearerToken(request),
      bind: request.cookies[bindCookie],
      address: request.ip,
      requestId: request.id,
    };
    const session = await lookups.resolveViewer(
      services,
      credentials,
      begins && (holder ?? begins.isOfFirm) && { row: begins, holder },
    );
    request.viewer = session.viewer;
    request.about = session.about;
    request.admittedAt = performance.now();
    if (request.viewer) requireScope(scope, request.viewer);
    const params = request.params as RawParams;
    const owner = request.viewer ? await findOwner(services, lookups, endpoint, params) : undefined;
    return authorise(endpoint, request.viewer, params, request.query as RawParams, owner);
  };
  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const passage = await admit(request);
    const { viewer } = request;
    if (!viewer) return;
    if (byPerson) await byPerson(viewer.key ? -viewer.key.id : viewer.userId);
    const view = isViewAs(request) ? await requireViewAs(services.db, lookups, request, endpoint) : null;
    if (passage.as !== "caller") {
      const accessRecord = lookups.recordAccess(
        { ...services, viewer, caller: { address: request.ip, requestId: request.id } },
        {
          ...passage,
          call: `${tag}.${name}`,
          row: endpoint.access.kind === "owner" ? Number((request.params as RawParams)["id"]) : null,
          viewAsId: viewAsIdFor(view, passage.holder),
          // A file that is fetched or sent in parts takes many calls, and so do the pictures of a list.
          oncePerHour:
            endpoint.privateSeconds !== undefined ||
            (endpoint.binaryBody ?? (endpoint.binary === true && request.headers.range !== undefined)),
        },
      );
      // Reading calls run in parallel, but are answered only after the access is recorded.
      if (endpoint.method === "GET") trackAccessRecord(request, accessRecord);
      else await accessRecord;
    }
    const place = gate.enter(request, reply, endpoint, () => senderOf(passage, request));
    if (place) await place;
  }
  return { admit, enter };
}

const schemaOf = (tag: string, name: string, endpoint: Endpoint) => ({
  tags: [tag],
  operationId: `${tag}.${name}`,
  summary: endpoint.summary,
  ...(endpoint.params && { params: endpoint.params }),
  ...(endpoint.query && { querystring: endpoint.query }),
  ...(endpoint.body && { body: endpoint.body }),
  // Bytes are sent unchanged.
  ...(!endpoint.binary && { response: { 200: endpoint.answer } }),
  ...(endpoint.access.kind !== "anyone" && { security: [{ bearer: [] }] }),
});

/** Answers with what the handler found: nothing if the caller has it, a file, or JSON. */
async function sendFound(
  found: unknown,
  endpoint: Endpoint,
  { request, reply, build }: { request: FastifyRequest; reply: FastifyReply; build: string },
): Promise<unknown> {
  if (found instanceof Stamped) {
    const tag = tagOf(build, found.stamp);
    // A browser asks before it uses what it has, and never uses that of another session.
    reply.header("etag", tag).header("cache-control", "private, no-cache").header("vary", "authorization");
    if (hasTag(request.headers["if-none-match"], tag)) return await reply.code(304).send();
    const answer = await found.read();
    reply.kept = Object.isFrozen(answer) ? (answer as object) : null;
    return asSent(reply, answer);
  }
  reply.header("cache-control", cachingOf(endpoint));
  if (endpoint.privateSeconds) reply.header("vary", "authorization");
  return endpoint.binary ? await sendFile(request, reply, found as SentFile) : asSent(reply, found);
}

function addRoute(
  app: FastifyInstance,
  tag: string,
  name: string,
  endpoint: Endpoint,
  handler: AnyHandler,
  { services, lookups, limits, gate, build }: Mounting,
): void {
  const preValidation = fillEmptyBody(endpoint);
  const { byAddress, byPerson, byAccount } = limits.of(endpoint);
  const { admit, enter } = createAdmission({ tag, name }, endpoint, handler, { services, lookups, gate, byPerson });
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: bodyLimitOf(endpoint),
    validatorCompiler: endpoint.binaryBody ? bytesValidatorCompiler : readValidatorCompiler(endpoint.unread ?? []),
    schema: schemaOf(tag, name, endpoint),
    config: { endpoint },
    // Before the body is read: limits, authentication and access. What is not asked for is not waited for.
    onRequest: [
      (request, _reply, next) => {
        if (mails(endpoint)) refuseUnlessRequested(request);
        const counted = byAddress?.(request.ip);
        if (counted) counted.then(() => next(), next);
        else next();
      },
      // An open call needs no viewer, and must work with an ended session.
      ...(endpoint.access.kind === "anyone" ? [] : [enter]),
    ],
    ...((endpoint.freshCode || endpoint.sensitive || byAccount) && {
      preHandler: async (request: FastifyRequest) => {
        if (byAccount) await byAccount({ ...(request.params as object), ...(request.body as object) });
        if (request.viewer) await requireConfirmation(services, lookups, endpoint, request.viewer);
      },
    }),
    ...(preValidation && { preValidation }),
    handler: async (request, reply) => {
      // The right may have ended while a large or slow body was waited for.
      if (request.viewer && performance.now() - request.admittedAt > admittedMs) await admit(request);
      const context: Context = {
        ...services,
        log: request.log as Services["log"],
        viewer: request.viewer,
        system: tag,
        caller: callerOf(request, reply),
      };
      const { params, query, body } = request;
      const input = { params, holder: namedHolder(params), query, body };
      gate.holdOpen(request);
      try {
        const handleOn = (on: Context) =>
          typeof handler === "object"
            ? handler.handle(on, { ...input, row: request.about } as never)
            : handler(on, input as never, httpOf(request, reply));
        const handle = () =>
          endpoint.fromReplica
            ? services.reports.read(async (db) => handleOn({ ...context, db, primary: services.db }))
            : handleOn(context);
        const accessRecord = accessRecords.get(request);
        const found = await (accessRecord ? afterAccessRecord(accessRecord, handle) : handle());
        return await sendFound(found, endpoint, { request, reply, build });
      } finally {
        gate.leave(request);
      }
    },
  });
}

/**
 * Uses up the fresh code that a call needs: of any factor, or in the hours after a password reset, of a factor other
 * than the mailbox. Throws `freshCodeNeeded`, or `coolingOff` with the remaining seconds.
 */
async function requireConfirmation(
  { db, now }: Pick<Services, "db" | "now">,
  { consumeFreshCode }: Lookups,
  { freshCode, sensitive }: Endpoint,
  { sessionId, coolingUntil }: Viewer,
): Promise<void> {
  const cools = sensitive === true && coolingUntil !== null;
  if (!freshCode && !cools) return;
  const factor = await consumeFreshCode(db, sessionId);
  if (cools && (factor === undefined || factor === "mail"))
    throw new Refusal("coolingOff", { retryAfter: Math.max(1, (coolingUntil.getTime() - now().getTime()) / 1000) });
  if (factor === undefined) throw new Refusal("freshCodeNeeded");
}

/** Mounts a domain's calls; a declared call without a handler does not compile. */
export function mount<E extends Endpoints>(
  app: FastifyInstance,
  tag: string,
  endpoints: E,
  handlers: Handlers<E>,
  mounting: Mounting,
): void {
  for (const [name, endpoint] of Object.entries(endpoints))
    addRoute(app, tag, name, endpoint, handlers[name] as AnyHandler, mounting);
}
