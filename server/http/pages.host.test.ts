/** Forged host and proxy headers: no error, not echoed, on neither port. */
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { buildPages } from "./pages.ts";

let app: TestApp;
let pages: FastifyInstance;
let seen: URL[] = [];
beforeAll(async () => {
  app = await createTestApp({ publicUrl: "https://portal.firm.example" });
  const renderer = {
    render: async (request: Request) => {
      seen.push(new URL(request.url));
      return new Response("page");
    },
  };
  pages = await buildPages(app.services, { api: app.app, renderer, clientFolder: "/there-is-no-such-folder" });
  await pages.listen({ port: 0, host: "127.0.0.1" });
  await app.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await pages.close();
  await app.close();
});

/** The answer to a raw request over its own connection. */
async function send(server: FastifyInstance, lines: readonly string[]): Promise<string> {
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("not listening");
  const socket = connect(address.port, "127.0.0.1");
  socket.write(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`, "latin1");
  return text(socket);
}
const hosts = [
  "Host: a b c",
  "Host: [::1",
  "Host: evil.example:99999999",
  "Host: @",
  "Host: \u00e4\u0080",
  `Host: ${"a".repeat(6000)}`,
  "Host:",
  "Host: evil.example/../../x?y#z",
  "Host: x\r\nX-Forwarded-Host: [[[",
  "Host: x\r\nX-Forwarded-Proto: javascript",
  "Host: x\r\nX-Forwarded-For: not, an, address, ::::",
  'Host: x\r\nForwarded: for="[";host=]',
];

test.each(hosts.map((host) => [host.slice(0, 60), host] as const))(
  "%j is answered as any other request, under the portal's own address",
  async (_, host) => {
    seen = [];
    for (const [server, path] of [
      [pages, "/en/login"],
      [pages, "/api/settings/brand"],
      [app.app, "/settings/brand"],
    ] as const) {
      const answer = await send(server, [`GET ${path} HTTP/1.1`, host]);
      expect(answer, path).toMatch(/^HTTP\/1\.1 (200|400) /);
      expect(answer, path).not.toMatch(/evil\.example|FST_|Invalid URL|node:|\.ts:|aaaaaa/);
    }
    for (const { origin } of seen) expect(origin).toBe("https://portal.firm.example");
  },
);

const lines = [
  "GET //evil.example/ HTTP/1.1",
  "GET http://evil.example/en HTTP/1.1",
  "GET /%E0%A4%A HTTP/1.1",
  "GET /\\evil.example HTTP/1.1",
  "GET /en/../../etc/passwd HTTP/1.1",
  "GET /assets/..%2f..%2f..%2fetc%2fpasswd HTTP/1.1",
  `GET /${"a/".repeat(4000)} HTTP/1.1`,
  "GET * HTTP/1.1",
  "OPTIONS * HTTP/1.1",
  "TRACE / HTTP/1.1",
  "GET /en?q=%00%ff HTTP/1.1",
];
test.each(lines.map((line) => [line.slice(0, 60), line] as const))("%j is no fault", async (_, line) => {
  for (const server of [pages, app.app]) {
    const answer = await send(server, [line, "Host: portal.firm.example"]);
    expect(answer).not.toMatch(/^HTTP\/1\.1 5/);
    expect(answer).not.toMatch(/root:|FST_|Invalid URL|node:|\.ts:/);
  }
});
