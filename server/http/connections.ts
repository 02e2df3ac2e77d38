/** Limits for connections on both ports: sending time, protocol upgrades, what is not served, and closing. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { Refusal } from "../kernel/refusal.ts";

/** Path of socket.io on both ports. */
const socketPath = "/socket.io/";

/**
 * Options for Fastify. A request must be complete within two minutes; Fastify's own default is no limit. Upgrade
 * requests are for sockets; on other paths they are answered as normal requests (RFC 9110, 7.8) and the connection is
 * closed.
 */
export const connectionOptions = {
  requestTimeout: 120_000,
  http: { shouldUpgradeCallback: ({ url = "" }: IncomingMessage): boolean => url.startsWith(socketPath) },
};

/**
 * The portal is no proxy: Node closes a tunnel's connection without an answer. The server's time limits no longer apply
 * to such a connection, so it does not wait for the other side to close.
 */
export function refuseTunnels(app: FastifyInstance): void {
  app.server.on("connect", (_request: IncomingMessage, socket: Socket) => {
    socket.on("error", () => undefined);
    socket.write("HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    socket.destroySoon();
  });
}

const countHosts = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;

/**
 * Does not serve requests that nobody can be answered for: those still in the buffer of a connection that its client has
 * reset, which has no address to count them for, are dropped; one with two `Host` headers is refused with 400, since a
 * proxy may have read the other one.
 */
export function refuseOddRequests(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, next) => {
    if (request.socket.remoteAddress === undefined) reply.hijack();
    else if (countHosts(request.raw) > 1) return next(new Refusal("badInput"));
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
  app.addHook("preClose", async () => {
    closing = true;
    for (const [socket, calls] of callsOf) if (calls.size === 0) socket.destroy();
  });
}
