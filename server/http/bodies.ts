/**
 * Reads bodies: JSON, and bytes for the calls that take them. A call whose body may be empty also works without a body,
 * with or without a content type.
 */
import type { Endpoint } from "@portico/api/endpoint.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal } from "../kernel/refusal.ts";

/** Installs the only parsers. An empty body counts as none, whatever its content type. */
export function installBodies(app: FastifyInstance): void {
  // Fastify would also read plain text.
  app.removeContentTypeParser("text/plain");
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text.length === 0) done(null, undefined);
    else void parseJson(request, text as string, done);
  });
  app.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (request, bytes, done) => {
    const { endpoint } = request.routeOptions.config as { endpoint?: Endpoint };
    if (endpoint?.binaryBody) done(null, bytes);
    else done(new Refusal("unsupportedType"));
  });
}

/** True if every field of the declared body is optional. */
const mayBeEmpty = ({ body }: Endpoint): boolean => body?.safeParse({}).success ?? false;

/** For such a call, no body means an empty body; undefined for other calls. */
export const fillEmptyBody = (endpoint: Endpoint) =>
  mayBeEmpty(endpoint)
    ? async (request: FastifyRequest): Promise<void> => {
        request.body ??= {};
      }
    : undefined;
