/** How bodies are read: JSON and nothing else. A call whose body may be empty works without one, with or without a content type. */
import type { Endpoint } from "@portico/api/endpoint.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Installs the one parser. An empty body is no body, whatever its declared type says. */
export function installBodies(app: FastifyInstance): void {
  // Fastify would read plain text too.
  app.removeContentTypeParser("text/plain");
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text.length === 0) done(null, undefined);
    else void parseJson(request, text as string, done);
  });
}

/** True where every field of the declared body may be left out. */
const mayBeEmpty = ({ body }: Endpoint): boolean => body?.safeParse({}).success ?? false;

/** For such a call no body means the empty one; undefined for the others. */
export const fillEmptyBody = (endpoint: Endpoint) =>
  mayBeEmpty(endpoint)
    ? async (request: FastifyRequest): Promise<void> => {
        request.body ??= {};
      }
    : undefined;
