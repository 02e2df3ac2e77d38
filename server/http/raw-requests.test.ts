/** Raw requests that no browser sends, on both ports: answered at once and never parsed as two requests. */
import { type AddressInfo, connect } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type OpenPorts, openPorts } from "../testing/ports.ts";

let app: OpenPorts["app"];
let pages: OpenPorts["pages"];
let close: OpenPorts["close"];
beforeAll(async () => {
  ({ app, pages, close } = await openPorts());
});
afterAll(() => close());

const quietMs = 400;

/** The statuses received, in order, until the server closes or stops sending; `closed` if it closed. */
function statusesOf(server: FastifyInstance, text: string): Promise<(number | "closed")[]> {
  const socket = connect((server.server.address() as AddressInfo).port, "127.0.0.1", () =>
    socket.write(text, "latin1"),
  );
  let said = "";
  const statuses = () => [...said.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  return new Promise((resolve) => {
    socket.on("error", () => undefined);
    socket.on("close", () => resolve([...statuses(), "closed"]));
    // The first answer may take longer: a busy machine is slow, but it must answer.
    socket.setTimeout(5000, () => {
      resolve(statuses());
      socket.destroy();
    });
    socket.on("data", (part) => {
      said += part.toString("latin1");
      socket.setTimeout(quietMs);
    });
  });
}

const host = "Host: localhost\r\n";
const upgrade = (to: string): string => `Connection: Upgrade\r\nUpgrade: ${to}\r\n`;
const json = "Content-Type: application/json\r\n";
const websocket = `${upgrade("websocket")}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n`;
const hidden = `GET /there-is-no-such-call HTTP/1.1\r\n${host}\r\n`;

describe.each([
  ["the API's port", () => app.app, "", "/settings/brand"],
  ["the pages' port", () => pages, "/api", "/en/login"],
] as const)("%s", (_, server, api, path) => {
  const brand = `GET ${api}/settings/brand HTTP/1.1\r\n${host}\r\n`;
  const login = (headers: string, body = ""): string =>
    `POST ${api}/user/login HTTP/1.1\r\n${host}${headers}\r\n${body}`;

  test.each(["h2c", "websocket", "TLS/1.0", "foo, bar"])(
    "a wish to change to %s is answered as if it were not there, and the connection ended",
    async (to) => {
      const asked = `GET ${path} HTTP/1.1\r\n${host}${upgrade(to)}\r\n`;
      expect(await statusesOf(server(), asked + brand)).toEqual([200, "closed"]);
    },
  );

  test("a body behind such a wish is the request's own, not a next request", async () => {
    const body = JSON.stringify({ email: "a@b.example", password: hidden });
    const asked = login(`${upgrade("h2c")}${json}Content-Length: ${body.length}\r\n`, body);
    expect(await statusesOf(server(), asked + brand)).toEqual([401, "closed"]);
  });

  test("the sockets' path changes to what it speaks, for pages of the portal alone", async () => {
    const socketsPath = "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n";
    expect(await statusesOf(server(), `${socketsPath}${host}${websocket}\r\n`)).toEqual([101]);
    for (const refused of [upgrade("h2c"), upgrade("websocket")])
      expect(await statusesOf(server(), `${socketsPath}${host}${refused}\r\n`)).toEqual([400, "closed"]);
    const foreign = `Origin: https://evil.example\r\n${websocket}`;
    expect(await statusesOf(server(), `${socketsPath}${host}${foreign}\r\n`)).toEqual([403, "closed"]);
  });

  test("a tunnel is refused in words", async () => {
    expect(await statusesOf(server(), `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`)).toEqual([405, "closed"]);
  });

  test("a tunnel that its client does not end is ended here", async () => {
    const { port } = server().server.address() as AddressInfo;
    const head = `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`;
    const openSockets = Array.from({ length: 5 }, () => connect({ port, host: "127.0.0.1", allowHalfOpen: true }));
    for (const socket of openSockets) {
      socket.on("error", () => undefined).on("connect", () => socket.write(head));
      // Never ends its own side, and sends more than requested.
      socket.on("data", () => socket.write("more"));
    }
    const open = () => new Promise((done) => server().server.getConnections((_error, count) => done(count)));
    await vi.waitFor(() => expect(openSockets.every(({ bytesRead }) => bytesRead > 0)).toBe(true));
    await vi.waitFor(async () => expect(await open()).toBe(0), { timeout: 5000 });
    for (const socket of openSockets) socket.destroy();
  });

  test("what is expected is met or refused", async () => {
    const length = "Content-Length: 2\r\n";
    expect(await statusesOf(server(), login(`Expect: 100-continue\r\n${json}${length}`, "{}"))).toEqual([100, 400]);
    expect(await statusesOf(server(), login(`Expect: magic\r\n${json}${length}`, "{}"))).toEqual([400]);
    const large = await statusesOf(server(), login(`Expect: 100-continue\r\n${json}Content-Length: 99999999\r\n`));
    expect(large).toEqual([100, 413, "closed"]);
  });

  test("HTTP/1.0 is answered and the connection ended", async () => {
    expect(await statusesOf(server(), `GET ${path} HTTP/1.0\r\n\r\n`)).toEqual([200, "closed"]);
    expect(await statusesOf(server(), `GET ${path} HTTP/1.1\r\n\r\n`)).toEqual([400, "closed"]);
  });

  test("requests one behind the other are answered in their order", async () => {
    const missing = `GET ${api}/there-is-no-such-call HTTP/1.1\r\n${host}\r\n`;
    expect(await statusesOf(server(), brand + missing + brand)).toEqual([200, 404, 200]);
  });

  test.each([
    ["a length and chunks", "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"],
    ["chunks and a length", "Transfer-Encoding: chunked\r\nContent-Length: 6\r\n", "0\r\n\r\n"],
    ["two lengths", "Content-Length: 2\r\nContent-Length: 3\r\n", "{}"],
    ["two lengths in one", "Content-Length: 2, 3\r\n", "{}"],
    ["a signed length", "Content-Length: +2\r\n", "{}"],
    ["two encodings", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "0\r\n\r\n"],
    ["an encoding that is not the last", "Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n"],
    ["an unknown encoding", "Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"],
    ["a space before the colon", "Transfer-Encoding : chunked\r\n", "0\r\n\r\n"],
    ["a folded header", "X-Folded: a\r\n Transfer-Encoding: chunked\r\n", "0\r\n\r\n"],
    ["a length of a chunk that is none", "Transfer-Encoding: chunked\r\n", "0x2\r\n{}\r\n0\r\n\r\n"],
  ])("%s: refused, and what stands behind is not a request", async (_name, framing, body) => {
    const statuses = await statusesOf(server(), login(json + framing, body + hidden));
    expect(statuses).toEqual([400, "closed"]);
  });

  test("two hosts are refused, in whatever case and order", async () => {
    for (const second of ["Host: evil.example", "host: localhost", "HOST:"]) {
      const statuses = await statusesOf(server(), `GET ${path} HTTP/1.1\r\n${host}Accept: */*\r\n${second}\r\n\r\n`);
      expect(statuses).toEqual([400, "closed"]);
    }
  });

  test("lines that end in half a line end are refused", async () => {
    const text = `GET ${path} HTTP/1.1\nHost: localhost\n\n`;
    expect(await statusesOf(server(), text)).toEqual([400, "closed"]);
  });
});
