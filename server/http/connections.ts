/** What both ports let clients do with a connection: how long they may send, what they may change it into, and how it ends. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Where socket.io listens, at either port. */
const socketPath = "/socket.io/";

/**
 * For Fastify. A request is whole within two minutes, whoever sends it byte by byte; Fastify's own default is no limit. A request to
 * upgrade is for the sockets; on any other path it is answered as if it did not ask (RFC 9110, 7.8), and the connection ended.
 */
export const connectionOptions = {
  requestTimeout: 120_000,
  http: { shouldUpgradeCallback: ({ url = "" }: IncomingMessage): boolean => url.startsWith(socketPath) },
};

/**
 * The portal is nobody's proxy: Node closes a tunnel's connection without a word. No limit of the server's holds for such a connection
 * any more, so it does not wait for the other side to end it.
 */
export function refuseTunnels(app: FastifyInstance): void {
  app.server.on("connect", (_request: IncomingMessage, socket: Socket) => {
    socket.on("error", () => undefined);
    socket.write("HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    socket.destroySoon();
  });
}

/**
 * Node waits for a connection that never sent a request (browsers open them ahead) until its headers time out, a minute later. Here
 * every connection without a call under way ends when the server begins to close, the others with their last answer.
 */
export function closeQuietConnections(app: FastifyInstance): void {
  const callsOf = new Map<Socket, number>();
  let closing = false;
  const settle = (socket: Socket, change: 1 | -1): void => {
    const calls = callsOf.get(socket);
    if (calls === undefined) return;
    callsOf.set(socket, calls + change);
    if (closing && calls + change === 0) socket.destroySoon();
  };
  app.server.on("connection", (socket: Socket) => {
    callsOf.set(socket, 0);
    socket.once("close", () => callsOf.delete(socket));
  });
  app.server.on("request", ({ socket, headers }: IncomingMessage, response: ServerResponse) => {
    settle(socket, 1);
    // Node reads no further on a connection that was to be another protocol's.
    if (headers.upgrade !== undefined) response.shouldKeepAlive = false;
    response.once("close", () => settle(socket, -1));
  });
  app.addHook("preClose", async () => {
    closing = true;
    for (const [socket, calls] of callsOf) if (calls === 0) socket.destroy();
  });
}
