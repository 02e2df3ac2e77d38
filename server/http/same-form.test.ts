/**
 * Whatever refuses a request answers alike, with a code of the closed list and the security headers: the portal's calls and
 * pages, Fastify before any route, Node at what it cannot read, socket.io.
 */
import { type AddressInfo, connect } from "node:net";
import { errorStatus } from "@portico/api/errors.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenPorts, openPorts } from "../testing/ports.ts";
import { securityHeaders } from "./headers.ts";

let app: OpenPorts["app"];
let pages: OpenPorts["pages"];
let close: OpenPorts["close"];
beforeAll(async () => {
  ({ app, pages, close } = await openPorts());
});
afterAll(() => close());

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The first final answer to the text, and nothing behind it. */
function answerTo(server: FastifyInstance, text: string): Promise<Answer> {
  const { port } = server.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1", () => socket.write(text, "latin1"));
  let said = "";
  return new Promise((resolve, reject) => {
    const finish = (): void => {
      socket.destroy();
      const [, status = "", head = "", body = ""] =
        /^HTTP\/1\.1 (\d{3})[^\r]*\r\n([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(said) ?? [];
      const headers = head
        .split("\r\n")
        .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]);
      resolve({ status: Number(status), headers: Object.fromEntries(headers) as Answer["headers"], body });
    };
    socket.on("error", reject).on("close", finish);
    socket.setTimeout(10_000, finish);
    socket.on("data", (part) => {
      said += part.toString("latin1");
      const [, length] = /^content-length: (\d+)/im.exec(said) ?? [];
      const from = said.indexOf("\r\n\r\n") + 4;
      if (length !== undefined && said.length >= from + Number(length)) finish();
    });
  });
}

const host = "Host: localhost\r\n";
const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
const foreign = "Origin: https://evil.example\r\n";
const requests: Record<string, [request: string, code: keyof typeof errorStatus]> = {
  "no request": ["NONSENSE\r\n\r\n", "badInput"],
  "an unknown method": [`BREW / HTTP/1.1\r\n${host}\r\n`, "badInput"],
  "another protocol": ["SSH-2.0-OpenSSH_9.2\r\n", "badInput"],
  "another version": [`GET / HTTP/9.9\r\n${host}\r\n`, "badInput"],
  "a header with a zero": [`GET / HTTP/1.1\r\n${host}X-A: a\0b\r\n\r\n`, "badInput"],
  "headers of 100 KB": [`GET / HTTP/1.1\r\n${host}X-A: ${"a".repeat(100_000)}\r\n\r\n`, "badInput"],
  "no host": ["GET / HTTP/1.1\r\n\r\n", "badInput"],
  "two hosts": [`GET / HTTP/1.1\r\n${host}${host}\r\n`, "badInput"],
  "what is expected": [`GET / HTTP/1.1\r\n${host}Expect: magic\r\n\r\n`, "badInput"],
  "a tunnel": [`CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`, "methodNotAllowed"],
  "sockets without a transport": [`GET /socket.io/ HTTP/1.1\r\n${host}\r\n`, "badInput"],
  "sockets of another version": [`GET /socket.io/?EIO=3&transport=polling HTTP/1.1\r\n${host}\r\n`, "badInput"],
  "an unknown connection of sockets": [
    `GET /socket.io/?EIO=4&transport=polling&sid=x HTTP/1.1\r\n${host}\r\n`,
    "badInput",
  ],
  "sockets of another site": [`GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\n${host}${foreign}\r\n`, "forbidden"],
  "sockets as a script": [`GET /socket.io/?EIO=4&transport=polling&j=0 HTTP/1.1\r\n${host}\r\n`, "badInput"],
  "sockets without a host": ["GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\n\r\n", "badInput"],
  "another method of sockets": [`PUT /socket.io/?EIO=4&transport=polling HTTP/1.1\r\n${host}\r\n`, "badInput"],
  "an upgrade of another site": [
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${host}${upgrade}${key}${foreign}\r\n`,
    "forbidden",
  ],
  "an upgrade without a key": [
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${host}${upgrade}\r\n`,
    "badInput",
  ],
  "an upgrade without a transport": [`GET /socket.io/ HTTP/1.1\r\n${host}${upgrade}${key}\r\n`, "badInput"],
};

describe.each([
  ["the API's port", () => app.app, ""],
  ["the pages' port", () => pages, "/api"],
] as const)("%s", (_, server, api) => {
  const own: typeof requests = {
    "a path that cannot be decoded": [`GET ${api}/user/%ff HTTP/1.1\r\n${host}\r\n`, "badInput"],
    "a part of a path that is too long": [`GET ${api}/user/${"1".repeat(400)} HTTP/1.1\r\n${host}\r\n`, "badInput"],
    "an unknown call": [`GET ${api}/there-is-no-such-call HTTP/1.1\r\n${host}\r\n`, "notFound"],
    "another method": [`DELETE ${api}/settings/brand HTTP/1.1\r\n${host}\r\n`, "methodNotAllowed"],
    "a call without a session": [`GET ${api}/user/1 HTTP/1.1\r\n${host}\r\n`, "unauthenticated"],
  };

  test.each(Object.entries({ ...requests, ...own }))("%s", async (_name, [request, code]) => {
    const { status, headers, body } = await answerTo(server(), request);
    expect({ status, body }).toEqual({ status: errorStatus[code], body: code });
    expect(headers).toMatchObject({
      ...securityHeaders,
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
    });
  });

  test("as a problem for who accepts one, also of sockets", async () => {
    const accept = "Accept: application/problem+json\r\n";
    for (const path of [`${api}/there-is-no-such-call`, "/socket.io/"]) {
      const { headers, body } = await answerTo(server(), `GET ${path} HTTP/1.1\r\n${host}${accept}\r\n`);
      expect(headers["content-type"]).toBe("application/problem+json; charset=utf-8");
      const problem = JSON.parse(body) as { code: keyof typeof errorStatus; status: number };
      expect(problem.status).toBe(errorStatus[problem.code]);
    }
  });

  test("what sockets answer that is no refusal has the headers too", async () => {
    const polling = await answerTo(server(), `GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\n${host}\r\n`);
    expect(polling).toMatchObject({ status: 200, headers: securityHeaders });
    const sid = /"sid":"([^"]+)"/.exec(polling.body)?.[1];
    const of = `/socket.io/?EIO=4&transport=polling&sid=${sid}`;
    const put = await answerTo(server(), `PUT ${of} HTTP/1.1\r\n${host}\r\n`);
    expect(put).toMatchObject({ status: 405, body: "methodNotAllowed", headers: securityHeaders });
    const large = `POST ${of} HTTP/1.1\r\n${host}Content-Length: 70000\r\n\r\n${"x".repeat(70_000)}`;
    expect(await answerTo(server(), large)).toMatchObject({ status: 413, body: "tooLarge", headers: securityHeaders });
  });
});

test("another method is answered with those that the path accepts, its parameters included", async () => {
  const { status, headers } = await answerTo(app.app, `PUT /user/1 HTTP/1.1\r\n${host}\r\n`);
  expect([status, headers["allow"]]).toEqual([405, "GET, HEAD"]);
});

test("nothing of a path is read as a pattern", async () => {
  for (const path of [
    "/money/*/1",
    "/ticket/:a([)/1/2/resolve",
    "/*",
    "/(((",
    "/:a(",
    "/user/:id(\\d+)",
    "/a::b/:",
    "//:(",
  ])
    for (const method of ["GET", "POST", "PATCH", "DELETE", "PUT", "OPTIONS"] as const) {
      const { statusCode, body } = await app.app.inject({ method, url: path });
      expect([path, statusCode < 500, body in errorStatus]).toEqual([path, true, true]);
    }
});
