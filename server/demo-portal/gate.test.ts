/** The doors to the demo: only with its key, sessions apart, and everything passed on as it was. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cookieOfDemo, cookiesForDemo } from "./cookies.ts";
import { gate, type Shown } from "./gate.ts";

const key = "a-key-of-the-demo";
let shown: Shown | null = null;
let firm: Server;
let demo: Server;

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listen = async (server: Server): Promise<Server> => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
};
const echo = (name: string) =>
  createServer((request: IncomingMessage, response) => {
    void text(request).then((body) => {
      response.setHeader("set-cookie", ["__Host-portico-bind=secret; Path=/; Secure", "language=en"]);
      response.end(JSON.stringify({ name, url: request.url, body, headers: request.headers }));
    });
  });

beforeAll(async () => {
  demo = await listen(echo("demo"));
  demo.on("upgrade", (request: IncomingMessage, socket) => {
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: test\r\n\r\n${request.headers.cookie}|`,
    );
    socket.pipe(socket);
  });
  firm = echo("firm");
  firm.on("upgrade", (_, socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  gate(firm, "pages", () => shown);
  await listen(firm);
});
afterAll(() => {
  firm.close();
  demo.close();
});

const on = (): Shown => ({ key, ports: { pages: portOf(demo), api: 1 } });
const withKey = (value: string) => ({ cookie: `__Host-portico-bind=firms; __Host-portico-demo=${value}; language=bg` });
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${portOf(firm)}${path}`, { redirect: "manual", ...init });
const nameOf = async (answer: Response): Promise<string> => ((await answer.json()) as { name: string }).name;

test("a browser reaches the demo with its key alone, and the firm's portal without, with another, and after the removal", async () => {
  shown = on();
  expect(await nameOf(await ask("/en"))).toBe("firm");
  expect(await nameOf(await ask("/en", { headers: withKey("another-key") }))).toBe("firm");
  expect(await nameOf(await ask("/en", { headers: withKey(key) }))).toBe("demo");
  shown = null;
  expect(await nameOf(await ask("/en", { headers: withKey(key) }))).toBe("firm");
  // While it starts again, a browser of the demo is not shown the firm's portal.
  shown = { key, ports: null };
  expect((await ask("/en", { headers: withKey(key) })).status).toBe(503);
});

test("its address sets the key, a wrong one is any other page, and leaving takes it away", async () => {
  shown = on();
  const entered = await ask(`/demo/enter/${key}`);
  expect([entered.status, entered.headers.get("location")]).toEqual([303, "/demo"]);
  expect(entered.headers.getSetCookie()).toEqual([expect.stringContaining(`__Host-portico-demo=${key}; Path=/`)]);
  expect(await nameOf(await ask("/demo/enter/wrong"))).toBe("firm");
  expect(await nameOf(await ask(`/demo/enter/${key}`, { method: "POST" }))).toBe("firm");
  const left = await ask("/demo/leave", { headers: withKey(key) });
  expect(left.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-portico-demo=; .*Max-Age=0/),
    expect.stringMatching(/^__Host-portico-demo-bind=; .*Max-Age=0/),
  ]);
});

test("path, body and address are passed on, and sessions stay apart", async () => {
  shown = on();
  const body = "x".repeat(300_000);
  const answer = await ask("/en/form?a=1", {
    method: "POST",
    body,
    headers: { cookie: `${withKey(key).cookie}; __Host-portico-demo-bind=demos` },
  });
  const got = (await answer.json()) as { url: string; body: string; headers: Record<string, string> };
  expect([got.url, got.body.length]).toEqual(["/en/form?a=1", body.length]);
  expect(got.headers["cookie"]).toBe("language=bg; __Host-portico-bind=demos");
  expect(got.headers["x-forwarded-for"]).toBe("127.0.0.1");
  expect(answer.headers.getSetCookie()).toEqual(["__Host-portico-demo-bind=secret; Path=/; Secure", "language=en"]);
});

test("a cookie of the portal never reaches the demo, whatever it is called", () => {
  expect(cookiesForDemo("__Host-portico-known=1; a=b;c=d=e")).toBe("a=b; c=d=e");
  expect(cookieOfDemo("__Host-portico-known=1; Path=/")).toBe("__Host-portico-demo-known=1; Path=/");
});

test("a socket's connection is passed on in both directions", async () => {
  shown = on();
  const socket = connect(portOf(firm), "127.0.0.1");
  socket.write(
    `GET /socket.io/ HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: test\r\ncookie: __Host-portico-demo=${key}; __Host-portico-demo-bind=demos\r\n\r\n`,
  );
  let got = "";
  socket.on("data", (chunk: Buffer) => {
    got += chunk.toString();
  });
  await expect.poll(() => got).toContain("__Host-portico-bind=demos|");
  socket.write("and back");
  await expect.poll(() => got).toContain("and back");
  socket.destroy();
});
