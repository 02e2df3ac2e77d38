/** Hostile sockets: requests join no rooms, messages cause no harm, and events follow the current rights. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { openSockets } from "./sockets.ts";

/** Time limits of the tests: delivery of an event, and closing of a connection that does not identify itself. */
const soonMs = 2000;
const introductionMs = 400;

let app: TestApp;
let port: number;
let close: () => Promise<void>;
let admin: TestUser;
const open: { close(): unknown }[] = [];
beforeAll(async () => {
  app = await createTestApp();
  const server = createServer();
  const sockets = openSockets(app.services, {
    servers: [server],
    pool: app.database.pool,
    origins: ["http://localhost:3000"],
    introductionMs,
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  port = (server.address() as AddressInfo).port;
  close = async () => {
    await sockets.close();
    await new Promise((closed) => server.close(closed));
  };
  admin = await app.as("admin");
});
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});
afterAll(async () => {
  await close();
  await app.close();
});

/** A page of the user, and the events of services that it receives. */
async function listen({ token }: Pick<TestUser, "token">, namespace = "") {
  const socket: Socket = io(`http://127.0.0.1:${port}${namespace}`, {
    auth: { token },
    reconnection: false,
    transports: ["websocket"],
    forceNew: true,
  });
  open.push(socket);
  const heard: string[] = [];
  socket.onAny((name: string) => name !== "connection:missed" && heard.push(name));
  const cut = new Promise<string>((resolve) => socket.once("disconnect", resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return { socket, heard, cut };
}
const within = <T>(promise: Promise<T>, ms = soonMs): Promise<T> =>
  Promise.race([promise, pause(ms).then(() => Promise.reject(new Error("too late")))]);

/** A raw connection: what it receives, and when it is closed. */
async function speak() {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  open.push(socket);
  const received: string[] = [];
  socket.addEventListener("message", ({ data }) => received.push(String(data)));
  const cut = new Promise<string>((resolve) => socket.addEventListener("close", () => resolve("cut")));
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  return { send: (data: string | Uint8Array<ArrayBuffer>) => socket.send(data), received, cut };
}
/** As `speak`, signed in. */
async function speakAs({ token }: TestUser) {
  const spoken = await speak();
  spoken.send(`40${JSON.stringify({ token })}`);
  await expect.poll(() => spoken.received.some((text) => text.startsWith("40"))).toBe(true);
  return spoken;
}

describe("other people's rooms", () => {
  test.each([
    ["a word of its own", ["join", "user:1"]],
    ["an event of the server's", ["holder:state", { holderType: "user", holderId: 1 }]],
    ["an event between servers", ["revoked", { sessionIds: [1], reason: "ended" }]],
    ["nothing at all", [""]],
  ] as const)("a page that says %s is cut, and joins nothing", async (_, [name, ...rest]) => {
    const victim = await app.as("client");
    const bystander = await listen(victim);
    const attacker = await listen(await app.as("client"));
    const said = JSON.parse(JSON.stringify(rest).replaceAll(":1", `:${victim.id}`)) as unknown[];
    attacker.socket.emit(name, ...said);
    await within(attacker.cut);
    app.services.events.emit("holder:state", { holderType: "user", holderId: victim.id });
    await expect.poll(() => bystander.heard).toEqual(["holder:state"]);
    expect(attacker.heard).toEqual([]);
  });

  test("there is no other place to connect to", async () => {
    const user = await app.as("client");
    for (const namespace of ["/admin", "/staff", `/user:${admin.id}`, "/session:1"])
      await expect(listen(user, namespace)).rejects.toThrow("Invalid namespace");
  });

  test("who introduces themself with more than a token gets their own rooms alone", async () => {
    const victim = await app.as("client");
    const { token } = await app.as("client");
    const spoken = await speak();
    const claims = { token, rooms: [`user:${victim.id}`, "staff"], viewer: { userId: victim.id, role: "admin" } };
    spoken.send(`40${JSON.stringify(claims)}`);
    await expect.poll(() => spoken.received.some((text) => text.startsWith("40"))).toBe(true);
    app.services.events.emit("holder:state", { holderType: "user", holderId: victim.id });
    await pause(200);
    expect(spoken.received.filter((text) => /^42(?!\["connection:missed")/.test(text))).toEqual([]);
  });
});

describe("messages of the wrong shape", () => {
  const frames: [string, string | Uint8Array<ArrayBuffer>][] = [
    ["an unknown kind of frame", "9hello"],
    ["an unknown kind of packet", "49"],
    ["half a JSON text", '42["a",'],
    ["a text that is no list", '42{"a":1}'],
    ["a list without a name", "42[]"],
    ["a name of the library's own", '42["connect_error",{}]'],
    ["a name of every object", '42["__proto__",{"a":1}]'],
    ["nesting without an end", `42["a",${"[".repeat(20_000)}`],
    ["a word that waits for a million pictures", '451000000-["a",{"_placeholder":true,"num":0}]'],
    ["bytes that nobody announced", new Uint8Array(1000)],
    ["a frame of 70 KB", `42["a","${"x".repeat(70_000)}"]`],
  ];
  test.each(frames)("%s: cut, and nobody else notices", async (_, frame) => {
    const user = await app.as("client");
    const bystander = await listen(user);
    const spoken = await speakAs(user);
    spoken.send(frame);
    expect(await within(spoken.cut)).toBe("cut");
    app.services.events.emit("holder:state", { holderType: "user", holderId: user.id });
    await expect.poll(() => bystander.heard).toEqual(["holder:state"]);
  });

  test.each([
    "40null",
    "40[]",
    '40"token"',
    '40{"token":{"$ne":null}}',
    '40{"token":["a"]}',
    `40{"token":"${"x".repeat(60_000)}"}`,
    "40{",
  ])("an introduction such as %.30s is refused", async (introduction) => {
    const spoken = await speak();
    spoken.send(introduction);
    expect(await within(spoken.cut)).toBe("cut");
    expect(spoken.received.filter((text) => text.startsWith("40"))).toEqual([]);
  });
});

describe("floods", () => {
  test("of a thousand introductions at once one is answered at most, and the connection is cut", async () => {
    const spoken = await speak();
    for (let count = 0; count < 1000; count++) spoken.send(`40${JSON.stringify({ token: `wrong ${count}` })}`);
    expect(await within(spoken.cut)).toBe("cut");
    expect(spoken.received.filter((text) => text.startsWith("44")).length).toBeLessThanOrEqual(1);
  });

  test("ten thousand messages reach nothing, and calls are answered meanwhile", async () => {
    const user = await app.as("client");
    const spoken = await speakAs(user);
    for (let count = 0; count < 10_000; count++) spoken.send('42["typing",{"a":1}]');
    const begun = performance.now();
    await user.client.users.getState({ params: { id: user.id } });
    expect(performance.now() - begun).toBeLessThan(1000);
    expect(await within(spoken.cut)).toBe("cut");
  });

  test("a connection that says nothing, or is refused, does not stay", async () => {
    const silent = await speak();
    const refused = await speak();
    refused.send('40{"token":"wrong"}');
    expect(await within(refused.cut, introductionMs)).toBe("cut");
    expect(refused.received.at(-1)).toBe('44{"message":"unauthenticated"}');
    expect(await within(silent.cut)).toBe("cut");
  });
});

describe("rights that end while the page is open", () => {
  const company = async (): Promise<number> => {
    const creator = await app.as("client");
    return (await creator.client.companies.create({ params: { userId: creator.id }, body: {} })).id;
  };

  test("signing out cuts the pages of the session at once", async () => {
    const user = await app.as("client");
    const page = await listen(user);
    await user.client.sessions.logout({ body: {} });
    expect(await within(page.cut)).toBe("io server disconnect");
    expect(page.heard).toEqual(["session:revoked"]);
    await expect(listen(user)).rejects.toThrow("unauthenticated");
  });

  test("who is disabled hears nothing more", async () => {
    const user = await app.as("client");
    const page = await listen(user);
    await admin.client.users.modifyState({
      params: { id: user.id },
      body: { newState: "disabled", reason: "For the test" },
    });
    await within(page.cut);
    const heard = page.heard.length;
    app.services.events.emit("holder:state", { holderType: "user", holderId: user.id });
    await pause(200);
    expect(page.heard).toHaveLength(heard);
    await expect(listen(user)).rejects.toThrow("unauthenticated");
  });

  test("who is no longer of the staff is out of the staff's room before the next word there", async () => {
    const colleague = await app.as("office");
    const page = await listen(colleague);
    app.services.events.emit("setting:changed", { name: "brand" });
    await expect.poll(() => page.heard).toEqual(["setting:changed"]);
    await admin.client.users.setRole({ params: { id: colleague.id }, body: { role: "client" } });
    expect(await within(page.cut)).toBe("transport close");
    const again = await listen(colleague);
    app.services.events.emit("setting:changed", { name: "brand" });
    app.services.events.emit("proposals:changed", {});
    await pause(200);
    // They are notified of their own change of state.
    expect(again.heard.filter((name) => name !== "holder:state")).toEqual([]);
  });

  test("who no longer acts for a company hears nothing of it, and goes on hearing their own", async () => {
    const companyId = await company();
    const office = await app.as("office");
    const represent = (newRepIDs: number[]) =>
      office.client.companies.editRepresentatives({ params: { id: companyId }, body: { newRepIDs } });
    const user = await app.as("client");
    await represent([user.id]);
    const page = await listen(user);
    const changed = () => app.services.events.emit("holder:state", { holderType: "company", holderId: companyId });
    changed();
    await expect.poll(() => page.heard).toContain("holder:state");
    await represent([]);
    expect(await within(page.cut)).toBe("transport close");
    const again = await listen(user);
    changed();
    await pause(200);
    expect(again.heard).toEqual([]);
    app.services.events.emit("holder:state", { holderType: "user", holderId: user.id });
    await expect.poll(() => again.heard).toEqual(["holder:state"]);
  });
});

test("one network opens so many connections a minute and no more; others go on", async () => {
  const limited = await createTestApp({ rateLimits: true, trustProxy: "loopback" });
  const server = createServer();
  const sockets = openSockets(limited.services, {
    servers: [server],
    pool: limited.database.pool,
    listening: limited.database.listening,
    origins: [],
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/socket.io/?EIO=4&transport=polling`;
  const ask = async (address: string) => {
    const answer = await fetch(url, { headers: { "x-forwarded-for": address } });
    await answer.body?.cancel();
    return answer.status;
  };
  const statuses = new Map<number, number>();
  for (let round = 0; round < 13; round++)
    for (const status of await Promise.all(Array.from({ length: 50 }, () => ask("198.51.100.7"))))
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
  expect(Object.fromEntries(statuses)).toEqual({ 200: 600, 429: 50 });
  expect(await ask("198.51.100.8")).toBe(200);
  await sockets.close();
  await new Promise((closed) => server.close(closed));
  await limited.close();
});
