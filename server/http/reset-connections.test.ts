/** Requests that a client sent before it reset the connection are dropped without a line in the log. */
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApi } from "../app.ts";
import { createLog } from "../kernel/logging.ts";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { createMetrics } from "./metrics.ts";
import { buildPages } from "./pages.ts";

let app: TestApp;
let api: FastifyInstance;
let pages: FastifyInstance;
const logged: string[] = [];
let rendered = 0;
beforeAll(async () => {
  app = await createTestApp({ rateLimits: true });
  const stream = { write: (line: string) => void logged.push(line) };
  const services = { ...app.services, log: createLog({ logLevel: "info", logPretty: false }, stream) };
  api = await buildApi(services, { operations: { metrics: createMetrics() } });
  const renderer = { render: async () => (rendered++, new Response("page")) };
  pages = await buildPages(services, { api, renderer, clientFolder: "/there-is-no-such-folder" });
  for (const server of [api, pages]) await server.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await pages.close();
  await api.close();
  await app.close();
});

test.each([
  ["the API's port", () => api, "/settings/brand"],
  ["the API's port, of a user", () => api, "/user/1"],
  ["the pages' port", () => pages, "/api/settings/brand"],
  ["the pages' port, of a page", () => pages, "/en/login"],
] as const)("a thousand requests and a reset at %s", async (_, server, path) => {
  logged.length = 0;
  rendered = 0;
  const { port } = server().server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  // In one step, so that the server finds requests in the buffer of a connection that is gone.
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(1000));
  socket.resetAndDestroy();
  await pause(400);
  expect(logged.join("")).toBe("");
  expect(rendered).toBe(0);
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  expect(answer.status).toBeLessThan(500);
});
