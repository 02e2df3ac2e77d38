/** Files over HTTP: whole or in ranges, on both ports, and no handle left when the caller goes away. */
import { randomBytes } from "node:crypto";
import { readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { Agent, type IncomingHttpHeaders, type IncomingMessage, get as request } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { parseParts } from "@portico/api/byte-ranges.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesFolder } from "../adapters/files/files.ts";
import { createS3Files } from "../adapters/files/s3-files.ts";
import { startS3 } from "../adapters/files/testing/s3-server.ts";
import { readAllBytes } from "../kernel/bytes.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { buildPages } from "./pages.ts";

let app: TestApp;
let pages: FastifyInstance;
let client: TestUser;
let ports: { api: number; pages: number };

beforeAll(async () => {
  app = await createTestApp();
  const renderer = { render: async () => new Response("page") };
  pages = await buildPages(app.services, { api: app.app, renderer, clientFolder: "none" });
  const portOf = (address: string): number => Number(new URL(address).port);
  ports = {
    api: portOf(await app.app.listen({ port: 0, host: "127.0.0.1" })),
    pages: portOf(await pages.listen({ port: 0, host: "127.0.0.1" })),
  };
  client = await app.as("client");
});
afterAll(async () => {
  await pages.close();
  await app.close();
});

/** A file of the client as if it had been uploaded. */
async function store(content: Buffer, name = "deed.pdf"): Promise<{ id: number; path: string; sha256: string }> {
  const { sha256, size } = await app.services.files.put(content);
  const { id } = await app.services.db
    .insertInto("stored_file")
    .values({
      holder_type: "user",
      holder_id: client.id,
      sha256: Buffer.from(sha256, "hex"),
      size,
      media_type: "application/pdf",
      name,
      state: "clean",
      checked_at: new Date(),
      uploaded_by: client.id,
      by_admin: false,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, path: `/file/user/${client.id}/${id}`, sha256 };
}

interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

function ask(
  path: string,
  headers: Record<string, string> = {},
  { who = client, port = ports.api, method = "GET" } = {},
) {
  return new Promise<Received>((resolve, reject) => {
    const url = `http://127.0.0.1:${port}${port === ports.pages ? "/api" : ""}${path}`;
    request(url, { method, headers: { authorization: `Bearer ${who.token}`, ...headers } }, (answer) => {
      readAllBytes(answer).then(
        (body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
        (error: unknown) => reject(error as Error),
      );
    }).on("error", reject);
  });
}

const pathOf = (sha256: string): string =>
  join(filesFolder(app.services.config.dataDir), sha256.slice(0, 2), sha256.slice(2, 4), sha256);

test("a file is sent whole with its length and ETag, and in any range, on both ports", async () => {
  const content = randomBytes(200_000);
  const { path, sha256 } = await store(content, "Нотариален акт.pdf");
  for (const port of [ports.api, ports.pages]) {
    const whole = await ask(path, {}, { port });
    expect([whole.status, whole.body.equals(content)]).toEqual([200, true]);
    const always = {
      "accept-ranges": "bytes",
      "cache-control": "no-store",
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      "content-type": "application/pdf",
      "x-content-type-options": "nosniff",
      etag: `"${sha256}"`,
    };
    expect(whole.headers).toMatchObject({ ...always, "content-length": "200000" });
    expect(whole.headers["content-range"]).toBeUndefined();
    expect(whole.headers["transfer-encoding"]).toBeUndefined();
    const part = await ask(path, { range: "bytes=65530-131080" }, { port });
    expect([part.status, part.body.equals(content.subarray(65_530, 131_081))]).toEqual([206, true]);
    expect(part.headers).toMatchObject({
      ...always,
      "content-length": "65551",
      "content-range": "bytes 65530-131080/200000",
    });
    expect(part.headers["content-disposition"]).toMatch(/^attachment; filename="[ -~]+"; filename\*=UTF-8''[!-~]+$/);
    expect((await ask(path, { range: "bytes=-7" }, { port })).body.equals(content.subarray(-7))).toBe(true);
  }
});

test("a range without bytes is refused with the size; what is no range gets the whole file", async () => {
  const content = randomBytes(1000);
  const { path } = await store(content);
  for (const range of ["bytes=1000-", "bytes=-0", `bytes=${"9".repeat(300)}-`]) {
    const { status, headers, body } = await ask(path, { range });
    expect([range, status, headers["content-range"], String(body)]).toEqual([
      range,
      416,
      "bytes */1000",
      "rangeNotSatisfiable",
    ]);
    expect(headers).toMatchObject({ "cache-control": "no-store", "content-type": "text/plain; charset=utf-8" });
    expect(headers["content-disposition"]).toBeUndefined();
  }
  for (const range of ["bytes=5-2", "bytes=5-6,0-1", "items=0-1", "bytes=-", "bytes=-1-5", "\u00ff"]) {
    const { status, headers, body } = await ask(path, { range });
    expect([range, status, headers["content-range"], body.equals(content)]).toEqual([range, 200, undefined, true]);
  }
  const { status, body } = await ask(path, { range: `bytes=990-${"9".repeat(300)}` });
  expect([status, body.equals(content.subarray(990))]).toEqual([206, true]);
});

test("several ranges come as one answer, each with its place", async () => {
  const content = randomBytes(300_000);
  const { path } = await store(content);
  const asked = Array.from({ length: 20 }, (_, at) => ({ start: at * 14_000, end: at * 14_000 + 5000 + at }));
  const header = (ranges: typeof asked) => `bytes=${ranges.map(({ start, end }) => `${start}-${end - 1}`).join(",")}`;
  for (const port of [ports.api, ports.pages]) {
    const { status, headers, body } = await ask(path, { range: header(asked) }, { port });
    expect([status, headers["content-range"], headers["content-length"]]).toEqual([
      206,
      undefined,
      String(body.length),
    ]);
    const type = headers["content-type"] ?? "";
    expect(type).toMatch(/^multipart\/byteranges; boundary=[\da-f-]{36}$/);
    const parts = parseParts(asked, { media_type: type, content: new Uint8Array(body) });
    for (const [index, { start, end }] of asked.entries())
      expect(Buffer.from(parts[index] ?? []).equals(content.subarray(start, end))).toBe(true);
  }
  // One that lies behind the end leaves a single range.
  const single = await ask(path, { range: "bytes=0-9,400000-" });
  expect([single.status, single.headers["content-range"], single.body.length]).toEqual([206, "bytes 0-9/300000", 10]);
});

test("a damaged part among several ranges cuts the answer off, and nothing else", async () => {
  const content = randomBytes(3_000_000);
  const { path, sha256 } = await store(content);
  const sealed = await readFile(pathOf(sha256));
  sealed[2_000_000] = sealed.readUInt8(2_000_000) ^ 1;
  await writeFile(pathOf(sha256), sealed);
  await expect(ask(path, { range: "bytes=0-9,100000-300000,1900000-2100000" })).rejects.toThrow("aborted");
  expect((await ask(path, { range: "bytes=0-9,100000-300000" })).status).toBe(206);
});

test("a range counts only for the content that its caller began with", async () => {
  const { path, sha256 } = await store(randomBytes(100));
  const range = "bytes=0-9";
  expect((await ask(path, { range, "if-range": `"${sha256}"` })).status).toBe(206);
  for (const other of [`W/"${sha256}"`, `"${"0".repeat(64)}"`, "Sun, 22 Nov 2026 10:00:00 GMT"])
    expect((await ask(path, { range, "if-range": other })).body).toHaveLength(100);
});

test("who asks for the headers alone gets those of the whole file", async () => {
  const { path } = await store(randomBytes(70_000));
  const head = await ask(path, {}, { method: "HEAD" });
  expect([head.status, head.headers["content-length"], head.body.length]).toEqual([200, "70000", 0]);
});

test("a damaged file is an error before its first byte, and a cut connection after it", async () => {
  const content = randomBytes(3_000_000);
  const { path, sha256 } = await store(content);
  const sealed = await readFile(pathOf(sha256));
  for (const [at, outcome] of [
    [100, 410],
    [2_000_000, "aborted"],
  ] as const) {
    const flipped = Buffer.from(sealed);
    flipped[at] = flipped.readUInt8(at) ^ 1;
    await writeFile(pathOf(sha256), flipped);
    const { status, headers } = await ask(path).catch(({ message }: Error) => ({ status: message, headers: {} }));
    expect(status).toBe(outcome);
    if (status === 410) expect(headers).not.toHaveProperty("content-disposition");
  }
});

test("a file in a bucket is sent in ranges too; while the store is away, the call is unavailable", async () => {
  const [bucket, { files }] = [await startS3(), app.services];
  app.services.files = createS3Files(bucket.settings, filesFolder(app.services.config.dataDir), app.services.vault);
  const content = randomBytes(300_000);
  const { path } = await store(content);
  expect((await ask(path)).body.equals(content)).toBe(true);
  const { status, body } = await ask(path, { range: "bytes=100000-" });
  expect([status, body.equals(content.subarray(100_000))]).toEqual([206, true]);
  const ranges = Array.from({ length: 30 }, (_, at) => ({ start: at * 10_000, end: at * 10_000 + 10 }));
  const several = await ask(path, {
    range: `bytes=${ranges.map(({ start, end }) => `${start}-${end - 1}`).join(",")}`,
  });
  const parts = parseParts(ranges, {
    media_type: several.headers["content-type"] ?? "",
    content: new Uint8Array(several.body),
  });
  for (const [index, { start, end }] of ranges.entries())
    expect(Buffer.from(parts[index] ?? []).equals(content.subarray(start, end))).toBe(true);
  await bucket.close();
  const away = await ask(path);
  expect([away.status, String(away.body), away.headers["retry-after"]]).toEqual([503, "unavailable", "30"]);
  app.services.files = files;
});

/** Stored files that this process has open (Linux). */
async function openFiles(): Promise<string[]> {
  const folder = filesFolder(app.services.config.dataDir);
  const handles = await readdir("/proc/self/fd").catch(() => []);
  const targets = await Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => "")));
  return targets.filter((target) => target.startsWith(folder));
}

test.skipIf(process.platform !== "linux")("callers who go away at any moment leave no file open", async () => {
  const { path } = await store(randomBytes(20_000_000));
  const hangUp = (port: number, afterBytes: number) =>
    new Promise<void>((gone) => {
      const socket = connect(port, "127.0.0.1", () => {
        const api = port === ports.pages ? "/api" : "";
        socket.write(`GET ${api}${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${client.token}\r\n\r\n`);
        if (afterBytes === 0) setImmediate(() => socket.destroy());
      });
      let received = 0;
      socket.on("data", ({ length }) => {
        received += length;
        if (received >= afterBytes) socket.destroy();
      });
      socket.on("error", () => undefined).on("close", () => gone());
    });
  await Promise.all(
    [ports.api, ports.pages].flatMap((port) => [0, 0, 1, 100_000, 5_000_000].map((bytes) => hangUp(port, bytes))),
  );
  await expect.poll(openFiles).toEqual([]);
  expect((await ask(path)).body).toHaveLength(20_000_000);
  await expect.poll(openFiles).toEqual([]);
});

test("a caller who takes nothing is disconnected after a minute; the limit ends with the file", async () => {
  const { path } = await store(randomBytes(20_000_000));
  const server = new Promise<Socket>((begun) => void app.app.server.once("connection", begun));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answer = await new Promise<IncomingMessage>((begun) => {
    request({ agent, port: ports.api, path, headers: { authorization: `Bearer ${client.token}` } }, begun);
  });
  const socket = await server;
  expect(socket.timeout).toBe(60_000);
  expect((await readAllBytes(answer)).length).toBe(20_000_000);
  // What Fastify gives a connection between two calls.
  await expect.poll(() => socket.timeout).toBeGreaterThan(60_000);
  agent.destroy();
});

/** What the audit log has about this colleague and the client. */
const readings = async (who: TestUser, action: "file.readByStaff" | "holder.accessedByStaff"): Promise<unknown[]> =>
  (
    await app.services.db
      .selectFrom("audit_entry")
      .select("after")
      .where("subject_id", "=", String(client.id))
      .where("action", "=", action)
      .where(sql`actor ->> 'userId'`, "=", String(who.id))
      .execute()
  ).map(({ after }) => after);

/** Makes the audit log an hour older, which the portal itself cannot. */
async function passAnHour(): Promise<void> {
  const owner = new Client(app.database.owner);
  await owner.connect();
  await owner.query("update audit_entry set at = at - interval '61 minutes'");
  await owner.end();
}

test("staff who read a file in parts are recorded once an hour, whichever parts, and each colleague", async () => {
  const [{ path, id }, other] = [await store(randomBytes(500_000)), await store(randomBytes(10))];
  const [one, two] = [await app.as("internal"), await app.as("internal")];
  // None of them asks for the first byte.
  const parts = ["bytes=1-", "bytes=100-200", "bytes=-5", "bytes=1-2,4-5"];
  await Promise.all(parts.map((range) => ask(path, { range }, { who: one })));
  for (const range of parts) await ask(path, { range }, { who: one });
  expect(await readings(one, "file.readByStaff")).toEqual([{ id, name: "deed.pdf" }]);
  expect(await readings(one, "holder.accessedByStaff")).toHaveLength(1);
  await ask(path, { range: "bytes=1-" }, { who: two });
  expect(await readings(two, "file.readByStaff")).toHaveLength(1);
  await ask(other.path, { range: "bytes=1-" }, { who: one });
  expect(await readings(one, "file.readByStaff")).toHaveLength(2);
  // Whole files are recorded as calls each time.
  await ask(path, {}, { who: one });
  await ask(path, {}, { who: one });
  expect(await readings(one, "holder.accessedByStaff")).toHaveLength(3);
  // After an hour it is another look.
  await passAnHour();
  await ask(path, { range: "bytes=1-" }, { who: one });
  expect(await readings(one, "file.readByStaff")).toHaveLength(3);
  expect(await readings(one, "holder.accessedByStaff")).toHaveLength(4);
});
