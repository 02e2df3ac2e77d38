/**
 * Converts any error of a call to the answer of the specification: the bare code, or an RFC 9457 problem on request.
 */
import type { ErrorCode, Problem } from "@portico/api/errors.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FastifySchemaValidationError } from "fastify/types/schema.js";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { isDatabaseAway, isStatementOverrun, OutcomeUnknown } from "../kernel/database-errors.ts";
import { isDiskFull } from "../kernel/disk.ts";
import { fieldsOf, type Issue } from "../kernel/field-codes.ts";
import { Refusal } from "../kernel/refusal.ts";
import { securityHeaders } from "./headers.ts";

/**
 * Which methods a path accepts, for the answer to one that it does not. The path is compared part by part: Fastify's own
 * lookups (`hasRoute`, `findRoute`) read their argument as a pattern and compile regular expressions from it.
 */
const partsOf = (path: string): string[] => path.split("/").filter((part) => part !== "");

/** Parameters stand for any part; `*` for all that follows. */
function matches(route: readonly string[], path: readonly string[]): boolean {
  const rest = route.indexOf("*");
  if (rest < 0 ? route.length !== path.length : path.length < rest) return false;
  const compared = rest < 0 ? route : route.slice(0, rest);
  return compared.every((part, place) => part.startsWith(":") || part === path[place]);
}

/** Collects the routes that are declared from now on; returns the methods that a path accepts, sorted. */
function collectMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: { parts: string[]; methods: string[] }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    routes.push({ parts: partsOf(url), methods: [method].flat() });
  });
  return (path) => {
    const asked = partsOf(path);
    const found = routes.filter(({ parts }) => matches(parts, asked)).flatMap(({ methods }) => methods);
    return [...new Set(found)].toSorted();
  };
}

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: "malformedJson",
  FST_ERR_CTP_EMPTY_JSON_BODY: "malformedJson",
  FST_ERR_CTP_BODY_TOO_LARGE: "tooLarge",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "badInput",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupportedType",
  FST_ERR_BAD_URL: "badInput",
  FST_ERR_ASYNC_CONSTRAINT: "badInput",
  FST_ERR_MAX_PARAM_LENGTH: "badInput",
};

/** The field errors of a request that does not match its declaration: its validation issues, as zod made them. */
const fieldsOfRequest = (validation: FastifySchemaValidationError[]) =>
  fieldsOf(
    validation.map(({ keyword, instancePath, message = "", params }) => {
      const path = instancePath.split("/").filter((part) => part !== "");
      return { ...params, code: keyword, message, path } as Issue;
    }),
  );

/** The refusal for an error; unexpected errors become `generic`. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error))
    return new Refusal("badInput", { fields: fieldsOfRequest(error.validation) });
  if (error instanceof OutcomeUnknown) return new Refusal("outcomeUnknown");
  // An operator makes room; nothing of the call was kept.
  if (isDiskFull(error)) return new Refusal("unavailable", { retryAfter: 60 });
  if (isDatabaseAway(error)) return new Refusal("unavailable", { retryAfter: 2 });
  if (isStatementOverrun(error)) return new Refusal("unavailable", { retryAfter: 30 });
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code && frameworkCodes[code]) return new Refusal(frameworkCodes[code]);
  if (statusCode === 503) return new Refusal("unavailable", { retryAfter: 2 });
  if (statusCode === 408) return new Refusal("requestTimeout");
  if (statusCode && statusCode >= 400 && statusCode < 500) return new Refusal("badInput");
  return new Refusal("generic");
}

/** A call that does the same when it is sent again: one that reads, or that names itself by a key. */
const isRepeatable = ({ method, body }: FastifyRequest): boolean =>
  method === "GET" || (typeof body === "object" && body !== null && "key" in body);

/** What a call is told: of one that may be sent again, the outcome need not be known. */
export function refusalOfCall(request: FastifyRequest, error: unknown): Refusal {
  const refusal = refusalOf(error);
  return refusal.code === "outcomeUnknown" && isRepeatable(request)
    ? new Refusal("unavailable", { retryAfter: 2 })
    : refusal;
}

/** A refusal in the format that the caller accepts: its bare code, or a problem. */
export function refusalBody(
  refusal: Refusal,
  { accept, requestId }: { accept: string | undefined; requestId: string },
): { type: string; body: string } {
  if (!accept?.includes("application/problem+json")) return { type: "text/plain; charset=utf-8", body: refusal.code };
  const problem: Problem = {
    type: "about:blank",
    title: refusal.code,
    status: refusal.status,
    code: refusal.code,
    ...(refusal.fields.length > 0 && { errors: refusal.fields }),
    ...(refusal.by !== undefined && { by: refusal.by }),
    ...(refusal.offset !== undefined && { offset: refusal.offset }),
    ...(refusal.contract !== undefined && { contract: refusal.contract }),
    ...(refusal.ticket !== undefined && { ticket: refusal.ticket }),
    ...(refusal.count !== undefined && { count: refusal.count }),
    ...(refusal.scope !== undefined && { scope: refusal.scope }),
    ...(refusal.status >= 500 && { requestId }),
  };
  return { type: "application/problem+json; charset=utf-8", body: JSON.stringify(problem) };
}

/** The headers of a refusal, besides those of its body. Some requests are refused before any hook has run. */
export const refusalHeaders = ({ retryAfter }: Refusal): Record<string, string> => ({
  ...securityHeaders,
  "cache-control": "no-store",
  vary: "accept",
  ...(retryAfter !== undefined && { "retry-after": String(Math.ceil(retryAfter)) }),
});

/** Answers a refusal in the format that the caller accepts. */
export function answerRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { type, body } = refusalBody(refusal, { accept: request.headers.accept, requestId: request.id });
  return reply.code(refusal.status).headers(refusalHeaders(refusal)).type(type).serializer(String).send(body);
}

/** Installs the error handler and the answers for unknown paths; before the routes, which it gets to know. */
export function installErrors(app: FastifyInstance): void {
  const methodsOf = collectMethods(app);
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOfCall(request, error);
    if ((refusal.status >= 500 && refusal.code !== "timedout") || refusal.code === "fileLost")
      request.log.error({ err: error, code: refusal.code }, "call failed");
    return answerRefusal(request, reply, refusal);
  });
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url.split("?")[0] ?? "/");
    if (methods.length === 0) return answerRefusal(request, reply, new Refusal("notFound"));
    return answerRefusal(request, reply.header("allow", methods.join(", ")), new Refusal("methodNotAllowed"));
  });
}
