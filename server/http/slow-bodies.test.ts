/** Bodies that arrive byte by byte: cut off soon if others wait, and always in the end. */

import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Endpoint } from "@portico/api/endpoint.ts";
import { files } from "@portico/api/files.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { createTestApp } from "../testing/app.ts";
import { createBodyGate } from "./body-gate.ts";
import { buildPages } from "./pages.ts";

const largest = files.upload.bodyLimit;

/** Sends the head of an upload and then a byte every 20 ms until the server answers or closes. */
function trickle(
  server: FastifyInstance,
  path: string,
  { length, headers = "" }: { length: number; headers?: string },
) {
  const socket = connect((server.server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${headers}\r\n`,
  );
  const timer = setInterval(() => socket.write(" "), 20);
  const begun = performance.now();
  let said = "";
  socket.on("data", (part) => {
    said += String(part);
  });
  socket.on("error", () => undefined);
  const ended = new Promise<{ status: string | undefined; ms: number }>((resolve) =>
    socket.on("close", () => {
      clearInterval(timer);
      resolve({ status: /^HTTP\/1\.1 (\d{3})/.exec(said)?.[1], ms: performance.now() - begun });
    }),
  );
  return { ended, isOpen: () => !socket.destroyed, socket };
}

/** Uploads through a gate that checks more often than the portal's. */
async function gated(pace = {}) {
  const admitted: string[] = [];
  const gate = createBodyGate({
    pace: { bytesPerSecond: 32 * 1024, lookEveryMs: 200, asideBytes: 64 * 1024, ...pace },
  });
  const app = Fastify({ bodyLimit: largest });
  app.post<{ Params: { sender: string } }>("/:sender", {
    onRequest: async (request, reply) => {
      await gate.enter(request, reply, files.upload as Endpoint, () => request.params.sender);
      admitted.push(request.params.sender);
    },
    handler: async (request) => {
      gate.leave(request);
      return { done: true };
    },
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => app.close());
  return { app, isFull: () => expect.poll(() => admitted.toSorted()).toEqual(["1", "2"]) };
}

/** Sends a whole upload at once. */
const whole = (app: FastifyInstance, path: string) =>
  app.inject({
    method: "POST",
    url: path,
    headers: { "content-type": "application/json", "content-length": String(largest) },
    payload: `{"name":"${" ".repeat(largest - 11)}"}`,
  });

test("slow bodies hold up nobody who waits, and go on arriving", async () => {
  const { app, isFull } = await gated();
  const slow = [1, 2].map((sender) => trickle(app, `/${sender}`, { length: largest }));
  await isFull();
  for (const sender of [3, 4, 5]) expect((await whole(app, `/${sender}`)).statusCode).toBe(200);
  expect(slow.map(({ isOpen }) => isOpen())).toEqual([true, true]);
});

test("a sender whose body stepped aside has no second one read meanwhile", async () => {
  const { app, isFull } = await gated();
  for (const sender of [1, 2]) trickle(app, `/${sender}`, { length: largest });
  await isFull();
  expect((await whole(app, "/3")).statusCode).toBe(200);
  const second = whole(app, "/1").then(() => "answered");
  expect(await Promise.race([second, pause(600).then(() => "waits")])).toBe("waits");
});

test("what arrived slowly is limited: the slowest is cut off", async () => {
  const { app, isFull } = await gated({ asideBytes: 600 * 1024 });
  const bodies = [1, 2].map((sender) => trickle(app, `/${sender}`, { length: largest }));
  await isFull();
  const [faster, slowest] = bodies as [(typeof bodies)[0], (typeof bodies)[0]];
  for (const { socket } of bodies) socket.write(" ".repeat(400 * 1024));
  await pause(450);
  const timer = setInterval(() => faster.socket.write(" ".repeat(512)), 50);
  onTestFinished(() => clearInterval(timer));
  await Promise.all([3, 4].map((sender) => whole(app, `/${sender}`)));
  await slowest.ended;
  expect(faster.isOpen()).toBe(true);
});

test("bodies that come fast enough keep their places although others wait", async () => {
  const { app, isFull } = await gated();
  const steady = [1, 2].map((sender) => trickle(app, `/${sender}`, { length: largest }));
  await isFull();
  const timer = setInterval(() => {
    for (const { socket } of steady) socket.write(" ".repeat(16 * 1024));
  }, 50);
  onTestFinished(() => clearInterval(timer));
  const waiting = trickle(app, "/3", { length: largest });
  await pause(1000);
  expect([...steady, waiting].map(({ isOpen }) => isOpen())).toEqual([true, true, true]);
});

test("at either port a request that is never whole is ended, signed in or not, whatever its path", async () => {
  const app = await createTestApp();
  const renderer = { render: async () => new Response("page") };
  const pages = await buildPages(app.services, { api: app.app, renderer, clientFolder: "/there-is-no-such-folder" });
  onTestFinished(async () => {
    await pages.close();
    await app.close();
  });
  const client = await app.as("client");
  for (const { server } of [app.app, pages]) {
    expect(server.requestTimeout).toBe(120_000);
    // The same in a hundredth of the time.
    Object.assign(server, { requestTimeout: 1200, headersTimeout: 600, connectionsCheckingInterval: 100 });
  }
  for (const server of [app.app, pages]) await server.listen({ port: 0, host: "127.0.0.1" });
  const headers = `Authorization: Bearer ${client.token}\r\n`;
  const slow = [
    trickle(app.app, "/user/login", { length: 30_000 }),
    trickle(app.app, `/file/user/${client.id}`, { length: largest, headers }),
    trickle(pages, "/api/user/login", { length: 30_000 }),
    trickle(pages, `/api/file/user/${client.id}`, { length: largest, headers }),
    trickle(pages, "/en/login", { length: 30_000 }),
  ];
  for (const { status, ms } of await Promise.all(slow.map(({ ended }) => ended))) {
    expect(status === undefined || status === "408" || status === "200").toBe(true);
    expect(ms).toBeLessThan(4000);
  }
});
