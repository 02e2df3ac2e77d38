/**
 * Reads bodies: JSON, and bytes for the calls that take them. A call whose body may be empty also works without a body,
 * with or without a content type.
 */
import type { IncomingMessage } from "node:http";
import type { Endpoint } from "@portico/api/endpoint.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../kernel/refusal.ts";
import { bodyLimitOf, defaultBodyLimit, smallBytes } from "./body-gate.ts";
import { readLargeBody } from "./large-bodies.ts";

/**
 * The chunks of a body as they arrived: putting them together at once would take as long as parsing them. After a refusal
 * the sender may still be sending, so the connection stays open for the answer.
 */
function collect(payload: IncomingMessage, { headers }: FastifyRequest, limit: number): Promise<Buffer[]> {
  const declared = headers["content-length"] === undefined ? undefined : Number(headers["content-length"]);
  if (declared !== undefined && declared > limit) throw new Refusal("tooLarge");
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    function stop(refusal?: Refusal): void {
      payload.off("data", take).off("end", end).off("error", fail);
      if (refusal) reject(refusal);
      else resolve(chunks);
    }
    const fail = (): void => stop(new Refusal("badInput"));
    const end = (): void => stop(declared === undefined || declared === length ? undefined : new Refusal("badInput"));
    function take(chunk: Buffer): void {
      length += chunk.length;
      chunks.push(chunk);
      if (length > limit) stop(new Refusal("tooLarge"));
    }
    payload.on("data", take).on("end", end).on("error", fail);
  });
}

/** Installs the only parsers. An empty body counts as none, whatever its content type. */
export function installBodies(app: FastifyInstance): void {
  // Fastify would also read plain text.
  app.removeContentTypeParser("text/plain");
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", async (request: FastifyRequest, payload: IncomingMessage) => {
    const { endpoint } = request.routeOptions.config as { endpoint?: Endpoint };
    const chunks = await collect(payload, request, endpoint ? bodyLimitOf(endpoint) : defaultBodyLimit);
    const parse = (text: string): Promise<unknown> =>
      new Promise((resolve, reject) => {
        void parseJson(request, text, (error, value) => (error ? reject(error) : resolve(value)));
      });
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    if (length === 0) return undefined;
    const withFiles = endpoint?.bodyLimit !== undefined;
    if (length <= smallBytes && !withFiles) return parse(Buffer.concat(chunks).toString());
    return readLargeBody(chunks, { withFiles, parse });
  });
  app.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (request, bytes, done) => {
    const { endpoint } = request.routeOptions.config as { endpoint?: Endpoint };
    if (endpoint?.binaryBody) done(null, bytes);
    else done(new Refusal("unsupportedType"));
  });
}

/** True if every field of the declared body is optional. */
const mayBeEmpty = ({ body }: Endpoint): boolean => body?.safeParse({}).success ?? false;

/**
 * For such a call, no body means an empty body. Which calls these are is found when one comes without a body: asking all of them
 * would be a twentieth of a start.
 */
export function fillEmptyBody(endpoint: Endpoint) {
  if (!endpoint.body) return undefined;
  let isAllowed: boolean | undefined;
  return (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    if (request.body === undefined || request.body === null) {
      isAllowed ??= mayBeEmpty(endpoint);
      if (isAllowed) request.body = {};
    }
    done();
  };
}
