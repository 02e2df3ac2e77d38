/** Open client connections do not delay the stop, and a running call is answered first. */
import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { closeQuietConnections } from "./connections.ts";

async function listening(stopping?: AbortSignal) {
  const app = Fastify();
  closeQuietConnections(app, stopping);
  app.get("/slow", async () => {
    await pause(300);
    return "answered";
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const open = async (text: string): Promise<Socket> => {
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined);
    await once(socket, "connect");
    if (text !== "") socket.write(text);
    return socket;
  };
  const closed = async (): Promise<number> => {
    const since = performance.now();
    await app.close();
    return performance.now() - since;
  };
  return { open, closed };
}
const ask = "GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n";

test.each([
  ["no request yet", ""],
  ["half a request", "GET /sl"],
])("a connection with %s does not delay the stop", async (_, text) => {
  const { open, closed } = await listening();
  await open(text);
  await pause(50);
  expect(await closed()).toBeLessThan(250);
});

test("a connection kept after its answer does not delay the stop", async () => {
  const { open, closed } = await listening();
  const socket = await open(ask);
  await once(socket, "data");
  expect(await closed()).toBeLessThan(250);
});

test("a call under way is answered, and its kept connection ends with that", async () => {
  const { open, closed } = await listening();
  const socket = await open(ask);
  await pause(50);
  let answer = "";
  socket.on("data", (part) => {
    answer += String(part);
  });
  const ended = once(socket, "close");
  expect(await closed()).toBeLessThan(1000);
  await ended;
  expect(answer).toMatch(/^HTTP\/1\.1 200[\s\S]*answered$/);
});

test("while the process stops, calls are answered and each answer is the last of its connection", async () => {
  const stopping = new AbortController();
  const { open, closed } = await listening(stopping.signal);
  const answerOn = async (socket: Socket): Promise<string> => {
    let answer = "";
    socket.on("data", (part) => {
      answer += String(part);
    });
    await once(socket, "close");
    return answer;
  };
  const before = answerOn(await open(ask));
  await pause(50);
  stopping.abort();
  const after = answerOn(await open(ask));
  for (const answer of await Promise.all([before, after]))
    expect(answer).toMatch(/^HTTP\/1\.1 200[\s\S]*\r\nConnection: close\r\n[\s\S]*answered$/i);
  await closed();
});
