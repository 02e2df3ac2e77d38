import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { ConfigError } from "./kernel/config.ts";
import { settlePorts } from "./ports.ts";
import { startFailure } from "./start-failure.ts";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function usedPort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  servers.push(server);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

test("PORT=0 takes a free port, and the portal's address names it", async () => {
  const { port, apiPort, publicUrl } = await settlePorts({ PORT: "0", API_PORT: "0" });
  expect(port).toBeGreaterThan(0);
  expect(apiPort).not.toBe(port);
  expect(publicUrl).toBe(`http://localhost:${port}`);
});

test("a taken port is told in a sentence that names it, not by a stack", async () => {
  const used = await usedPort();
  const failure = await settlePorts({ PORT: "0", API_PORT: String(used) }).catch(startFailure);
  expect(failure).toMatch(new RegExp(`Port ${used} is taken`));
  expect(failure).not.toMatch(/ at /);
});

test("one port for both is a wrong setting", async () => {
  await expect(settlePorts({ PORT: "4000", API_PORT: "4000" })).rejects.toThrow(ConfigError);
});

test.each([
  ["a database that is away", { code: "ECONNREFUSED", syscall: "connect" }, /cannot be reached/],
  ["a wrong password", { code: "28P01" }, /database refuses/],
  ["a full disk", { code: "ENOSPC" }, /disk .* is full/],
  ["a folder that cannot be written", { code: "EACCES", syscall: "mkdir", path: "/closed" }, /\/closed cannot be used/],
])("%s is told in a sentence, however deep it lies", (_name, about, expected) => {
  const inner = Object.assign(new Error("connect refused"), about);
  expect(startFailure(new Error("starting", { cause: inner }))).toMatch(expected);
});

test("any other failure keeps its stack", () => {
  const error = new Error("unforeseen");
  expect(startFailure(error)).toBe(error);
});
