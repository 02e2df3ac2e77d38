/** A handshake that is under way while its right ends: nothing is heard afterwards, over either transport. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { openSockets } from "./sockets.ts";

let app: TestApp;
let url: string;
let close: () => Promise<void>;
const open: Socket[] = [];

/** The query that resolves a handshake's token waits here, with its answer, while a test holds it. */
const held = { until: Promise.resolve(), reached: () => {}, fails: false };
function hold() {
  let letGo: () => void = () => {};
  const reached = new Promise<void>((resolve) => {
    held.reached = resolve;
  });
  held.until = new Promise((resolve) => {
    letGo = resolve;
  });
  return { reached, letGo };
}

beforeAll(async () => {
  app = await createTestApp();
  const { pool, sessions: quick } = app.database;
  const sessions: typeof quick = {
    ...quick,
    async query(text, values) {
      if (held.fails) throw new Error("the database is away");
      const answer = await quick.query(text, values);
      held.reached();
      await held.until;
      return answer as never;
    },
  };
  const server = createServer();
  const sockets = openSockets({ ...app.services, sessions }, { servers: [server], pool, origins: [] });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = async () => {
    await sockets.close();
    await new Promise((closed) => server.close(closed));
  };
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(async () => {
  await close();
  await app.close();
});

/** Begins to connect, lets `change` happen once the token was looked up, and then lets the handshake go on. */
async function connectDuring({ token }: TestUser, transport: "websocket" | "polling", change: () => Promise<unknown>) {
  const { reached, letGo } = hold();
  const socket = io(url, { auth: { token }, reconnection: false, transports: [transport], forceNew: true });
  open.push(socket);
  const heard: string[] = [];
  socket.onAny((name: string) => name !== "connection:missed" && heard.push(name));
  await reached;
  await change();
  const over = new Promise<void>((resolve) => {
    socket.once("disconnect", () => resolve());
    socket.once("connect_error", () => resolve());
    // One that stays connected, and is in its rooms, is judged by what it hears.
    socket.once("connection:missed", () => resolve());
  });
  letGo();
  await over;
  return heard;
}

describe.each(["websocket", "polling"] as const)("over %s", (transport) => {
  test("who signs out meanwhile hears nothing", async () => {
    const user = await app.as("client");
    const heard = await connectDuring(user, transport, () => user.client.sessions.logout({ body: {} }));
    app.services.events.emit("portfolio:changed", { holderType: "user", holderId: user.id, version: "7" });
    await pause(100);
    expect(heard).toEqual([]);
  });

  test("who loses a role of staff meanwhile does not hear the staff", async () => {
    const [admin, colleague] = [await app.as("admin"), await app.as("office")];
    const heard = await connectDuring(colleague, transport, () =>
      admin.client.users.setRole({ params: { id: colleague.id }, body: { role: "client" } }),
    );
    app.services.events.emit("setting:changed", { name: "brand" });
    app.services.events.emit("proposals:changed", {});
    await pause(100);
    expect(heard).toEqual([]);
  });

  test("who no longer represents a company does not hear it", async () => {
    const [creator, user, office] = [await app.as("client"), await app.as("client"), await app.as("office")];
    const { id } = await creator.client.companies.create({ params: { userId: creator.id }, body: {} });
    const represent = (newRepIDs: number[]) =>
      office.client.companies.editRepresentatives({ params: { id }, body: { newRepIDs } });
    await represent([user.id]);
    const heard = await connectDuring(user, transport, () => represent([]));
    app.services.events.emit("portfolio:changed", { holderType: "company", holderId: id, version: "7" });
    await pause(100);
    expect(heard).toEqual([]);
  });

  test("who arrives while the database is away comes again by itself, and hears", async () => {
    const user = await app.as("client");
    held.fails = true;
    const socket = io(url, {
      auth: { token: user.token },
      reconnectionDelay: 50,
      reconnectionDelayMax: 50,
      transports: [transport],
      forceNew: true,
    });
    open.push(socket);
    const heard: string[] = [];
    socket.on("portfolio:changed", () => heard.push("portfolio:changed"));
    await new Promise<void>((resolve) => socket.io.once("reconnect_attempt", () => resolve()));
    expect(socket.connected).toBe(false);
    held.fails = false;
    await new Promise<void>((resolve) => socket.once("connection:missed", () => resolve()));
    app.services.events.emit("portfolio:changed", { holderType: "user", holderId: user.id, version: "7" });
    await expect.poll(() => heard).toEqual(["portfolio:changed"]);
  });

  test("whose rights stay connects and hears", async () => {
    const user = await app.as("client");
    const heard = await connectDuring(user, transport, async () => {});
    app.services.events.emit("portfolio:changed", { holderType: "user", holderId: user.id, version: "7" });
    await expect.poll(() => heard).toEqual(["portfolio:changed"]);
  });
});
