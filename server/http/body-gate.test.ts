/** Many large bodies at once: bodies being read are limited, and waiting bodies are not read. */
import { type ClientRequest, request } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { files } from "@portico/api/files.ts";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";

let app: TestApp;
let port: number;
const clients: TestUser[] = [];
const sockets = new Map<number, Socket>();
let open: ClientRequest[] = [];
beforeAll(async () => {
  app = await createTestApp();
  app.app.server.on("connection", (socket: Socket) => sockets.set(socket.remotePort ?? 0, socket));
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  port = (app.app.server.address() as AddressInfo).port;
  for (let count = 0; count < 20; count++) clients.push(await app.as("client"));
});
afterEach(() => {
  for (const call of open) call.destroy();
  open = [];
});
afterAll(() => app.close());

const largest = files.upload.bodyLimit;
const junk = Buffer.alloc(largest, "{");

/** Sends the head of an upload and the given part of its body; resolves with the answer. */
function upload(
  { id, token }: TestUser,
  { body = junk, length = body.length }: { body?: Buffer; length?: number | undefined } = {},
) {
  const call = request({
    port,
    host: "127.0.0.1",
    method: "POST",
    path: `/file/user/${id}`,
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": length,
    },
  });
  call.on("error", () => undefined);
  call.write(body);
  open.push(call);
  const answer = new Promise<{ status: number; body: string; retryAfter: string | undefined }>((resolve) =>
    call.on("response", (response) => {
      void text(response).then((said) =>
        resolve({ status: response.statusCode ?? 0, body: said, retryAfter: response.headers["retry-after"] }),
      );
    }),
  );
  const readBytes = (): number => sockets.get(call.socket?.localPort ?? 0)?.bytesRead ?? 0;
  return { call, answer, readBytes };
}
/** An upload that was admitted and does not end. */
async function uploadForEver(who: TestUser, length = largest) {
  const held = upload(who, { body: junk.subarray(0, 300_000), length });
  await vi.waitFor(() => expect(held.readBytes()).toBeGreaterThan(300_000), { timeout: 10_000 });
  return held;
}
const client = (index: number): TestUser => clients[index] as TestUser;

test("a third large body is not read while two are, and small calls pass", async () => {
  const first = await uploadForEver(client(0));
  await uploadForEver(client(1));
  const third = upload(client(2));
  let answered = false;
  void third.answer.then(() => {
    answered = true;
  });
  await vi.waitFor(() => expect(third.readBytes()).toBeGreaterThan(0));
  expect(await client(3).client.users.getState({ params: { id: client(3).id } })).toBeDefined();
  const small = await upload(client(3), { body: Buffer.from("{}") }).answer;
  expect(small.status).toBe(400);
  expect(answered).toBe(false);
  expect(third.readBytes()).toBeLessThan(largest / 4);
  first.call.destroy();
  expect(await third.answer).toMatchObject({ status: 400, body: "badInput" });
});

test("one sender's bodies are read one at a time, although there is room; others pass them", async () => {
  const held = await uploadForEver(client(0));
  const own = upload(client(0));
  await vi.waitFor(() => expect(own.readBytes()).toBeGreaterThan(0));
  expect((await upload(client(1)).answer).status).toBe(400);
  expect(own.readBytes()).toBeLessThan(largest / 4);
  held.call.destroy();
  expect((await own.answer).status).toBe(400);
});

test("a sender whose many uploads wait is told to come back later", async () => {
  // A client used only here: under load the server learns late that the waiting ones disconnected.
  await uploadForEver(client(9));
  const many = Array.from({ length: 14 }, () => upload(client(9)));
  const refused = await Promise.race(many.map(({ answer }) => answer));
  expect(refused).toMatchObject({ status: 429, body: "tooManyRequests", retryAfter: "30" });
});

test("a refused body gives its place free, and one that hung up while it waited takes none", async () => {
  for (let round = 0; round < 6; round++) expect((await upload(client(round)).answer).status).toBe(400);
  const first = await uploadForEver(client(0));
  await uploadForEver(client(1));
  const gone = upload(client(2));
  await vi.waitFor(() => expect(gone.readBytes()).toBeGreaterThan(0));
  gone.call.destroy();
  const last = upload(client(3));
  first.call.destroy();
  expect((await last.answer).status).toBe(400);
});

test("without a session no large body is taken at all", async () => {
  const stranger = await app.app.inject({
    method: "POST",
    url: "/user/login",
    headers: { "content-type": "application/json" },
    payload: JSON.stringify({ email: "a@b.example", password: "x".repeat(40_000) }),
  });
  expect([stranger.statusCode, stranger.body]).toEqual([413, "tooLarge"]);
  expect((await upload({ ...client(0), token: "no session" }).answer).status).toBe(401);
});
