/** Lets a server stop at once although clients keep connections open: only those with a call under way are waited for. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

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
  app.server.on("request", ({ socket }: { socket: Socket }, response: ServerResponse) => {
    settle(socket, 1);
    response.once("close", () => settle(socket, -1));
  });
  app.addHook("preClose", async () => {
    closing = true;
    for (const [socket, calls] of callsOf) if (calls === 0) socket.destroy();
  });
}
