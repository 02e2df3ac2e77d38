/** Open pages receive the events that concern them, on either of two servers, and nobody else does. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { arrangeKey } from "../domains/machines/testing/arranged.ts";
import { createEvents } from "../kernel/events.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { openSockets } from "./sockets.ts";

interface Node {
  url: string;
  events: ReturnType<typeof createEvents>;
  close(): Promise<void>;
}

let app: TestApp;
let nodes: [Node, Node];
const open: Socket[] = [];
const origin = "http://localhost:3000";

async function startNode(): Promise<Node> {
  const events = createEvents();
  const server: Server = createServer();
  const sockets = openSockets(
    { ...app.services, events },
    { servers: [server], pool: app.database.pool, listening: app.database.listening, origins: [origin], checkMs: 200 },
  );
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    await sockets.close();
    await new Promise((closed) => server.close(closed));
  };
  return { url, events, close };
}

beforeAll(async () => {
  app = await createTestApp();
  nodes = [await startNode(), await startNode()];
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await app.close();
});

/** Connects, or returns the reason of the refusal. */
function connect(
  node: Node,
  token: string,
  headers: Record<string, string> = {},
  { pageAge, onEvent }: { pageAge?: number; onEvent?: (name: string) => void } = {},
): Promise<Socket> {
  const socket = io(node.url, {
    auth: { token, pageAge },
    reconnection: false,
    transports: ["websocket"],
    extraHeaders: headers,
  });
  open.push(socket);
  if (onEvent) socket.onAny(onEvent);
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve(socket));
    socket.once("connect_error", reject);
  });
}
const next = (socket: Socket, event: string): Promise<unknown> => new Promise((resolve) => socket.once(event, resolve));

test("a change reaches the holder and staff on either server, and nobody else", async () => {
  const [holder, other, staff] = (await Promise.all([app.as("client"), app.as("client"), app.as("internal")])) as [
    TestUser,
    TestUser,
    TestUser,
  ];
  const [here, there, foreign, office] = await Promise.all([
    connect(nodes[0], holder.token),
    connect(nodes[1], holder.token),
    connect(nodes[1], other.token),
    connect(nodes[1], staff.token),
  ]);
  let overheard = 0;
  foreign.on("portfolio:changed", () => overheard++);
  const heard = Promise.all([here, there, office].map((socket) => next(socket, "portfolio:changed")));
  // A service's holder may contain more; the page gets only what is declared.
  const known = { holderType: "user", holderId: holder.id, name: "Ivan", clientNumber: "P1" } as const;
  nodes[0].events.emit("portfolio:changed", { ...known, version: "7" });
  const event = { holderType: "user", holderId: holder.id, version: "7" };
  expect(await heard).toEqual([event, event, event]);
  await pause(100);
  expect(overheard).toBe(0);
});

test("a process without servers sends the events of its jobs to the pages of others", async () => {
  const events = createEvents();
  const sockets = openSockets({ ...app.services, events }, { servers: [], pool: app.database.pool, origins: [origin] });
  const holder = await app.as("client");
  const page = await connect(nodes[0], holder.token);
  const heard = next(page, "portfolio:changed");
  events.emit("portfolio:changed", { holderType: "user", holderId: holder.id, version: "8" });
  expect(await heard).toMatchObject({ version: "8" });
  expect(sockets.count()).toBe(0);
  await sockets.close();
});

test("a revoked session is told and disconnected on the other server too", async () => {
  const user = await app.as("client");
  const socket = await connect(nodes[1], user.token);
  const { id } = await app.database.db
    .selectFrom("session")
    .select("id")
    .where("user_id", "=", user.id)
    .executeTakeFirstOrThrow();
  const received = next(socket, "session:revoked");
  const gone = next(socket, "disconnect");
  nodes[0].events.emit("sessionsRevoked", { sessionIds: [id], reason: "ended" });
  expect(await received).toEqual({ reason: "ended" });
  await gone;
});

test("who is no longer staff, or disabled, is cut off from what was theirs to hear", async () => {
  const [demoted, disabled, steady] = [await app.as("office"), await app.as("client"), await app.as("client")];
  const was = await connect(nodes[1], demoted.token);
  const out = await connect(nodes[1], disabled.token);
  const stays = await connect(nodes[1], steady.token);
  const gone = Promise.all([next(was, "disconnect"), next(out, "disconnect")]);
  const set = (values: { role?: string; state?: string }, { id }: TestUser) =>
    app.database.db.updateTable("app_user").set(values).where("id", "=", id).execute();
  await set({ role: "client" }, demoted);
  await set({ state: "disabled" }, disabled);
  expect(await gone).toEqual(["transport close", expect.any(String)]);
  expect(stays.connected).toBe(true);
  let overheard = 0;
  const again = await connect(nodes[1], demoted.token);
  again.on("holder:state", () => overheard++);
  nodes[0].events.emit("holder:state", { holderType: "user", holderId: steady.id });
  await pause(200);
  expect(overheard).toBe(0);
  await expect(connect(nodes[0], disabled.token)).rejects.toThrow("unauthenticated");
});

test("no token, a wrong one, a machine's key and a foreign origin do not connect", async () => {
  const { token } = await app.as("client");
  const { id: userId } = await app.as("admin");
  const key = await arrangeKey(app.database.db, { userId, scopes: ["tickets:read"] });
  await expect(connect(nodes[0], key.token)).rejects.toThrow("unauthenticated");
  await expect(connect(nodes[0], "")).rejects.toThrow("unauthenticated");
  await expect(connect(nodes[0], "wrong")).rejects.toThrow("unauthenticated");
  await expect(connect(nodes[0], token, { origin: "https://elsewhere.example" })).rejects.toThrow();
  await expect(connect(nodes[0], token, { origin })).resolves.toBeDefined();
});

test("after the servers' bus was cut, pages connect anew by themselves and can fetch what they missed", async () => {
  const client = await app.as("client");
  const socket = io(nodes[0].url, { auth: { token: client.token }, transports: ["websocket"], reconnectionDelay: 50 });
  open.push(socket);
  await new Promise<void>((connected) => socket.once("connect", connected));
  const again = new Promise<void>((connected) => socket.once("connect", connected));
  await app.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like 'LISTEN%' and pid <> pg_backend_pid()",
  );
  await again;
  const heard = new Promise((received) => socket.once("portfolio:changed", received));
  nodes[1].events.emit("portfolio:changed", { holderType: "user", holderId: client.id, version: "9" });
  await expect(heard).resolves.toMatchObject({ version: "9" });
});

test("a new page is told of an event before its connection, on either server, and only if it concerns it", async () => {
  const [holder, other] = [await app.as("client"), await app.as("client")];
  const toldOnConnecting = async (node: Node, { token }: TestUser, pageAge?: number): Promise<boolean> => {
    const heard: string[] = [];
    const socket = await connect(
      node,
      token,
      {},
      { ...(pageAge !== undefined && { pageAge }), onEvent: (name) => heard.push(name) },
    );
    await pause(50);
    socket.disconnect();
    return heard.includes("connection:missed");
  };
  // A server vouches only for the time since it listens.
  for (const node of nodes) await expect.poll(() => toldOnConnecting(node, holder, 10), { timeout: 8000 }).toBe(false);
  nodes[0].events.emit("portfolio:changed", { holderType: "user", holderId: holder.id, version: "7" });
  await pause(100);
  for (const node of nodes) expect(await toldOnConnecting(node, holder, 10)).toBe(true);
  expect(await toldOnConnecting(nodes[1], other, 10)).toBe(false);
  // A page that connects again cannot say since when it has heard nothing.
  expect(await toldOnConnecting(nodes[1], other)).toBe(true);
});

test("a session has a dozen sockets at most, however many ask at once, and a place is free again when one closes", async () => {
  const { token } = await app.as("client");
  const results = await Promise.allSettled(Array.from({ length: 16 }, () => connect(nodes[0], token)));
  const connected = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  expect(connected).toHaveLength(12);
  connected[0]?.disconnect();
  await expect
    .poll(() =>
      connect(nodes[0], token).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  const other = await app.as("client");
  await expect(connect(nodes[0], other.token)).resolves.toBeDefined();
});

test("the dozen holds over both servers, but for the first on each", async () => {
  const { token } = await app.as("client");
  const here = await Promise.all(Array.from({ length: 11 }, () => connect(nodes[0], token)));
  await connect(nodes[1], token);
  for (const node of nodes) await expect(connect(node, token)).rejects.toThrow("tooManyRequests");
  for (const socket of here.slice(0, 3)) socket.disconnect();
  await expect
    .poll(() =>
      connect(nodes[1], token).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await connect(nodes[1], token);
});

test("a server that stops closes its own sockets, whose pages connect again; those of others stay", async () => {
  const user = await app.as("client");
  const stopped = await startNode();
  const there = await connect(nodes[0], user.token);
  const here = io(stopped.url, { auth: { token: user.token }, transports: ["websocket"] });
  open.push(here);
  await next(here, "connect");
  const reason = next(here, "disconnect");
  await stopped.close();
  expect(await reason).toBe("transport close");
  expect(here.active).toBe(true);
  await pause(100);
  expect(there.connected).toBe(true);
});
