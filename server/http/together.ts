/** Several small reads in one call: each is made within the process for the same caller, as if it had come by itself. */
import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal } from "../kernel/refusal.ts";

/** Marks such a read with a word that only this process knows. */
const markHeader = "x-read-together";
const mark = randomBytes(16).toString("hex");

/** A read together with others reaches no route but those of the calls that allow it. */
export function guardReadTogether(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, next) => {
    const isAllowed = request.headers[markHeader] !== mark || request.routeOptions.config.endpoint?.readTogether;
    next(isAllowed ? undefined : new Refusal("notFound"));
  });
}

/** Of the call that asks for all of them: its answer is compressed, and nobody has it yet. */
const ownHeaders = ["accept-encoding", "if-none-match", "range", "content-length", "content-type"];

/** The answer of another call as JSON text, for the caller of `request`; null unless it is a good one. */
export async function readAlso(request: FastifyRequest, path: string): Promise<string | null> {
  const headers: FastifyRequest["headers"] & Record<string, unknown> = { ...request.headers, [markHeader]: mark };
  for (const name of ownHeaders) delete headers[name];
  const remoteAddress = request.socket.remoteAddress;
  const answer = await request.server.inject({
    method: "GET",
    url: path,
    headers,
    ...(remoteAddress !== undefined && { remoteAddress }),
  });
  return answer.statusCode === 200 ? answer.payload : null;
}
