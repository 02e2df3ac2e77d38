/** The specification's retries, checked with a counting server. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserTransport } from "./transport.ts";

const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  const [, status = "500", body = ""] = (request.url ?? "").split("/");
  const isProblem = body === "problem";
  response
    .writeHead(Number(status), { "content-type": isProblem ? "application/problem+json" : "text/plain" })
    .end(isProblem ? JSON.stringify({ code: "timedout", status: 504 }) : decodeURIComponent(body));
});
let base = "";
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

const nothing = () => undefined;
async function triesOf(path: string, method: "GET" | "POST" | "PATCH" | "DELETE" = "GET"): Promise<number> {
  asked.length = 0;
  const transport = browserTransport(base, { onSessionLost: nothing, onFactorNeeded: nothing, onNotSent: nothing });
  await transport({ method, path, repeatable: method === "GET" }).catch(nothing);
  return asked.length;
}

test.each([408, 409, 425, 429, 500, 502, 503, 504])("a call that failed with %i is sent once more", async (status) => {
  expect(await triesOf(`/${status}/generic`)).toBe(2);
});

test.each([400, 401, 403, 404, 413, 422])("a call that was refused with %i is not", async (status) => {
  expect(await triesOf(`/${status}/generic`)).toBe(1);
});

test("a custodian's timeout is not waited for twice, in either form of the answer", async () => {
  expect(await triesOf("/504/timedout")).toBe(1);
  expect(await triesOf("/504/problem")).toBe(1);
});

test.each([
  [504, "timedout", "timedout"],
  [401, "accountDisabled", "accountDisabled"],
  [401, "invalidCredentials%0A", "invalidCredentials"],
  [502, "Bad%20Gateway", "generic"],
  [404, "toString", "generic"],
] as const)("a refusal with %i and the text %s is read as %s", async (status, body, code) => {
  const transport = browserTransport(base, { onSessionLost: nothing, onFactorNeeded: nothing, onNotSent: nothing });
  const failed = transport({ method: "POST", path: `/${status}/${body}`, repeatable: false });
  await expect(failed).rejects.toMatchObject({ code, status });
});

test.each(["POST", "PATCH", "DELETE"] as const)("a %s is never sent again by itself", async (method) => {
  expect(await triesOf("/503/generic", method)).toBe(1);
});

test.each([
  ["GET", "/anything", true],
  ["POST", "/user/1/analytics/fetch", true],
  ["POST", "/ticket/user/1", false],
  ["PATCH", "/anything", false],
] as const)(
  "without a connection %s %s only reads: %s, so that nobody is told that nothing was sent",
  async (method, path, isRead) => {
    const away = browserTransport("http://127.0.0.1:1", {
      onSessionLost: nothing,
      onFactorNeeded: nothing,
      onNotSent: nothing,
    });
    await expect(away({ method, path, repeatable: false })).rejects.toMatchObject({ status: 0, isRead });
  },
);

test("a file of text arrives as its bytes, with the mark of its encoding; its refusal is read as of any call", async () => {
  const transport = browserTransport(base, { onSessionLost: nothing, onFactorNeeded: nothing, onNotSent: nothing });
  const ask = (path: string) => transport({ method: "GET", path, repeatable: false, binary: true });
  const { content } = (await ask(`/200/${encodeURIComponent("\ufeffИме;1")}`)) as { content: Uint8Array };
  expect([...content.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(content)).toBe("Име;1");
  await expect(ask("/413/tooLarge")).rejects.toMatchObject({ code: "tooLarge", status: 413 });
  await expect(ask("/504/problem")).rejects.toMatchObject({ code: "timedout", status: 504 });
});
