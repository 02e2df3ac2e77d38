/**
 * `/scim/v2`, where a provider's SCIM client calls (RFC 7644). Not among the declared calls: the standard has a media type, errors
 * and tokens of its own, and its callers are no people.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refusalOf } from "../../../http/errors.ts";
import type { Limits } from "../../../http/limits.ts";
import type { Context, Services } from "../../../kernel/context.ts";
import { findCaller, type ScimCaller } from "./caller.ts";
import { errorBody, notFound, ScimError } from "./errors.ts";
import { listBody, readPage } from "./filter.ts";
import * as groups from "./groups.ts";
import { resourceTypes, schemas, serviceConfig } from "./service.ts";
import * as users from "./users.ts";

const prefix = "/scim/v2";
const maxBytes = 1024 * 1024;
const mediaType = "application/scim+json; charset=utf-8";

interface Call {
  caller: ScimCaller;
  id: string;
  query: Readonly<Record<string, string | undefined>>;
  body: unknown;
}
/** Undefined is answered without a body. */
type Work = (call: Call) => Promise<object | undefined> | object;

const all = { startIndex: 1, count: 200 };
const found = <One extends { id: string }>(list: readonly One[], id: string): One => {
  const one = list.find((each) => each.id === id);
  if (!one) throw notFound();
  return one;
};
const showsMembers = ({ excludedAttributes }: Call["query"]): boolean =>
  !excludedAttributes?.split(",").some((name) => name.trim().toLowerCase() === "members");

/** Method and path, the status of success, and the work. */
const routes: readonly (readonly ["DELETE" | "GET" | "PATCH" | "POST" | "PUT", string, number, Work])[] = [
  ["GET", "/ServiceProviderConfig", 200, ({ caller }) => serviceConfig(caller.base)],
  ["GET", "/ResourceTypes", 200, ({ caller }) => listBody(resourceTypes(caller.base), 2, all)],
  ["GET", "/ResourceTypes/:id", 200, ({ caller, id }) => found(resourceTypes(caller.base), id)],
  ["GET", "/Schemas", 200, ({ caller }) => listBody(schemas(caller.base), 2, all)],
  ["GET", "/Schemas/:id", 200, ({ caller, id }) => found(schemas(caller.base), id)],
  ["GET", "/Users", 200, ({ caller, query }) => users.listScimUsers(caller, query["filter"], readPage(query))],
  ["POST", "/Users", 201, ({ caller, body }) => users.createScimUser(caller, body)],
  ["GET", "/Users/:id", 200, ({ caller, id }) => users.getScimUser(caller, id)],
  ["PUT", "/Users/:id", 200, ({ caller, id, body }) => users.replaceScimUser(caller, id, body)],
  ["PATCH", "/Users/:id", 200, ({ caller, id, body }) => users.patchScimUser(caller, id, body)],
  ["DELETE", "/Users/:id", 204, ({ caller, id }) => users.deleteScimUser(caller, id).then(() => undefined)],
  [
    "GET",
    "/Groups",
    200,
    ({ caller, query }) =>
      groups.listScimGroups(caller, query["filter"], { ...readPage(query), withMembers: showsMembers(query) }),
  ],
  ["POST", "/Groups", 201, ({ caller, body }) => groups.createScimGroup(caller, body)],
  ["GET", "/Groups/:id", 200, ({ caller, id, query }) => groups.getScimGroup(caller, id, showsMembers(query))],
  ["PUT", "/Groups/:id", 200, ({ caller, id, body }) => groups.replaceScimGroup(caller, id, body)],
  ["PATCH", "/Groups/:id", 200, ({ caller, id, body }) => groups.patchScimGroup(caller, id, body)],
  ["DELETE", "/Groups/:id", 204, ({ caller, id }) => groups.deleteScimGroup(caller, id).then(() => undefined)],
];

function fail(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const failure = error instanceof ScimError ? error : users.scimErrorOf(refusalOf(error));
  if (failure.status >= 500) request.log.error({ err: error }, "SCIM call failed");
  if (failure.status === 401) reply.header("www-authenticate", "Bearer");
  return reply
    .code(failure.status)
    .type(mediaType)
    .serializer(String)
    .send(JSON.stringify(errorBody(failure)));
}

/** Registers the paths, with parsers and errors of their own. */
export async function installScim(app: FastifyInstance, services: Services, limits: Limits): Promise<void> {
  const { byAddress } = limits.of({
    method: "GET",
    path: prefix,
    rateLimits: [{ tries: 1200, seconds: 60, per: "address" }],
  });
  const contextOf = (request: FastifyRequest): Context => ({
    ...services,
    log: request.log as Services["log"],
    viewer: null,
    system: "scim",
    caller: { address: request.ip, userAgent: "", requestId: request.id, isBrowser: false },
  });
  const callers = new WeakMap<FastifyRequest, ScimCaller>();
  await app.register(
    async (own) => {
      const parse = (
        _request: FastifyRequest,
        text: string | Buffer,
        done: (error: Error | null, body?: unknown) => void,
      ) => {
        try {
          done(null, text.length === 0 ? undefined : JSON.parse(String(text)));
        } catch {
          done(new ScimError(400, "The body is not JSON", "invalidSyntax"));
        }
      };
      own.removeContentTypeParser("application/json");
      own.addContentTypeParser(
        ["application/scim+json", "application/json"],
        { parseAs: "string", bodyLimit: maxBytes },
        parse,
      );
      own.setErrorHandler((error, request, reply) => fail(request, reply, error));
      own.setNotFoundHandler((request, reply) => fail(request, reply, notFound()));
      // Before the body is read.
      own.addHook("onRequest", async (request) => {
        await byAddress?.(request.ip);
        const caller = await findCaller(contextOf(request), request.headers.authorization);
        if (!caller) throw new ScimError(401, "The token is not valid");
        callers.set(request, caller);
      });
      for (const [method, path, status, work] of routes)
        own.route<{ Params: { id?: string }; Querystring: Call["query"] }>({
          method,
          url: path,
          schema: { hide: true },
          bodyLimit: maxBytes,
          handler: async (request, reply) => {
            const caller = callers.get(request);
            if (!caller) throw new ScimError(401, "The token is not valid");
            const { params, query, body } = request;
            const answer = await work({ caller, id: params.id ?? "", query, body });
            reply.code(status).header("cache-control", "no-store");
            if (answer === undefined) return await reply.send();
            if (status === 201 && "meta" in answer)
              reply.header("location", (answer.meta as { location: string }).location);
            return await reply.type(mediaType).serializer(String).send(JSON.stringify(answer));
          },
        });
    },
    { prefix },
  );
}
