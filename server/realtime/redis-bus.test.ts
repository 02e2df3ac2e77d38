/** What an operator is told when the server of REDIS_URL is not there; bench/ops/redis-sockets.ts tries it on a real one. */

import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { startFailure } from "../start-failure.ts";
import { openRedisBus } from "./redis-bus.ts";

const log = pino({ level: "silent" });
const failureOf = (url: string) =>
  openRedisBus(url, "test", log).then(
    () => ({ message: "connected", exitCode: 0 }),
    (error: unknown) => startFailure(error),
  );

test("a server that is away is named, without its password, and worth another start", async () => {
  const { message, exitCode } = await failureOf("redis://portal:secret@127.0.0.1:1");
  expect(message).toMatch(/The server of REDIS_URL at 127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED/);
  expect(message).not.toContain("secret");
  expect(exitCode).toBe(1);
});

test("a server that refuses the password is for the settings", async () => {
  // As Redis answers without or with a wrong password.
  const server = createServer((socket) => {
    socket.on("data", () => socket.write("-WRONGPASS invalid username-password pair or user is disabled.\r\n"));
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { message, exitCode } = await failureOf(`redis://portal:secret@127.0.0.1:${port}`);
  expect(message).toMatch(/REDIS_URL at 127\.0\.0\.1:\d+ refuses: WRONGPASS/);
  expect(exitCode).toBe(78);
});
