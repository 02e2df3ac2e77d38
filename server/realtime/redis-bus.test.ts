/** A server of REDIS_URL that is away or refuses; bench/ops/redis-sockets.ts tries a real one. */
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import pino from "pino";
import { Server } from "socket.io";
import { expect, onTestFinished, test, vi } from "vitest";
import { startFailure } from "../kernel/start-failure.ts";
import { startRedisServer } from "../testing/redis-server.ts";
import { openRedisBus } from "./redis-bus.ts";

const silent = pino({ level: "silent" });
const failureOf = (url: string) =>
  openRedisBus(url, "test", silent).then(
    () => ({ message: "connected", exitCode: 0 }),
    (error: unknown) => startFailure(error),
  );

const patience = { timeout: 10_000 };

/** A process of the portal, and how often it heard of the other and was told to fetch anew. */
async function openProcess(url: string) {
  const warnings: string[] = [];
  const warn = (...[details, text]: [object, string]) => void warnings.push(`${text}: ${JSON.stringify(details)}`);
  const bus = await openRedisBus(url, "test", { warn, info: () => undefined } as never);
  onTestFinished(() => bus.close());
  const io = new Server({ adapter: bus.adapter });
  const seen = { heard: 0, told: 0, warnings };
  io.on("hello", () => (seen.heard += 1));
  bus.onReturn(() => (seen.told += 1));
  return { bus, seen, tellOthers: () => io.serverSideEmit("hello") };
}

type Process = Awaited<ReturnType<typeof openProcess>>;

/** Waits until both are connected again, and their pages were told to fetch. */
async function bothTold(one: Process, two: Process): Promise<void> {
  const before = [one.seen.told, two.seen.told] as const;
  await vi.waitFor(() => {
    expect([one.bus.answers(), two.bus.answers()]).toEqual([true, true]);
    expect(one.seen.told).toBeGreaterThan(before[0]);
    expect(two.seen.told).toBeGreaterThan(before[1]);
  }, patience);
}

test("a server that is away at the start and later is waited for, and then processes hear each other", async () => {
  const { port, close } = await startRedisServer(0);
  await close();
  const url = `redis://portal:secret@127.0.0.1:${port}`;
  const [one, two] = await Promise.all([openProcess(url), openProcess(url)]);
  expect([one.bus.answers(), two.bus.answers()]).toEqual([false, false]);
  // Nobody hears this, and it ends nothing.
  one.tellOthers();
  expect(one.seen.warnings.join()).toMatch(/Redis is away/);
  expect(one.seen.warnings.join()).not.toContain("secret");

  let server = await startRedisServer(port);
  onTestFinished(() => server.close());
  for (const round of [1, 2]) {
    await bothTold(one, two);
    one.tellOthers();
    await vi.waitFor(() => expect(two.seen.heard).toBe(round), patience);
    if (round === 2) return;
    await server.close();
    await vi.waitFor(() => expect([one.bus.answers(), two.bus.answers()]).toEqual([false, false]), patience);
    server = await startRedisServer(port);
  }
});

test("what a process could not send, the pages of the others fetch, which heard everything else", async () => {
  const server = await startRedisServer(0);
  onTestFinished(() => server.close());
  const url = `redis://127.0.0.1:${server.port}`;
  const [one, two] = await Promise.all([openProcess(url), openProcess(url)]);
  one.tellOthers();
  await vi.waitFor(() => expect(two.seen.heard).toBe(1), patience);
  expect([one.seen.told, two.seen.told]).toEqual([0, 0]);
  server.dropSenders();
  await bothTold(one, two);
});

test("a server that takes connections and says nothing is not waited for", async () => {
  const server = createServer((socket) => socket.on("error", () => undefined));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { bus, seen } = await openProcess(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(bus.answers()).toBe(false);
  expect(seen.warnings.join()).toMatch(/Redis is away/);
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
