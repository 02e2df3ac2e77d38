/** Both ports of a portal with its sockets, listening, for requests that only a raw connection can send. */
import type { FastifyInstance } from "fastify";
import { buildPages } from "../http/pages.ts";
import { openSockets } from "../realtime/sockets.ts";
import { createTestApp, type TestApp } from "./app.ts";

export interface OpenPorts {
  app: TestApp;
  pages: FastifyInstance;
  close: () => Promise<void>;
}

/** Opens them on free ports of this machine; the pages answer one word. */
export async function openPorts(): Promise<OpenPorts> {
  const app = await createTestApp();
  const renderer = { render: async () => new Response("page") };
  const pages = await buildPages(app.services, { api: app.app, renderer, clientFolder: "/there-is-no-such-folder" });
  const sockets = openSockets(app.services, {
    servers: [app.app.server, pages.server],
    pool: app.database.pool,
    origins: ["http://localhost:3000"],
  });
  for (const server of [app.app, pages]) await server.listen({ port: 0, host: "127.0.0.1" });
  return {
    app,
    pages,
    close: async () => {
      await sockets.close();
      await pages.close();
      await app.close();
    },
  };
}
