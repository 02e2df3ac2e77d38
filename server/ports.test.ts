import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { ConfigError } from "./kernel/config.ts";
import { startFailure } from "./kernel/start-failure.ts";
import { settlePorts } from "./ports.ts";

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
  expect(failure).toMatchObject({ exitCode: 1, message: expect.stringMatching(new RegExp(`Port ${used} is taken`)) });
  expect(failure).not.toMatchObject({ message: expect.stringMatching(/ at /) });
});

test("a host that cannot be found is a wrong setting", async () => {
  await expect(settlePorts({ PORT: "0", API_PORT: "0", HOST: "no-such-host.invalid" })).rejects.toThrow(
    /^HOST names no address of this machine: .*no-such-host\.invalid/,
  );
});

test("one port for both is a wrong setting", async () => {
  await expect(settlePorts({ PORT: "4000", API_PORT: "4000" })).rejects.toThrow(ConfigError);
});

test.each([
  ["a database that is away", { code: "ECONNREFUSED", syscall: "connect" }, /cannot be reached/, 1],
  ["a wrong password", { code: "28P01" }, /database refuses/, 78],
  ["an unknown parameter in the address", { code: "42704", severity: "FATAL" }, /database refuses/, 78],
  ["a database that starts up", { code: "57P03", severity: "FATAL" }, /cannot be reached/, 1],
  ["a full disk", { code: "ENOSPC" }, /disk .* is full/, 1],
  ["a folder that cannot be written", { code: "EACCES", syscall: "mkdir", path: "/closed" }, /\/closed cannot be/, 78],
  ["a folder that cannot be made", { code: "ENOENT", syscall: "mkdir", path: "/proc/x" }, /\/proc\/x cannot be/, 78],
  ["a certificate of an unknown authority", { code: "SELF_SIGNED_CERT_IN_CHAIN" }, /not trusted[^]*sslrootcert=/, 78],
  ["a server without TLS", { message: "The server does not support SSL connections" }, /has no TLS/, 78],
  [
    "a server that demands TLS",
    { code: "28000", message: 'no pg_hba.conf entry for host "10.0.0.1", user "x", no encryption' },
    /Add \?sslmode=verify-full/,
    78,
  ],
])("%s is told in a sentence, however deep it lies", (_name, about, expected, exitCode) => {
  const inner = Object.assign(new Error("connect refused"), about);
  expect(startFailure(new Error("starting", { cause: inner }))).toEqual({
    message: expect.stringMatching(expected),
    exitCode,
  });
});

test("any other failure keeps its stack", () => {
  const error = new Error("unforeseen");
  expect(startFailure(error)).toEqual({ message: error, exitCode: 1 });
});
