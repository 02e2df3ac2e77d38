/** Limits for connections on both ports: sending time, protocol upgrades, what is not served, and closing. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { Refusal } from "../kernel/refusal.ts";
import { rawRefusal, refusalOfClientError } from "./raw-refusals.ts";

/** Path of socket.io on both ports. */
export const socketPath = "/socket.io/";

/**
 * Options for Fastify. A request must be complete within two minutes; Fastify's own default is no limit. Upgrade
 * requests are for sockets; on other paths they are answered as normal requests (RFC 9110, 7.8) and the connection is
 * closed. What Node or Fastify would answer by themselves is refused like everything else: requests that cannot be read
 * here, those without a host in `refuseOddRequests`, those after the stop has begun in `closeQuietConnections`.
 */
export const connectionOptions = {
  requestTimeout: 120_000,
  return503OnClosing: false,
  http: {
    requireHostHeader: false,
    shouldUpgradeCallback: ({ url = "" }: IncomingMessage): boolean => url.startsWith(socketPath),
  },
  clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    if (socket.writable) socket.write(rawRefusal(refusalOfClientError(error)));
    socket.destroy(error);
  },
};

/**
 * The portal is no proxy: Node closes a tunnel's connection without an answer. The server's time limits no longer apply
 * to such a connection, so it does not wait for the other side to close.
 */
export function refuseTunnels(app: FastifyInstance): void {
  app.server.on("connect", (_request: IncomingMessage, socket: Socket) => {
    socket.on("error", () => undefined);
    socket.write(rawRefusal(new Refusal("methodNotAllowed")));
    socket.destroySoon();
  });
}

const countHosts = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;

/** Names one host: a proxy may have read another one of two. HTTP/1.0 need not name any. */
export function namesItsHost(request: IncomingMessage): boolean {
  const hosts = countHosts(request);
  return hosts === 1 || (hosts === 0 && request.httpVersion === "1.0");
}

/**
 * Does not serve requests that nobody can be answered for: those still in the buffer of a connection that its client has
 * reset, which has no address to count them for, are dropped. Refuses with 400 one that does not name its host, and one
 * that expects what is not known here (RFC 9110, 10.1.1). After `installHeaders`, whose headers they get.
 */
export function refuseOddRequests(app: FastifyInstance): void {
  // Node would answer by itself.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.addHook("onRequest", (request, reply, next) => {
    if (request.socket.remoteAddress === undefined) reply.hijack();
    else if (!namesItsHost(request.raw)) {
      reply.header("connection", "close");
      return next(new Refusal("badInput"));
    } else if (!/^(?:100-continue)?$/i.test(request.headers.expect ?? "")) return next(new Refusal("badInput"));
    next();
  });
}

/**
 * Node would wait a minute for connections that never sent a request (browsers open them in advance). When the server
 * begins to close, connections without a running call end at once, the others after their last answer. From `stopping` on,
 * while calls are still served, each answer is the last of its connection (`Connection: close`).
 */
export function closeQuietConnections(app: FastifyInstance, stopping?: AbortSignal): void {
  const callsOf = new Map<Socket, Set<ServerResponse>>();
  let closing = false;
  app.server.on("connection", (socket: Socket) => {
    callsOf.set(socket, new Set());
    socket.once("close", () => callsOf.delete(socket));
  });
  app.server.on("request", ({ socket, headers }: IncomingMessage, response: ServerResponse) => {
    callsOf.get(socket)?.add(response);
    // Node does not read further on a connection that requested another protocol.
    if (headers.upgrade !== undefined || stopping?.aborted) response.shouldKeepAlive = false;
    response.once("close", () => {
      const calls = callsOf.get(socket);
      calls?.delete(response);
      if (closing && calls?.size === 0) socket.destroySoon();
    });
  });
  stopping?.addEventListener("abort", () => {
    for (const calls of callsOf.values()) for (const response of calls) response.shouldKeepAlive = false;
  });
  app.addHook("onRequest", (_request, _reply, next) => {
    next(closing ? new Refusal("unavailable", { retryAfter: 2 }) : undefined);
  });
  app.addHook("preClose", async () => {
    closing = true;
    for (const [socket, calls] of callsOf) if (calls.size === 0) socket.destroy();
  });
}
